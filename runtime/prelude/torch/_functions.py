"""Functions of torch that are made of others."""
import torch
from torch import _C_functions as F
from torch import _C_storage
from torch._C import Tensor
from torch._C_autograd import _name_node
from torch._out import stored


def typename(obj):
    """The full name of a value's type; tensors tell their dtype."""
    if isinstance(obj, Tensor):
        return obj.type()
    module = ""
    if hasattr(obj, "__module__"):
        module = obj.__module__
    if hasattr(obj, "__qualname__"):
        name = obj.__qualname__
    elif hasattr(obj, "__name__"):
        name = obj.__name__
    else:
        kind = type(obj)
        module = kind.__module__ or ""
        name = kind.__qualname__
    if module in ("", "builtins"):
        return name
    return f"{module}.{name}"


def is_storage(obj):
    from torch.storage import _Storage
    return isinstance(obj, _Storage)


def is_inference(input):
    return input.is_inference()


def is_floating_point(input):
    return input.is_floating_point()


def is_complex(input):
    return input.is_complex()


def is_conj(input):
    return input.is_conj()


def is_neg(input):
    return input.is_neg()


def numel(input):
    return input.numel()


def _assert(condition, message):
    if isinstance(condition, torch.Tensor) or not torch._C._has_torch_function((condition,)):
        assert condition, message
        return None
    from torch.overrides import handle_torch_function
    return handle_torch_function(_assert, (condition,), condition, message)


def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    """Programs are compiled as a whole: nothing is left to do."""
    if model is None:
        return lambda model: model
    return model


def _get_tracing_state():
    """None: nothing is traced."""
    return None


def _log_api_usage_once(event):
    """Nobody is told."""


torch._C._get_tracing_state = _get_tracing_state
torch._C._log_api_usage_once = _log_api_usage_once
from torch import _dispatch_keys


# ---- settings without a meaning here
_settings = {"interop": 1, "deterministic": False, "warn_only": False, "warn_always": False, "precision": "highest"}


def get_num_interop_threads():
    return _settings["interop"]


def set_num_interop_threads(n):
    _settings["interop"] = n


def use_deterministic_algorithms(mode, *, warn_only=False):
    _settings["deterministic"], _settings["warn_only"] = mode, warn_only


def are_deterministic_algorithms_enabled():
    return _settings["deterministic"]


def is_deterministic_algorithms_warn_only_enabled():
    return _settings["warn_only"]


_debug_modes = ("default", "warn", "error")


def set_deterministic_debug_mode(debug_mode):
    if not isinstance(debug_mode, (int, str)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    if debug_mode not in _debug_modes + (0, 1, 2):
        choices = ", ".join([f"`{mode}`" for mode in _debug_modes]) if isinstance(debug_mode, str) else "0, 1, or 2"
        one_of = "one of " if isinstance(debug_mode, str) else ""
        raise RuntimeError(f"invalid value of debug_mode, expected {one_of}{choices}, but got {debug_mode}")
    level = _debug_modes.index(debug_mode) if isinstance(debug_mode, str) else debug_mode
    use_deterministic_algorithms(level > 0, warn_only=level == 1)


def get_deterministic_debug_mode():
    return (1 if _settings["warn_only"] else 2) if _settings["deterministic"] else 0


def set_warn_always(b):
    if not isinstance(b, bool):
        raise RuntimeError(f"setWarnOnlyOnce expects a bool, but got {type(b).__name__}")
    _settings["warn_always"] = b


def is_warn_always_enabled():
    return _settings["warn_always"]


def set_float32_matmul_precision(precision):
    if precision not in ("highest", "high", "medium"):
        raise RuntimeError(f"{precision} is not one of 'highest', 'high', or 'medium'.")
    _settings["precision"] = precision


def get_float32_matmul_precision():
    return _settings["precision"]


def set_flush_denormal(mode):
    return False


def get_default_device():
    return torch._C._get_default_device()


def set_default_device(device):
    torch._C._set_default_device(torch.device("cpu" if device is None else device))


def set_default_tensor_type(t):
    kinds = {"torch.FloatTensor": torch.float32, "torch.DoubleTensor": torch.float64, "torch.HalfTensor": torch.float16,
             "torch.BFloat16Tensor": torch.bfloat16}
    name = "torch." + t.__name__ if isinstance(t, type) else t if isinstance(t, str) else typename(t)
    if name not in kinds:
        raise TypeError("only floating-point types are supported as the default type")
    torch.set_default_dtype(kinds[name])


_scalar_types = {"torch.complex64": "ComplexFloat", "torch.complex128": "ComplexDouble",
                 "torch.float32": "Float", "torch.float64": "Double", "torch.float16": "Half",
                 "torch.bfloat16": "BFloat16", "torch.int64": "Long", "torch.int32": "Int", "torch.int16": "Short",
                 "torch.int8": "Char", "torch.uint8": "Byte", "torch.bool": "Bool"}


def _scalar_type_name(dtype):
    return _scalar_types[str(dtype)]


_element_types = {"torch.float32": "float", "torch.float64": "double", "torch.float16": "c10::Half", "torch.bfloat16": "c10::BFloat16",
                  "torch.int64": "long int", "torch.int32": "int", "torch.int16": "short int", "torch.int8": "signed char",
                  "torch.uint8": "unsigned char", "torch.bool": "bool", "torch.complex64": "c10::complex<float>",
                  "torch.complex128": "c10::complex<double>"}


def _element_type_name(dtype):
    return _element_types[str(dtype)]


def repeat_interleave(*args, **kwargs):
    """Of counts alone: place i counts[i] times."""
    given = args if args else (kwargs.get("repeats"),)
    if len(given) == 1 and isinstance(given[0], Tensor) and len(kwargs) + len(args) == 1 + ("output_size" in kwargs):
        from torch._operations import _repeated_places
        return _repeated_places(given[0], kwargs.get("output_size"))
    return F.repeat_interleave(*args, **kwargs)


def _parse_to(*args, **kwargs):
    """The arguments of `to`: (device, dtype, non_blocking, memory_format)."""
    device = kwargs.get("device")
    dtype = kwargs.get("dtype")
    non_blocking = kwargs.get("non_blocking", False)
    memory_format = kwargs.get("memory_format")
    for name in kwargs:
        if name not in ("device", "dtype", "non_blocking", "copy", "memory_format", "tensor"):
            raise TypeError(f"to() received an invalid combination of arguments - got an unexpected keyword argument "
                            f"'{name}'")
    values = list(args)
    if "tensor" in kwargs:
        values.insert(0, kwargs["tensor"])
    if values and isinstance(values[0], Tensor):
        other = values.pop(0)
        device = other.device
        dtype = other.dtype
    elif values and isinstance(values[0], torch.dtype):
        dtype = values.pop(0)
    elif values and not isinstance(values[0], bool):
        device = values.pop(0)
        if values and (values[0] is None or isinstance(values[0], torch.dtype)):
            dtype = values.pop(0)
    if values:
        non_blocking = values.pop(0)
    if device is not None:
        device = torch.device(device)
    return device, dtype, non_blocking, memory_format


# ---- from Python's memory
def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    result = _C_storage._from_buffer(buffer, dtype, count, offset)
    return result.requires_grad_() if requires_grad else result


# ---- shapes
def _only_tensors(tensors):
    """Those of a function that takes no list of them."""
    for i, t in enumerate(tensors):
        if not isinstance(t, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(t).__name__}")


def broadcast_shapes(*shapes):
    shapes = [(s,) if isinstance(s, int) else tuple(s) for s in shapes]
    rank = max([len(s) for s in shapes]) if shapes else 0
    result = [1] * rank
    for position, shape in enumerate(shapes):
        for i in range(-1, -1 - len(shape), -1):
            if shape[i] < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({shape[i]}): ({shape[i]})")
            if shape[i] == 1 or shape[i] == result[i]:
                continue
            if result[i] != 1:
                raise RuntimeError(f"Attempting to broadcast a dimension of length {shape[i]} at {i}! Mismatching argument at "
                                   f"index {position} had {shape}; but expected shape should be broadcastable to "
                                   f"{result}")
            result[i] = shape[i]
    return torch.Size(result)


def broadcast_tensors(*tensors):
    from torch._operations import _broadcast
    _only_tensors(tensors)
    shape = ()
    for t in tensors:
        shape = _broadcast(shape, t.shape)
    shape = tuple(shape)
    return tuple([t if tuple(t.shape) == shape else t.expand(shape) for t in tensors])


def meshgrid(*tensors, indexing=None):
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    tensors = list(tensors)
    if len(tensors) == 0:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing is None:
        from warnings import warn
        warn("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.", stacklevel=2)
        indexing = "ij"
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    swap = indexing == "xy" and len(tensors) >= 2
    if swap:
        tensors[0], tensors[1] = tensors[1], tensors[0]
    for t in tensors:
        if t.dim() > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {list(t.shape)}")
        if t.dtype != tensors[0].dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
    shape = [t.numel() for t in tensors]
    grids = []
    for i, t in enumerate(tensors):
        view = [1] * len(shape)
        view[i] = t.numel()
        grids.append(t.view(view).expand(shape))
    if swap:
        grids[0], grids[1] = grids[1], grids[0]
    return tuple(grids)


def cartesian_prod(*tensors):
    _only_tensors(tensors)
    _only_vectors(tensors)
    if len(tensors) == 1:
        return tensors[0]
    return F.stack([g.reshape(-1) for g in meshgrid(*tensors, indexing="ij")], 1)


def _only_vectors(tensors):
    for t in tensors:
        if t.dim() != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(t.shape)}")


def _tensors(values):
    return list(values[0]) if len(values) == 1 and isinstance(values[0], (list, tuple)) else list(values)


def atleast_1d(*tensors):
    result = [t.reshape(1) if t.dim() == 0 else t for t in _tensors(tensors)]
    return result[0] if len(tensors) == 1 and isinstance(tensors[0], Tensor) else tuple(result)


def atleast_2d(*tensors):
    result = []
    for t in _tensors(tensors):
        result.append(t.reshape(1, 1) if t.dim() == 0 else t.unsqueeze(0) if t.dim() == 1 else t)
    return result[0] if len(tensors) == 1 and isinstance(tensors[0], Tensor) else tuple(result)


def atleast_3d(*tensors):
    result = []
    for t in _tensors(tensors):
        if t.dim() == 0:
            t = t.reshape(1, 1, 1)
        elif t.dim() == 1:
            t = t.unsqueeze(0).unsqueeze(-1)
        elif t.dim() == 2:
            t = t.unsqueeze(-1)
        result.append(t)
    return result[0] if len(tensors) == 1 and isinstance(tensors[0], Tensor) else tuple(result)


def block_diag(*tensors):
    _only_tensors(tensors)
    if not tensors:
        return torch.zeros(1, 0)
    for i, t in enumerate(tensors):
        if t.dim() > 2:
            raise RuntimeError(f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {i} has {t.dim()} dimensions")
    blocks = [atleast_2d(t) for t in tensors]
    columns = sum([b.shape[1] for b in blocks])
    rows = []
    left = 0
    for b in blocks:
        right = columns - left - b.shape[1]
        parts = [b.new_zeros((b.shape[0], left))] if left else []
        parts.append(b)
        if right:
            parts.append(b.new_zeros((b.shape[0], right)))
        rows.append(F.cat(parts, 1) if len(parts) > 1 else b)
        left += b.shape[1]
    return _name_node(F.cat(rows, 0), "BlockDiagBackward0")


# ---- sums of products
def dropout(input, p, train):
    from torch.nn.functional import dropout
    if p < 0 or p > 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")
    return dropout(input, p, train)


def tensordot(a, b, dims=2, out=None):
    if not isinstance(dims, (tuple, list, Tensor, int)):
        raise RuntimeError("tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] containing "
                           f"two lists, but got dims={dims}")
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    if isinstance(dims, (list, tuple)):
        dims_a, dims_b = dims
        dims_a = [dims_a] if isinstance(dims_a, int) else list(dims_a)
        dims_b = [dims_b] if isinstance(dims_b, int) else list(dims_b)
    else:
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        dims_a = list(range(-dims, 0))
        dims_b = list(range(dims))
    if len(dims_a) != len(dims_b):
        raise RuntimeError("both dimension lists should have same length")
    inner = 1
    for x, y in zip(dims_a, dims_b):
        if b.size(y) == 1:
            a = a.sum(x, keepdim=True, dtype=a.dtype)
        elif a.size(x) == 1:
            b = b.sum(y, keepdim=True, dtype=b.dtype)
        if a.size(x) != b.size(y):
            raise RuntimeError(f"contracted dimensions need to match, but first has size {a.size(x)} in dim {x} and "
                               f"second has size {b.size(y)} in dim {y}")
        inner *= a.size(x)
    dims_a = [d % a.dim() for d in dims_a]
    dims_b = [d % b.dim() for d in dims_b]
    rest_a = [d for d in range(a.dim()) if d not in dims_a]
    rest_b = [d for d in range(b.dim()) if d not in dims_b]
    rows, columns = 1, 1
    for d in rest_a:
        rows *= a.shape[d]
    for d in rest_b:
        columns *= b.shape[d]
    shape = [a.shape[d] for d in rest_a] + [b.shape[d] for d in rest_b]
    if rows == 1 and columns == 1:
        summed = [a.shape[d] for d in dims_a]
        products = a.permute(dims_a + rest_a).reshape(summed) * b.permute(dims_b + rest_b).reshape(summed)
        return stored("tensordot", products.sum(dtype=products.dtype).reshape(shape), out)
    left = a.permute(rest_a + dims_a).reshape(rows, inner)
    right = b.permute(dims_b + rest_b).reshape(inner, columns)
    return stored("tensordot", left.mm(right).reshape(shape), out)


# ---- under another name in torch.nn.functional
def celu(input, alpha=1.0):
    from torch.nn.functional import celu
    return celu(input, alpha)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-05, cudnn_enable=True):
    from torch.nn.functional import layer_norm
    return layer_norm(input, normalized_shape, weight, bias, eps)


def einsum(*args):
    from torch._einsum import einsum as contract
    return contract(*args)
