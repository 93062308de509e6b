# Functions and layers that are made of others: their values, their text and their refusals.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.modules.activation import MultiheadAttention
from torch.nn.modules.batchnorm import LazyBatchNorm2d, _BatchNorm
from torch.nn.modules.conv import LazyConv2d
from torch.nn.modules.linear import LazyLinear
from torch.nn.modules.loss import CTCLoss, _Loss
from torch.nn.modules.utils import _ntuple, _pair, _reverse_repeat_tuple
from torch.nn.utils import fuse_conv_bn_eval, fuse_linear_bn_eval
from torch.torch_version import TorchVersion
from torch.types import Number


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])


def rounded(t):
    return [round(x, 3) + 0.0 for x in t.reshape(-1).tolist()]


print(issubclass(MultiheadAttention, nn.Module), issubclass(LazyBatchNorm2d, _BatchNorm), issubclass(CTCLoss, _Loss))
print(LazyConv2d.__name__, LazyLinear.__name__, _pair(2), _ntuple(4)(1), _reverse_repeat_tuple((1, 2), 2))
print(TorchVersion("2.15.0") >= (2, 0), TorchVersion("2.15.0") > "2.9", TorchVersion("2.1") == "2.1", isinstance(2, Number))

# conditions, sizes and checks
x = torch.ones(2)
attempt(lambda: torch.cond(True, lambda a: a + 1, lambda a: a - 1, (x,)))
attempt(lambda: torch.cond(False, lambda a: a + 1, lambda a: a - 1, (x,)))
attempt(lambda: [torch.sym_min(1, 2.0), torch.sym_max(3, 2.0), torch.sym_max(True, 2), torch.sym_int(-2.7), torch.sym_float(3)])
attempt(lambda: [torch.sym_not(0), torch.sym_ite(True, 1, 2), torch.sym_sqrt(4), torch.sym_sum([1, 2, 3])])
attempt(lambda: torch._check(True))
attempt(lambda: torch._check(False))
attempt(lambda: torch._check(False, lambda: "no %d" % 3))
attempt(lambda: torch._check(1))
attempt(lambda: torch._check_index(False, lambda: "index"))
attempt(lambda: torch._check_value(False, lambda: "value"))
attempt(lambda: torch._check_type(False, lambda: "type"))
attempt(lambda: torch._check_not_implemented(False, lambda: "absent"))
attempt(lambda: torch._check_tensor_all(torch.tensor([True, False])))
print(torch.compiler.is_compiling(), torch.vmap(lambda a: a * 2)(torch.arange(3)))

# windows, masks
print(rounded(torch.kaiser_window(5)), rounded(torch.kaiser_window(4, False, 3.0)))
print(rounded(torch.signal.windows.nuttall(6)), rounded(torch.signal.windows.gaussian(5, std=2.0, sym=False)))
attempt(lambda: torch.signal.windows.hann(-1))
attempt(lambda: torch.signal.windows.general_cosine(3, a=[]))
values, mask = torch.arange(6.0).view(2, 3), torch.tensor([[True, False, True], [False, False, False]])
for function in (torch.masked.sum, torch.masked.amax, torch.masked.mean, torch.masked.std):
    print(rounded(function(values, 1, mask=mask)))
attempt(lambda: torch.masked.sum(values, (0, 0)))
attempt(lambda: torch.masked.median(values.long(), 1, mask=mask))

# losses
torch.manual_seed(1)
logs = torch.randn(12, 3, 5).log_softmax(2).detach().requires_grad_()
texts = torch.randint(1, 5, (3, 4))
loss = nn.CTCLoss()(logs, texts, (12, 10, 5), (4, 3, 2))
loss.backward()
print(nn.CTCLoss(), rounded(loss.detach()), rounded(logs.grad[3, 1]))
one_after_another = torch.cat([texts[0, :4], texts[1, :3], texts[2, :2]])
print(rounded(F.ctc_loss(logs, one_after_another, torch.tensor([12, 10, 5]), torch.tensor([4, 3, 2]), reduction="none").detach()))
impossible = F.ctc_loss(logs[:2], texts, (2, 2, 2), (4, 1, 0), reduction="none", zero_infinity=True)
print(rounded(impossible.detach()), rounded(torch.ctc_loss(logs, texts, (12, 12, 12), (4, 4, 4), 0, 2).detach()))
attempt(lambda: F.ctc_loss(logs, texts, (12, 10), (4, 3, 2)))
attempt(lambda: F.ctc_loss(logs, texts, (12, 10, 5), (4, 3, 2), blank=7))
attempt(lambda: F.ctc_loss(logs, texts, (13, 10, 5), (4, 3, 2)))
attempt(lambda: F.pdist(torch.ones(2, 2, 2)))
print(rounded(F.pdist(torch.tensor([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]]))), rounded(torch.kl_div(values, values + 1)))

# layers
adaptive = nn.AdaptiveLogSoftmaxWithLoss(16, 20, [5, 10, 15], div_value=2.0)
for p in adaptive.parameters():
    nn.init.uniform_(p, -1, 1)
inputs = torch.randn(8, 16, requires_grad=True)
output, loss = adaptive(inputs, torch.tensor([0, 6, 19, 7, 12, 4, 3, 15]))
loss.backward()
print(adaptive, rounded(output.detach()), rounded(inputs.grad.sum(1)), adaptive.predict(inputs))
print(rounded(adaptive.log_prob(inputs).exp().sum(1).detach()))
attempt(lambda: nn.AdaptiveLogSoftmaxWithLoss(16, 20, [5, 5]))
attempt(lambda: adaptive(inputs, torch.tensor([0, 6, 20, 7, 12, 4, 3, 15])))
print(nn.LPPool3d(2, 2)(torch.rand(1, 1, 4, 4, 4)).shape, rounded(nn.FractionalMaxPool2d(2, 3)(torch.rand(1, 2, 7, 7))))
attempt(lambda: nn.FractionalMaxPool2d(2))
attempt(lambda: nn.FractionalMaxPool2d(2, output_ratio=1.5))
lazy = nn.LazyInstanceNorm2d(affine=True)
print(lazy(torch.rand(2, 3, 4, 4)).shape, lazy)
conv, norm = nn.Conv2d(2, 3, 3), nn.BatchNorm2d(3)
norm(torch.randn(4, 3, 2, 2))
conv.eval(), norm.eval()
pictures = torch.randn(1, 2, 5, 5)
print(torch.allclose(fuse_conv_bn_eval(conv, norm)(pictures), norm(conv(pictures)), atol=1e-5))
linear, norm = nn.Linear(4, 3).eval(), nn.BatchNorm1d(3).eval()
print(torch.allclose(fuse_linear_bn_eval(linear, norm)(torch.ones(2, 4)), norm(linear(torch.ones(2, 4))), atol=1e-5))

# elements by functions
print(torch.arange(4).apply_(lambda v: v * v), torch.arange(3.0).map_(torch.ones(3), lambda a, b: a + b))
attempt(lambda: torch.ones(2, requires_grad=True).apply_(abs))
print(torch.t_copy(values).is_contiguous(), torch.slice_copy(values, 1, 0, 2).tolist(), torch.unsafe_chunk(x, 2))
