"""Dropout of complex tensors, whose noise is of the real type, and of types that it refuses."""
import torch
import torch.nn.functional as F

FUNCTIONS = [F.dropout, F.alpha_dropout, F.dropout2d, F.dropout3d, F.feature_alpha_dropout]

for dtype in (torch.complex64, torch.complex128, torch.float32, torch.float16, torch.bool, torch.int64):
    for function in FUNCTIONS:
        for p in (0.5, 0.0, 1.0):
            for inplace in (False, True):
                x = torch.ones(2, 2, 2, 2, dtype=dtype)
                torch.manual_seed(0)
                try:
                    y = function(x, p, True, inplace)
                    print(function.__name__, p, y.flatten(), y is x)
                except (RuntimeError, NotImplementedError) as error:
                    print(function.__name__, p, type(error).__name__, error)

for p in (0.5, torch.full((3,), 0.5)):
    try:
        torch.zeros(3, dtype=torch.complex64).bernoulli_(p)
    except NotImplementedError as error:
        print(error)
