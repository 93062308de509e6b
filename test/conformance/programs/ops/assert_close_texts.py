"""What torch.testing.assert_close says of values that differ."""
import warnings
from collections import OrderedDict

import numpy as np
import torch
from torch.testing import assert_allclose, assert_close, make_tensor


def show(*args, **kwargs):
    try:
        assert_close(*args, **kwargs)
        print("close")
    except (AssertionError, TypeError, ValueError) as error:
        print(type(error).__name__, error)


ones = torch.ones(2, 3)
show(ones, ones)
show(torch.tensor([1., 2, 3]), torch.tensor([1., 2.5, 3]))
show(ones, torch.zeros(2, 3))
show(ones, ones + torch.tensor([[0, 0, 1e-3], [0, 0, 0]]))
show(ones, torch.ones(3, 2))
show(ones, ones.double())
show(ones, ones.double(), check_dtype=False)
show(ones, ones * 1.001, rtol=1e-2, atol=0.)
show(ones, ones * 1.1, rtol=0., atol=0.)
show(ones, ones, rtol=1e-2)
show(ones, ones, atol=1e-2)
show(torch.tensor([1, 2]), torch.tensor([1, 3]))
show(torch.tensor([True, False]), torch.tensor([True, True]))
show(torch.tensor(1.0), torch.tensor(1.1))
show(torch.tensor(1), torch.tensor(2))
show(torch.tensor([1 + 2j]), torch.tensor([1 + 3j]))
show(torch.ones(2, dtype=torch.float16), torch.ones(2, dtype=torch.float16) * 2)
show(torch.tensor([float("nan"), 1.]), torch.tensor([float("nan"), 1.]))
show(torch.tensor([float("nan"), 1.]), torch.tensor([float("nan"), 1.]), equal_nan=True)
show(torch.tensor([float("inf"), 1.]), torch.tensor([1., 1.]))
show(1.0, 1.1)
show(1, 2)
show(1, 1.0)
show(0.0, 1e-9)
show(1.0, 0.0)
show(1 + 1j, 1 + 2j)
show(True, False)
show(True, True)
show(None, None)
show(None, 1)
show("a", "b")
show(ones, 1.0)
show([1, 2], [1, 3])
show([1], [1, 2])
show([ones, [1., 2.]], [ones, [1., 2.5]])
show((1.,), [2.])
show({"a": 1}, {"b": 1})
show({"a": ones, "b": [1, 2]}, {"a": ones, "b": [1, 4]})
show(OrderedDict(a=1.), {"a": 2.})
show(np.ones(2), np.zeros(2))
show(ones, torch.zeros(2, 3), msg="other text")
show([1.], [2.], msg="other text")
show([1.], [2.], msg=lambda text: "before\n" + text)
show(torch.empty(2, 3).t(), torch.empty(3, 2), check_stride=True, rtol=1e9, atol=1e9)
show(torch.eye(2).to_sparse(), torch.eye(2))
show(torch.eye(2).to_sparse(), torch.eye(2).to_sparse() * 2)
show(torch.ones(2, requires_grad=True), torch.zeros(2))
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    assert_allclose(torch.ones(1), torch.ones(1).double())
torch.manual_seed(0)
for dtype in (torch.float32, torch.float64, torch.int64, torch.uint8, torch.bool, torch.complex64):
    print(make_tensor((2, 3), dtype=dtype, device="cpu"))
print(make_tensor(3, 2, dtype=torch.float32, device="cpu", low=0, high=1, requires_grad=True))
print(make_tensor((2, 2), dtype=torch.float32, device="cpu", noncontiguous=True).stride())
