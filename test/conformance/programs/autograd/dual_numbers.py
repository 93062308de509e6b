"""torch.autograd.forward_ad: tangents of what is computed from dual tensors."""
# float-tolerance: 1e-3
# stderr: last line importing the transforms makes torch warn of itself
import torch
import torch.nn as nn
import torch.autograd.forward_ad as fwAD


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


torch.manual_seed(0)
x = torch.randn(3)
y = torch.randn(3)
with fwAD.dual_level():
    d = fwAD.make_dual(x, y)
    print(fwAD.unpack_dual(d).tangent)
    o = d.sin() * 2
    u = fwAD.unpack_dual(o)
    print(u.primal, u.tangent)
    p, tt = fwAD.unpack_dual((o * y).sum())
    print(p, tt)
    print(fwAD.unpack_dual(y).tangent)
    lin = nn.Linear(3, 2)
    for n, p in list(lin.named_parameters()):
        delattr(lin, n)
        setattr(lin, n, fwAD.make_dual(p, torch.ones_like(p)))
    print(fwAD.unpack_dual(lin(x)).tangent.detach())
attempt(lambda: fwAD.make_dual(x, y))
with fwAD.dual_level():
    attempt(lambda: fwAD.make_dual(x, torch.ones(2)))
    attempt(lambda: fwAD.make_dual(x.long(), x))
print(fwAD.unpack_dual(x))
