"""Which class is asked first."""
import torch


class A(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(" A as", cls.__name__, func.__name__, [t.__name__ for t in types])
        return super().__torch_function__(func, types, args, kwargs)


class B(A):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(" B as", cls.__name__, func.__name__, [t.__name__ for t in types])
        return super().__torch_function__(func, types, args, kwargs)


class C(torch.Tensor):
    pass


class D(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return "D answers"


class Outside:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print(" Outside", func.__name__, [t.__name__ for t in types])
        return NotImplemented


a, b, c, d, o, t = A([1.0]), B([2.0]), C([3.0]), D([4.0]), Outside(), torch.ones(1)
for f in (lambda: a + b, lambda: b + a, lambda: torch.add(a, b), lambda: t + b, lambda: a + c, lambda: torch.add(a, c), lambda: torch.add(c, d),
          lambda: c + d, lambda: d + c, lambda: torch.stack([t, a, b]), lambda: torch.add(o, d), lambda: torch.add(o, a), lambda: a + o,
          lambda: o + a, lambda: torch.sum(o), lambda: torch.cat([o, t]), lambda: t.add(o), lambda: d.shape, lambda: d[0], lambda: t * d,
          lambda: d.backward(), lambda: torch.nn.functional.relu(d), lambda: torch.nn.functional.relu(o), lambda: a.mul(d)):
    try:
        r = f()
        print(type(r).__name__, r if isinstance(r, str) else r.tolist())
    except TypeError as error:
        print("TypeError", error)
print(repr(d) if False else type(d).__name__)


class E(torch.Tensor):
    __torch_function__ = torch._C._disabled_torch_function_impl


e = E([1.0, 2.0])
print(type(e), type(e + 1), type(e.clone()), type(torch.relu(e)), e, type(e[0]), type(e.view(2)))


class Late:
    def __init__(self, v):
        self.v = v


late = Late(3)
try:
    torch.mean(late)
except TypeError as error:
    print(str(error).splitlines()[0])
Late.__torch_function__ = classmethod(lambda cls, func, types, args=(), kwargs=None: (func.__name__, args[0].v))
print(torch.mean(late), torch.nn.functional.elu(late))
