"""Methods of tensors that are functions of torch made of others, and those that change the view in place."""
import copyreg
import warnings

import torch
from torch._C_autograd import _name_node
from torch import _composites, _expected, _sparse_methods
from torch._C import Generator, Parameter, Size, Tensor, device, layout

# Methods whose first argument is the tensor.
_functions = ("cholesky", "eig", "istft", "lstsq", "qr", "solve", "stft", "symeig")


def _method(name):
    def method(self, *args, **kwargs):
        return getattr(torch, name)(self, *args, **kwargs)
    method.__name__ = name
    method.__qualname__ = "Tensor." + name
    return method


for _name in _functions:
    setattr(Tensor, _name, _method(_name))


def _add(method):
    setattr(Tensor, method.__name__, method)
    return method


def _rebuild_from_type_v2(func, new_type, args, state):
    made = func(*args)
    if type(made) is not new_type:
        made = made.as_subclass(new_type)
    return torch._utils._set_obj_state(made, state)


def _reduce(self, protocol):
    from torch import _utils
    if isinstance(self, Parameter):
        return _utils._reduce_parameter(self)
    state = _utils._without_twin(self.__getstate__())
    if type(self) is Tensor and not state:
        return _utils._reduce_tensor(self)
    function, args = _utils._reduce_tensor(self)
    return _rebuild_from_type_v2, (function, type(self), args, state)


# Not by an assignment: what replaces a native method makes programs generic.
for _module in (_composites, _sparse_methods):
    for _name, _value in vars(_module).items():
        if _name.startswith("Tensor_"):
            torch._C._add_tensor_attribute(_name[len("Tensor_"):], _value)
_reduce.__name__ = "__reduce_ex__"
_reduce.__qualname__ = "Tensor.__reduce_ex__"
torch._C._add_tensor_attribute("__reduce_ex__", _reduce)


def _volatile(self, value=None):
    warnings.warn("volatile was removed (Variable.volatile is always False)", stacklevel=2)
    return False


torch._C._add_tensor_attribute("volatile", property(_volatile, _volatile))


def _of_class(cls, result):
    """What torch's functions give, as the class has it that was called with."""
    kind = type(result)
    if issubclass(kind, (tuple, list)):
        return kind([_of_class(cls, each) for each in result])
    plain = issubclass(kind, Tensor) and not issubclass(kind, cls)
    return result.as_subclass(cls) if plain else result


def _torch_function(cls, func, types, args=(), kwargs=None):
    from torch.overrides import get_default_nowrap_functions
    if not all([issubclass(cls, each) for each in types]):
        return NotImplemented
    with torch._C.DisableTorchFunctionSubclass():
        result = func(*args, **({} if kwargs is None else kwargs))
    if cls is Tensor or func in get_default_nowrap_functions():
        return result
    return _of_class(cls, result)


_torch_function.__name__ = "__torch_function__"
_torch_function.__qualname__ = "Tensor.__torch_function__"
torch._C._add_tensor_attribute("__torch_function__", classmethod(_torch_function))


def _reduce_layout(obj):
    from torch.serialization import _get_layout
    return _get_layout, (str(obj),)


def _generator_in(state):
    made = Generator()
    made.set_state(state)
    return made


copyreg.pickle(Generator, lambda obj: (_generator_in, (obj.get_state(),)))
copyreg.pickle(layout, _reduce_layout)
copyreg.pickle(device, lambda obj: (device, (obj.type,) if obj.index is None else (obj.type, obj.index)))
copyreg.pickle(Size, lambda obj: (Size, (tuple(obj),)))


@_add
def untyped_storage(self):
    from torch.storage import UntypedStorage
    return UntypedStorage(self)


_storage_warned = False


@_add
def storage(self):
    global _storage_warned
    place = warnings.call_place()
    if not _storage_warned:
        _storage_warned = True
        warnings._warn_at(place, "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be "
                          "the only storage class. This should only matter to you if you are using storages directly.  To "
                          "access UntypedStorage directly, use tensor.untyped_storage() instead of tensor.storage()", UserWarning)
    from torch.storage import TypedStorage
    return TypedStorage(self)


_absent = object()


@_add
def set_(self, source=_absent, storage_offset=_absent, size=_absent, stride=_absent):
    from torch.storage import _memory_of
    given = [value for value in (source, storage_offset, size, stride) if value is not _absent]
    if not given:
        return self._set_tensor(torch.empty(0, dtype=self.dtype))
    if isinstance(source, Tensor) and len(given) == 1:
        return self._set_tensor(source)
    if isinstance(source, Tensor) and not source.is_contiguous():
        raise RuntimeError("passed in tensor to be used as storage must be contiguous")
    memory = _memory_of(source, self.dtype)
    if memory is None or not _are_places(given[1:]):
        names = ", ".join([_class_named(value) for value in given])
        raise TypeError(f"set_() received an invalid combination of arguments - got ({names}), but expected one of:\n"
                        " * ()\n * (torch.Storage source)\n * (torch.Tensor source)\n"
                        " * (torch.Storage source, int storage_offset, tuple of ints size, tuple of ints stride = None)\n"
                        " * (torch.Tensor source, int storage_offset, tuple of ints size, tuple of ints stride = None)\n")
    return self._set_tensor(memory.whole() if len(given) == 1 else memory.part(*given[1:]))


def _are_places(given):
    """Offset, sizes and perhaps strides; or none of them."""
    if not given:
        return True
    return 2 <= len(given) <= 3 and isinstance(given[0], int) and all([isinstance(each, (tuple, list)) for each in given[1:]])


def _class_named(value):
    cls = type(value)
    return cls.__name__ if cls is Tensor or cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


@_add
def storage_type(self):
    from torch.storage import _type_of
    return _type_of[self.dtype]


def _written(self, result):
    if result.is_floating_point() and not self.is_floating_point():
        raise RuntimeError(f"result type {torch._scalar_type_name(result.dtype)} can't be cast to the desired output type "
                           f"{torch._scalar_type_name(self.dtype)}")
    return self.copy_(result)


@_add
def deg2rad_(self):
    return _written(self, torch.deg2rad(self))


@_add
def rad2deg_(self):
    return _written(self, torch.rad2deg(self))


@_add
def mvlgamma_(self, p):
    return _written(self, torch.mvlgamma(self, p))


@_add
def sinc_(self):
    return _written(self, torch.sinc(self))


@_add
def ldexp_(self, other):
    return _written(self, torch.ldexp(self, other))


@_add
def float_power_(self, exponent):
    from torch._operations.numeric import _is_complex
    wide = torch.complex128 if _is_complex(self) or _is_complex(exponent) else torch.float64
    if self.dtype != wide:
        raise RuntimeError(f"the base given to float_power_ has dtype {torch._scalar_type_name(self.dtype)} but the operation's result "
                           f"requires dtype {torch._scalar_type_name(wide)}")
    return self.pow_(exponent.to(wide) if isinstance(exponent, torch.Tensor) else exponent)


@_add
def conj_physical_(self):
    return self.copy_(self.conj()) if self.is_complex() else self


@_add
def renorm_(self, p, dim, maxnorm):
    return self.copy_(torch.renorm(self, p, dim, maxnorm))


@_add
def polygamma(self, n):
    return torch.polygamma(n, self)


@_add
def polygamma_(self, n):
    return _written(self, torch.polygamma(n, self))


@_add
def index_reduce_(self, dim, index, source, reduce, *, include_self=True):
    return self.copy_(torch.index_reduce(self, dim, index, source, reduce, include_self=include_self))


Tensor.__rdiv__ = Tensor.__rtruediv__


@_add
def lu(self, pivot=True, get_infos=False):
    return tuple(torch.lu(self, pivot, get_infos))


@_add
def reshape_as(self, other):
    return self.reshape(other.shape)


@_add
def sum_to_size(self, *size):
    if not size:
        raise TypeError('sum_to_size() missing 1 required positional arguments: "size"')
    size = tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else size
    if size and not isinstance(size[0], int):
        _expected.refuse("sum_to_size", 1, "size", "tuple of ints", size[0])
    if not size:
        return self.sum()
    lead = self.dim() - len(size)
    shape = tuple(self.shape)
    if lead < 0 or any(s != 1 and s != have for s, have in zip(size, shape[lead:])):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    dims = list(range(lead)) + [lead + i for i, s in enumerate(size) if s == 1 and shape[lead + i] != 1]
    return _name_node(self.sum(dims, keepdim=True).reshape(size), "SumBackward1") if dims else self


def _become(self, view, name):
    return _name_node(self._become_view(view), name)


@_add
def squeeze_(self, *dim):
    if self.layout is not torch.strided:
        _sparse_methods.refuse_other_strides(self)
    is_one = dim and not isinstance(dim[0], (tuple, list))
    return _become(self, self.squeeze(*dim), "SqueezeBackward4" if is_one else "SqueezeBackward5" if dim else "SqueezeBackward3")


@_add
def unsqueeze_(self, dim):
    if self.layout is not torch.strided:
        _sparse_methods.refuse_other_strides(self)
    return _become(self, self.unsqueeze(dim), "UnsqueezeBackward1")


@_add
def t_(self):
    if self.layout is not torch.strided:
        return _sparse_methods.become_transposed(self, self.t)
    return _become(self, self.t(), "TBackward1")


@_add
def transpose_(self, dim0, dim1):
    if self.layout is not torch.strided:
        return _sparse_methods.become_transposed(self, lambda: self.transpose(dim0, dim1))
    return _become(self, self.transpose(dim0, dim1), "TransposeBackward1")


Tensor.swapaxes_ = Tensor.swapdims_ = transpose_


@_add
def as_strided_(self, size, stride, storage_offset=None):
    if self.layout is not torch.strided:
        _sparse_methods.refuse_other_strides(self)
    return _become(self, self.as_strided(size, stride, storage_offset), "AsStridedBackward1")


@_add
def put_(self, index, source, accumulate=False):
    torch._check_put(self, index, source)
    if self.is_contiguous():
        torch._put_within(self, index, lambda: self.view(-1).index_put_((index.reshape(-1),), source.reshape(-1), accumulate))
    else:
        self.copy_(torch.put(self, index, source, accumulate))
    return self


@_add
def new_empty_strided(self, size, stride, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False):
    return torch.empty_strided(size, stride, dtype=self.dtype if dtype is None else dtype, device=device,
                               requires_grad=requires_grad)


@_add
def apply_(self, callable):
    """Each element becomes what the function gives for it."""
    if self.requires_grad:
        raise RuntimeError("Can't call apply_() on Variable that requires grad. Use var.detach().apply_() instead.")
    values = [callable(x) for x in self.reshape(-1).tolist()]
    return self.copy_(torch.tensor(values, dtype=self.dtype).view(self.shape))


@_add
def map_(self, tensor, callable):
    """Each element becomes what the function gives for it and the other tensor's element."""
    if self.requires_grad:
        raise RuntimeError("Can't call map_() on Variable that requires grad. Use var.detach().map_() instead.")
    pairs = zip(self.reshape(-1).tolist(), tensor.expand_as(self).reshape(-1).tolist())
    return self.copy_(torch.tensor([callable(x, y) for x, y in pairs], dtype=self.dtype).view(self.shape))


@_add
def is_distributed(self):
    return False


def _is_before(tensor, a, b):
    """1 where dimension `a` lies outside of `b` in memory, -1 where it lies within, 0 where that is open."""
    strides = tensor.stride()
    if strides[a] == 0 or strides[b] == 0:
        return 0
    if strides[a] != strides[b]:
        return 1 if strides[a] > strides[b] else -1
    return 1 if tensor.size(a) > tensor.size(b) else 0


@_add
def dim_order(self, *, ambiguity_check=False):
    """The dimensions in the order in which they lie in memory, the outermost first."""
    if self.layout != torch.strided:
        raise AttributeError(f"Can't get dim order on sparse type: {self.type()} Use Tensor.to_dense() to convert to a dense tensor "
                             "first.")
    if isinstance(ambiguity_check, bool):
        strides = self.stride()
        is_open = ambiguity_check and (len(set(strides)) < len(strides) or 1 in self.shape)
    elif isinstance(ambiguity_check, list) and all([isinstance(f, torch.memory_format) for f in ambiguity_check]):
        is_open = len([f for f in ambiguity_check if self.is_contiguous(memory_format=f)]) != 1
    else:
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    if is_open:
        raise RuntimeError("The tensor does not have unique dim order, or cannot map to exact one of the given memory formats.")
    if self.numel() == 0:
        return tuple(range(self.dim()))
    order = list(reversed(range(self.dim())))
    for last in range(1, self.dim()):
        at = last
        for before in reversed(range(last)):
            answer = _is_before(self, order[before], order[at])
            if answer < 0:
                break
            if answer > 0:
                order[before], order[at] = order[at], order[before]
                at = before
    return tuple(reversed(order))
