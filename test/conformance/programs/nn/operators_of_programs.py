"""Operators of programs: torch.library and torch.ops.NAMESPACE.NAME, their gradients, errors, and steps that use them."""
import torch
from typing import List, Optional, Tuple
from torch import Tensor
def show(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:400])
@torch.library.custom_op("mylib::add1", mutates_args=())
def add1(x: Tensor, k: float = 1.0) -> Tensor:
    return x + k
print(add1(torch.ones(2)), torch.ops.mylib.add1(torch.ones(1)), torch.ops.mylib.add1.default(torch.ones(1), 3.0), add1, torch.ops.mylib.add1, torch.ops.mylib.add1.default, torch.ops.mylib)
print(add1(torch.ones(1), k=2.0), torch.ops.mylib.add1(torch.ones(1), k=5))
x = torch.ones(2, requires_grad=True)
y = add1(x); print(y.requires_grad)
show(lambda: y.sum().backward())
@add1.register_fake
def _(x, k=1.0): return torch.empty_like(x)
print(add1(torch.ones(2, device="meta")).shape)
def setup(ctx, inputs, output):
    print("setup", len(inputs)); ctx.save_for_backward(inputs[0]); ctx.k = inputs[1]
def bw(ctx, g):
    (x,) = ctx.saved_tensors; return g * 3 * ctx.k, None
add1.register_autograd(bw, setup_context=setup)
x = torch.ones(2, requires_grad=True); y = add1(x); y.sum().backward(); print(x.grad)
y = torch.ops.mylib.add1(x, 2.0); y.sum().backward(); print(x.grad)
@torch.library.custom_op("mylib::inc", mutates_args={"x"})
def inc(x: Tensor) -> None: x.add_(1)
z = torch.zeros(2); v = z._version; inc(z); print(z, z._version > v)
@torch.library.custom_op("mylib::two", mutates_args=())
def two(xs: List[Tensor], n: int, flag: bool = False, s: str = "a", o: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
    return sum(xs) * n, xs[0].clone()
print(two([torch.ones(1), torch.ones(1)], 3))
show(lambda: torch.library.custom_op("mylib::bad", mutates_args=())(lambda x: x))
def noret(x: Tensor): return x.clone()
show(lambda: torch.library.custom_op("mylib::bad2", noret, mutates_args=()))
show(lambda: torch.library.custom_op("noname", noret, mutates_args=()))
def mut(x: Tensor) -> None: pass
show(lambda: torch.library.custom_op("mylib::bad4", mut, mutates_args={"y"}))
show(lambda: torch.ops.mylib.nothing)
show(lambda: torch.ops.mylib.nothing(1))
show(lambda: torch.ops.nolib.nothing(1))
lib = torch.library.Library("mylib2", "DEF"); print(lib.define("foo(Tensor x, int n=2) -> Tensor")); lib.impl("foo", lambda x, n=2: x * n, "CPU"); print(torch.ops.mylib2.foo(torch.ones(1)), torch.ops.mylib2.foo(torch.ones(1), 4))
torch.library.define("mylib3::sin", "(Tensor x) -> Tensor")
@torch.library.impl("mylib3::sin", "cpu")
def f(x): return x.sin()
print(torch.ops.mylib3.sin(torch.ones(1)))
@torch.library.register_fake("mylib3::sin")
def g(x): return torch.empty_like(x)
print(torch.ops.mylib3.sin(torch.ones(3, device="meta")).shape)
def sbw(ctx, g): return g * ctx.x.cos()
def ss(ctx, inputs, output): ctx.x = inputs[0]
torch.library.register_autograd("mylib3::sin", sbw, setup_context=ss)
a = torch.ones(1, requires_grad=True); torch.ops.mylib3.sin(a).backward(); print(a.grad)
@torch.library.custom_op("mylib::alias", mutates_args=())
def alias(x: Tensor) -> Tensor: return x
try:
    alias(torch.ones(1))
except RuntimeError as error:
    print("may not alias any inputs" in str(error))
show(lambda: add1("a")); show(lambda: add1()); show(lambda: add1(torch.ones(1), 2.0, 3))
@add1.register_kernel("cpu")
def k(x, k=1.0): return x - k
print(add1(torch.ones(1)))
with torch.no_grad(): print(add1(x).requires_grad)
print(torch.library.infer_schema(two._init_fn, mutates_args=()))
print(two._opoverload._schema)


weight = torch.nn.Parameter(torch.ones(3))
optimizer = torch.optim.SGD([weight], lr=0.1)


@torch.library.custom_op("mylib::scaled", mutates_args=())
def scaled(x: Tensor, parts: List[Tensor], k: float) -> Tensor:
    return x * k + sum(parts)


def scaled_setup(ctx, inputs, output):
    ctx.k, ctx.count = inputs[2], len(inputs[1])


def scaled_backward(ctx, grad):
    return grad * ctx.k, [grad] * ctx.count, None


scaled.register_autograd(scaled_backward, setup_context=scaled_setup)
for step in range(30):
    optimizer.zero_grad()
    loss = scaled(weight, [weight * 2, weight.detach()], 0.5).pow(2).sum()
    loss.backward()
    optimizer.step()
print(loss.item(), weight)
