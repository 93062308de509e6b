"""Arrays that functions of numpy make of tensors: with and without the memory, of lists, of tensors that require gradients."""
import warnings

import numpy as np
import torch

warnings.simplefilter("ignore")
t = torch.arange(6.).view(2, 3)
shared, copied = np.asarray(t), np.array(t)
t[0, 0] = 7
print(shared[0, 0], copied[0, 0], shared.dtype, shared.shape, np.shares_memory(shared, np.asarray(t)))
shared[1, 1] = -1
print(t)
print(np.asarray(t, dtype=np.int32), np.array(t.t()).flags["C_CONTIGUOUS"], np.ascontiguousarray(t.t()).flags["C_CONTIGUOUS"])
print(np.array([torch.ones(2), torch.zeros(2)]), np.asarray([torch.tensor(1), torch.tensor(2)]), np.array([t[0].tolist(), [1, 2, 3]]))
print(np.asarray(torch.tensor(3)), np.asarray(torch.tensor([True, False])), np.asanyarray(torch.ones(2, dtype=torch.int8)).dtype)
for wrong in (lambda: np.asarray(torch.ones(2, requires_grad=True)), lambda: np.asarray(torch.ones(2, requires_grad=True) * 2),
              lambda: np.asarray(torch.ones(2, dtype=torch.bfloat16))):
    try:
        print(wrong())
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
make = np.asarray
print(make(torch.ones(2).double()), make(t[:, 1]), make(t)[::-1])
total = 0.0
for i in range(30):
    total += np.asarray(t * i).sum()
print(total)
