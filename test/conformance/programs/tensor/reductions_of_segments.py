# Reductions at indices and of segments, histograms, and indices of a fixed number.
import warnings

import torch

warnings.simplefilter("ignore")  # of functions in beta


def attempt(function):
    try:
        result = function()
        print(result if not isinstance(result, torch.Tensor) else (result, result.stride()))
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])


x = torch.arange(6.0).view(2, 3)
for reduce in ("prod", "mean", "amax", "amin", "sum"):
    for include in (True, False):
        attempt(lambda: torch.index_reduce(x + 1, 1, torch.tensor([0, 2, 0]), x - 2, reduce, include_self=include))
a, b = torch.rand(2, 3, dtype=torch.float64).requires_grad_(), torch.rand(2, 2, dtype=torch.float64).requires_grad_()
for reduce in ("prod", "mean", "amax", "amin"):
    print(torch.autograd.gradcheck(lambda a, b: torch.index_reduce(a, 1, torch.tensor([2, 2]), b, reduce), (a, b)))
y = x.clone()
print(y.index_reduce_(0, torch.tensor([1]), x[:1], "amin") is y, y)
attempt(lambda: torch.index_reduce(x, 0, torch.tensor([0, 0]), x.double(), "mean"))
attempt(lambda: torch.index_reduce(x, 0, torch.tensor([0.0, 0]), x, "mean"))
attempt(lambda: torch.index_reduce(x, 0, torch.tensor([[0, 0]]), x, "mean"))
attempt(lambda: torch.index_reduce(x, 0, torch.tensor([0, 0, 1]), x, "mean"))
attempt(lambda: torch.index_reduce(x, 0, torch.tensor([0, 7]), x, "mean"))
attempt(lambda: torch.index_reduce(x, 0, torch.tensor([0, 1]), torch.ones(2, 2), "mean"))
attempt(lambda: torch.index_reduce(torch.tensor(3.0), 0, torch.tensor(0), torch.tensor(2.0), "prod"))

attempt(lambda: torch.nonzero_static(x, size=3))
attempt(lambda: x.nonzero_static(size=7, fill_value=-7))
attempt(lambda: torch.nonzero_static(torch.tensor(3), size=2))
attempt(lambda: torch.nonzero_static(x, size=-2))

v = torch.tensor([1.0, 2.0, 1.0, 4.0])
attempt(lambda: torch.histogram(v, 4))
attempt(lambda: v.histogram(3, range=(0.0, 2.0), density=True))
attempt(lambda: torch.histogram(v, torch.tensor([0.0, 1.5, 3.0]), weight=torch.tensor([1.0, 2, 3, 4]), density=True))
attempt(lambda: torch.histogram(torch.ones(2), 2))
attempt(lambda: torch.histogram(torch.tensor([]), 2))
attempt(lambda: torch.histogram(v.long(), 2))
attempt(lambda: torch.histogram(v, 0))
attempt(lambda: torch.histogram(v, 4, range=(3.0, 1.0)))
attempt(lambda: torch.histogram(v, torch.tensor([1, 2])))
attempt(lambda: torch.histogram(v, torch.tensor([[1.0, 2]])))
attempt(lambda: torch.histogram(v, 2, weight=torch.ones(3)))
attempt(lambda: torch.histogram(torch.tensor([1.0, float("nan")]), 2))
attempt(lambda: torch.histogramdd(x, [2, 2, 2]))
attempt(lambda: torch.histogramdd(x, 2, weight=torch.tensor([1.0, 3.0]), density=True))
attempt(lambda: torch.histogramdd(x, [torch.tensor([0.0, 2.0, 5.0])] * 3))
attempt(lambda: torch.histogramdd(x, [2, 2]))
attempt(lambda: torch.histogramdd(x, [2, 2, 2], range=[0.0, 1.0, 0.0, 1.0]))
attempt(lambda: torch.histogramdd(x, [2, 2, 2], weight=torch.ones(3)))

data = torch.tensor([[1.0, 2.0], [0.0, 4.0], [5.0, 5.0], [-1.0, 5.0]], dtype=torch.float64, requires_grad=True)
for reduce in ("sum", "mean", "prod", "max", "min"):
    for initial in (None, 2.0):
        result = torch.segment_reduce(data, reduce, lengths=torch.tensor([1, 0, 3]), initial=initial)
        slope, = torch.autograd.grad(result[[0, 2]].sum(), data)
        print(reduce, initial, result.tolist(), slope.tolist())
attempt(lambda: torch.segment_reduce(data.detach(), "sum", offsets=torch.tensor([0, 1, 4])))
attempt(lambda: torch.segment_reduce(x, "sum", lengths=torch.tensor([[1, 2], [2, 1]]), axis=1))
attempt(lambda: torch.segment_reduce(x, "median", lengths=torch.tensor([2])))
attempt(lambda: torch.segment_reduce(x, "sum", lengths=torch.tensor([1])))
attempt(lambda: torch.segment_reduce(x, "sum", lengths=torch.tensor([3, -1])))
attempt(lambda: torch.segment_reduce(x, "sum"))

# ---- names with an underscore
probabilities = x.softmax(1)
attempt(lambda: torch._softmax_backward_data(x, probabilities, 1, torch.float32))
attempt(lambda: torch._safe_softmax(torch.tensor([[0.0, 1.0], [-torch.inf, -torch.inf]]), 1))
images = torch.arange(12.0).view(2, 3, 2)
attempt(lambda: torch._native_batch_norm_legit(images, None, None, True, 0.1, 1e-5))
mean, variance = torch.zeros(3), torch.ones(3)
attempt(lambda: torch._native_batch_norm_legit(images, None, None, mean, variance, True, 0.1, 1e-5))
print(mean, variance)
mask = torch.tensor([True, False, True])
attempt(lambda: torch._unsafe_masked_index(x, mask, [torch.tensor([0, 9, 1]), torch.tensor([2, 9, 0])], 7.0))
attempt(lambda: torch._unsafe_masked_index_put_accumulate(x, mask, [torch.tensor([1, 9, 0]), torch.tensor([0, 9, 0])], torch.ones(3)))
volume, grid = torch.arange(8.0).view(1, 1, 2, 2, 2), torch.linspace(-1, 1, 6).view(1, 1, 1, 2, 3)
for mode in (0, 1):
    for padding in (0, 1, 2):
        attempt(lambda: torch.grid_sampler_3d(volume, grid, mode, padding, mode == 0))
