"""Integers where pools, norms and dropout want floats; empty inputs of adaptive pools; names of nodes of activations in place."""
import torch
import torch.nn.functional as F

integers = torch.arange(32).reshape(2, 4, 4)


def tried(function, *args, **keywords):
    try:
        result = function(*args, **keywords)
        print(function.__name__, tuple(result.shape), result.dtype)
    except (RuntimeError, NotImplementedError) as error:
        print(function.__name__, type(error).__name__, str(error).split("\n")[0])


for pool in (F.adaptive_avg_pool1d, F.adaptive_avg_pool2d, F.adaptive_max_pool1d, F.adaptive_max_pool2d):
    tried(pool, integers, 2)
    tried(pool, torch.zeros(0, 4, 4), 2)
for pool in (F.adaptive_avg_pool3d, F.adaptive_max_pool3d):
    tried(pool, integers.unsqueeze(0), 2)
tried(F.adaptive_max_pool1d, torch.zeros(2, 0, 4), 2)
for dropout in (F.dropout, F.dropout1d, F.alpha_dropout, F.feature_alpha_dropout):
    for dtype in (torch.int64, torch.bool, torch.uint8):
        for p in (0.0, 0.5, 1.0):
            for inplace in (False, True):
                tried(dropout, torch.ones(2, 3, dtype=dtype), p, True, inplace)
try:
    torch.linalg.matrix_norm(integers)
except NotImplementedError as error:
    print(error)
tried(F.cosine_similarity, integers[0], integers[1])
for activation in (F.leaky_relu_, F.elu_, F.selu_, F.leaky_relu, F.elu, F.selu):
    x = torch.randn(3, requires_grad=True)
    print(activation.__name__, type(activation(x * 1).grad_fn).__name__)
