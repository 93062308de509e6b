# Names that programs import from inner modules, and the places that classes and functions tell of themselves.
import pickle
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch._utils import _flatten_dense_tensors, _unflatten_dense_tensors
from torch.distributions import Bernoulli, Categorical, MixtureSameFamily, Normal
from torch.nn.init import _no_grad_trunc_normal_
from torch.nn.modules.conv import _ConvNd, _ConvTransposeNd
from torch.nn.modules.module import _addindent
from torch.nn.modules.pooling import _AvgPoolNd
from torch.nn.modules.rnn import apply_permutation
from torch.nn.modules.transformer import _get_activation_fn, _get_clones
from torch.optim.lr_scheduler import OneCycleLR, ReduceLROnPlateau, StepLR

warnings.simplefilter("ignore")
clones = _get_clones(nn.Linear(2, 3), 2)
print(clones, clones[0].weight is clones[1].weight, torch.equal(clones[0].weight, clones[1].weight))
for name in "relu", "gelu", "swish":
    try:
        print(_get_activation_fn(name).__name__)
    except RuntimeError as error:
        print(error)
print(isinstance(nn.ConvTranspose2d(1, 1, 1), _ConvTransposeNd), issubclass(_ConvTransposeNd, _ConvNd), issubclass(nn.Conv2d, _ConvTransposeNd))
print([isinstance(pool(2), _AvgPoolNd) for pool in (nn.AvgPool1d, nn.AvgPool2d, nn.AvgPool3d, nn.MaxPool2d)])
print(_addindent("a\nb\n c", 2), _addindent("a", 4))
numbers = torch.arange(6).view(2, 3)
print(apply_permutation(numbers, torch.tensor([2, 0, 1])), apply_permutation(numbers, torch.tensor([1, 0]), 0))
torch.manual_seed(0)
drawn = torch.empty(4)
print(_no_grad_trunc_normal_(drawn, 0.0, 1.0, -1.0, 1.0) is drawn, drawn)
parts = [torch.ones(2, 2), torch.arange(3.0)]
print(_flatten_dense_tensors(parts), _unflatten_dense_tensors(_flatten_dense_tensors(parts), parts))

print(StepLR, OneCycleLR, ReduceLROnPlateau, F.relu.__module__, F.ctc_loss.__module__, F.cross_entropy.__module__, F.pad.__module__)
print(pickle.loads(pickle.dumps(F.relu)) is F.relu)
print(torch.return_types.max, torch.return_types.sort, torch.return_types.topk, torch.return_types.linalg_svd)
matrix = torch.eye(2)
print(isinstance(matrix.max(0), torch.return_types.max), isinstance(torch.linalg.svd(matrix), torch.return_types.linalg_svd),
      isinstance(matrix.sort(), torch.return_types.max))
try:
    torch.return_types.nothing
except AttributeError as error:
    print(error)

a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
print(torch.optim.SGD([{"params": [a]}, {"params": [b], "lr": 0.5}], 0.1))


class Plain(torch.optim.Optimizer):
    def __init__(self, params):
        super().__init__(params, {})


print(Plain([a]))
layer = nn.Linear(2, 2)
layer.weight.grad = grad = torch.ones(2, 2)
layer.half()
print(layer.weight.grad is grad, grad.dtype, layer.weight.dtype)
print(torch.result_type(matrix, 1j), torch.result_type(1j, 2), torch.result_type(matrix.double(), 1j), torch.result_type(matrix.int(), 1j))
print(torch.Size([1, 2]).__reduce__(), pickle.loads(pickle.dumps(torch.Size([1, 2]))))
weights = Categorical(torch.ones(2))
print(weights, MixtureSameFamily(weights, Normal(torch.zeros(2), 1.0)), weights)
print(MixtureSameFamily(Categorical(logits=torch.ones(2)), Normal(torch.zeros(2), 1.0)), Bernoulli(torch.tensor([0.5, 0.2])))
