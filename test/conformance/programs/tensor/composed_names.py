# Functions and methods that are made of others: quantiles, splits, windows, in-place views.
import math

import torch

x = torch.tensor([[3.0, 1.0, 2.0], [9.0, 7.0, 8.0]])


def show(name, f):
    try:
        print(name, f())
    except (RuntimeError, TypeError, IndexError) as error:
        print(name, type(error).__name__, error)


show("quantile", lambda: x.quantile(0.5))
show("quantile", lambda: x.quantile(torch.tensor([0.1, 0.9]), dim=1))
show("quantile", lambda: torch.quantile(x, 0.25, dim=0, keepdim=True))
show("quantile", lambda: torch.quantile(x, torch.tensor([0.5]), keepdim=True).shape)
for kind in ("linear", "lower", "higher", "midpoint", "nearest", "other"):
    show(kind, lambda: torch.quantile(x, torch.tensor([0.1, 0.35]), dim=1, interpolation=kind))
show("quantile", lambda: torch.quantile(x, 1.5))
show("quantile", lambda: torch.quantile(x.long(), 0.5))
show("quantile", lambda: torch.quantile(torch.ones(0), 0.5))
show("quantile", lambda: torch.quantile(torch.tensor([1.0, math.nan, 3.0]), 0.5))
show("nanquantile", lambda: torch.nanquantile(torch.tensor([1.0, math.nan, 3.0]), 0.5))
w = torch.tensor([4.0, 1.0, 3.0], requires_grad=True)
w.quantile(0.3).backward()
print(w.grad)
for k in (-1, 1, 2, 4):
    show("rot90", lambda: x.rot90(k))
show("angles", lambda: (torch.deg2rad(torch.tensor([180.0, 90.0])), torch.rad2deg(torch.tensor([3.0]))))
show("float_power", lambda: torch.float_power(torch.tensor([2, 3]), 2))
show("dist", lambda: (torch.dist(x[0], x[1]), x[0].dist(x[1], 1), x[0].vdot(x[1])))
show("hsplit", lambda: torch.hsplit(x, 3))
show("vsplit", lambda: x.vsplit([1]))
show("vsplit", lambda: torch.vsplit(x[0], 1))
show("hsplit", lambda: x.hsplit(2))
show("msort", lambda: torch.msort(x))
show("sum_to_size", lambda: x.sum_to_size(1, 3))
show("reshape_as", lambda: x.reshape_as(torch.ones(3, 2)))
show("matrix_power", lambda: torch.ones(2, 2).matrix_power(3))
show("logdet", lambda: torch.logdet(torch.eye(2) * 2))
show("gradient", lambda: torch.gradient(torch.tensor([1.0, 4.0, 9.0, 16.0])))
show("cumulative_trapezoid", lambda: torch.cumulative_trapezoid(torch.tensor([1.0, 2.0, 4.0])))
show("unravel_index", lambda: torch.unravel_index(torch.tensor([3, 5]), (2, 3)))
show("windows", lambda: (torch.hann_window(5), torch.hamming_window(4, periodic=False), torch.bartlett_window(4)))
show("linalg", lambda: (torch.linalg.vecdot(x, x), torch.linalg.diagonal(x), torch.linalg.vander(torch.tensor([1, 2]))))
show("cov", lambda: (x.cov(), x.corrcoef(), x.diff(), x[0].kron(torch.ones(2)), x[0].diagflat()))
show("sinc", lambda: torch.sinc(torch.tensor([0.0, 0.5])))
show("renorm", lambda: torch.renorm(x, 2, 0, 5))
show("positive", lambda: torch.positive(torch.tensor([True])))

# In-place changes of the view.
y = torch.zeros(1, 3, 1)
alias = y.view(3)
print(y.squeeze_(0).shape, y.unsqueeze_(-1).shape, y.transpose_(0, 1).shape, y.squeeze_().shape)
y += 1
print(alias, y.data_ptr() == alias.data_ptr())
print(torch.arange(6).view(2, 3).t_(), torch.arange(6).view(2, 3).swapaxes_(0, 1).stride())
a = torch.arange(3.0, requires_grad=True)
b = (a * 2).unsqueeze_(0)
print(b.detach(), b.grad_fn is not None)
(b * torch.tensor([[1.0, 2.0, 3.0]])).sum().backward()
print(a.grad)
show("leaf", lambda: a.unsqueeze_(0))

# A program may add methods to the class, and replace them.
torch.Tensor.doubled = lambda self, times=2: self * times
print(x.doubled(), torch.nn.Parameter(torch.ones(1)).doubled(3))
torch.Tensor.doubled = property(lambda self: "a property")
print(x.doubled, hasattr(torch.Tensor, "tripled"))
del torch.Tensor.doubled
print(hasattr(x, "doubled"))
