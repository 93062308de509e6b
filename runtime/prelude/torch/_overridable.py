"""The functions that classes and modes override, and how their arguments are handed on."""
import types

import torch
from torch import _C


def _member_name(func):
    if isinstance(func, types.MethodWrapperType) and isinstance(func.__self__, types.GetSetDescriptorType):
        return f"torch.Tensor.{func.__self__.__name__}.{func.__name__}"
    if vars(torch.Tensor).get(getattr(func, "__name__", None)) is func:
        return "torch.Tensor." + func.__name__
    return None


def resolve_name(f):
    """Where programs find a function of torch: `torch.nn.functional.relu`."""
    name = _member_name(f)
    if name is not None or isinstance(f, str):
        return name or f
    for space, names in _spaces():
        for name in names:
            if space.__dict__.get(name) is f:
                inner = space is torch and name in _in_python
                return f"torch.functional.{name}" if inner else f"{space.__name__}.{name}"
    return None


def is_tensor_method_or_property(func):
    return _member_name(func) is not None


# ---- what asks

# How arguments are handed on: as the program has given them, without keywords or with a dict of none, with those that
# have defaults by their names, all by their names; or only to modes.
_as_called, _with_dict, _bound, _keywords, _modes_only = 0, 1, 2, 3, 4
# Functions of modules that nobody overrides.
_never = {"can_cast", "compile", "fork", "from_numpy", "frombuffer", "import_module", "initial_seed", "load", "manual_seed",
          "promote_types", "save", "seed", "typename", "use_deterministic_algorithms", "vmap", "wait", "broadcast_shapes"}
_asked_of_tensors = {"is_complex", "is_conj", "is_distributed", "is_floating_point", "is_inference", "is_neg",
                     "is_nonzero", "is_same_size", "is_signed"}
# Functions of their own numbers and data.
_of_data = {"tensor", "as_tensor", "asarray", "scalar_tensor", "full", "sparse_coo_tensor", "sparse_csr_tensor",
            "sparse_csc_tensor", "sparse_compressed_tensor"}
# Functions of torch that PyTorch has in Python.
_in_python = {"atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "broadcast_tensors", "cartesian_prod", "cdist",
              "chain_matmul", "einsum", "lu", "meshgrid", "norm", "pca_lowrank", "split", "stft", "svd_lowrank",
              "tensordot", "unique", "unique_consecutive", "unravel_index"}
# Functions of torch.nn.functional that PyTorch has not in Python.
_parsed = {"adaptive_avg_pool1d", "avg_pool1d", "avg_pool2d", "avg_pool3d", "bilinear", "celu_", "channel_shuffle",
           "conv1d", "conv2d", "conv3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d",
           "cosine_similarity", "elu_", "gelu", "hardshrink", "hardsigmoid", "hardswish", "hardtanh_", "leaky_relu_",
           "linear", "logsigmoid", "native_channel_shuffle", "one_hot", "pairwise_distance", "pdist", "pixel_shuffle",
           "pixel_unshuffle", "prelu", "relu_", "rrelu_", "scaled_dot_product_attention", "selu_", "sigmoid", "softplus",
           "softshrink", "tanh", "threshold_"}
_initialisers = ("constant_", "kaiming_uniform_", "normal_", "uniform_")
_members_that_run = {"__new__", "__init__", "__init_subclass__", "__torch_function__", "__hash__", "__getattribute__",
                     "__setattr__", "__delattr__", "__class__", "__dict__", "__weakref__", "__getstate__", "__iter__",
                     "__subclasshook__", "_make_subclass", "as_subclass", "_become_view", "_suggests_channels_last",
                     "volatile"}
_members_in_python = {"__contains__", "__deepcopy__", "__floordiv__", "__format__", "__ipow__", "__len__", "__pow__",
                      "__rdiv__", "__reduce_ex__", "__repr__", "__reversed__", "__rfloordiv__", "__rlshift__",
                      "__rmatmul__", "__rmod__", "__rpow__", "__rrshift__", "__rsub__", "__rtruediv__", "backward",
                      "istft", "lu", "norm", "register_hook", "register_post_accumulate_grad_hook", "split", "stft",
                      "storage", "storage_type", "unflatten", "unique", "unique_consecutive", "is_shared",
                      "share_memory_"}


def _spaces():
    """The modules of torch with functions that ask, and their names."""
    from importlib import import_module
    functional = import_module("torch.nn.functional")
    yield functional, functional._names()
    yield torch, torch._names()
    for name in ("linalg", "special", "fft"):
        module = import_module("torch." + name)
        yield module, [*vars(module)]
    yield import_module("torch.nn.init"), _initialisers
    yield import_module("torch.autograd"), ("grad",)


def _is_setting(name):
    return name in _never or name.startswith(("get_", "set_", "is_", "are_")) and name not in _asked_of_tensors


def _kind(space, name):
    if name in _initialisers and space is not torch:
        return _keywords
    if name in _of_data and space is torch:
        return _modes_only
    if space is torch:
        return _bound if name in _in_python else _as_called
    if space is torch.autograd or space is torch.nn.functional and name not in _parsed:
        return _bound
    return _as_called


def _mark():
    """From now on, torch's functions and the members of tensors ask."""
    callables = (types.FunctionType, types.BuiltinFunctionType)
    for space, names in _spaces():
        for name in names:
            if name[:1] == "_" or space is torch and _is_setting(name):
                continue
            function = getattr(space, name)
            if isinstance(function, callables):
                _C._asks(function, _kind(space, name))
    members = (*callables, types.MethodDescriptorType, types.GetSetDescriptorType, types.WrapperDescriptorType)
    for name, member in list(vars(torch.Tensor).items()):
        if name in _members_that_run or not isinstance(member, members):
            continue
        inner = isinstance(member, types.FunctionType)
        _C._asks(member, (_bound if inner else _with_dict) if name in _members_in_python else _as_called)
