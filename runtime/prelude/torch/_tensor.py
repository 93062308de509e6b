"""Methods of tensors that are functions of torch made of others, and those that change the view in place."""
import copyreg
import warnings

import torch
from torch import _composites
from torch._C import Generator, Parameter, Size, Tensor, device, layout

# Methods whose first argument is the tensor.
_functions = ("cholesky", "cholesky_inverse", "cholesky_solve", "corrcoef", "cov", "cross", "deg2rad", "diagflat", "diff", "dist", "dsplit", "eig",
              "float_power", "hsplit", "inner", "kron", "ldexp", "logdet", "lstsq", "lu_solve", "matrix_exp", "matrix_power", "msort", "mvlgamma", "nanquantile",
              "narrow_copy", "orgqr", "ormqr", "pinverse", "positive", "put", "qr", "quantile", "rad2deg", "renorm", "rot90", "sinc", "solve",
              "svd", "symeig", "triangular_solve", "vdot", "vsplit")


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
        raise TypeError(f"a {type(made).__name__} cannot become a {new_type.__name__}")
    return torch._utils._set_obj_state(made, state)


def _reduce(self, protocol):
    from torch import _utils
    if isinstance(self, Parameter):
        return _utils._reduce_parameter(self)
    state = self.__getstate__()
    if type(self) is Tensor and not state:
        return _utils._reduce_tensor(self)
    function, args = _utils._reduce_tensor(self)
    return _rebuild_from_type_v2, (function, type(self), args, state)


# Not by an assignment: what replaces a native method makes programs generic.
for _name, _value in vars(_composites).items():
    if _name.startswith("Tensor_"):
        torch._C._add_tensor_attribute(_value.__name__, _value)
torch._C._add_tensor_attribute("__reduce_ex__", _reduce)


def _refuse_overriding(cls, **keywords):
    if "__torch_function__" in cls.__dict__:
        raise NotImplementedError(f"{cls.__name__}.__torch_function__: subclasses of torch.Tensor cannot "
                                  "override torch's functions here")
    super(Tensor, cls).__init_subclass__(**keywords)


torch._C._add_tensor_attribute("__init_subclass__", classmethod(_refuse_overriding))


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
    if self.dtype != torch.float64:
        raise RuntimeError(f"the base given to float_power_ has dtype {torch._scalar_type_name(self.dtype)} but the operation's result "
                           "requires dtype Double")
    return self.pow_(exponent.double() if isinstance(exponent, torch.Tensor) else exponent)


@_add
def renorm_(self, p, dim, maxnorm):
    return self.copy_(torch.renorm(self, p, dim, maxnorm))


@_add
def lu(self, pivot=True, get_infos=False):
    return tuple(torch.lu(self, pivot, get_infos))


@_add
def adjoint(self):
    return self.transpose(-2, -1)


@_add
def reshape_as(self, other):
    return self.reshape(other.shape)


@_add
def sum_to_size(self, *size):
    size = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else size
    if not size:
        return self.sum()
    lead = self.dim() - len(size)
    shape = tuple(self.shape)
    if lead < 0 or any(s != 1 and s != have for s, have in zip(size, shape[lead:])):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    dims = list(range(lead)) + [lead + i for i, s in enumerate(size) if s == 1 and shape[lead + i] != 1]
    return self.sum(dims, keepdim=True).reshape(size) if dims else self


@_add
def squeeze_(self, *dim):
    return self._become_view(self.squeeze(*dim))


@_add
def unsqueeze_(self, dim):
    return self._become_view(self.unsqueeze(dim))


@_add
def t_(self):
    return self._become_view(self.t())


@_add
def transpose_(self, dim0, dim1):
    return self._become_view(self.transpose(dim0, dim1))


Tensor.swapaxes_ = Tensor.swapdims_ = transpose_


@_add
def as_strided_(self, size, stride, storage_offset=None):
    return self._become_view(self.as_strided(size, stride, storage_offset))


@_add
def put_(self, index, source, accumulate=False):
    torch._check_put(self, index, source)
    if self.is_contiguous():
        self.view(-1).index_put_((index.reshape(-1),), source.reshape(-1), accumulate)
    else:
        self.copy_(torch.put(self, index, source, accumulate))
    return self
