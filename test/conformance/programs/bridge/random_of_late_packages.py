# Draws of the program between calls that draw nothing, and packages that draw, or import torch, later.
import random

import _draws_late
import numpy as np
import torch

torch.manual_seed(3)
random.seed(4)
total = 0.0
for step in range(20):
    total += random.random() + float(np.sqrt(step)) + torch.rand(1).item()
    random.choice([1, 2, 3])
print("%.5f" % total, _draws_late.draw(), "%.6f" % random.random())
for step in range(5):
    random.shuffle([1, 2, 3])
    np.abs(step)
    print(_draws_late.draw(), "%.6f" % random.gauss(0, 1))
    np.abs(step)
print(_draws_late.hear(lambda: round(random.random(), 6)))
random.seed(9)
np.abs(1)
random.seed(9)
print(_draws_late.draw(), random.getstate()[1][-1])
torch.rand(3)
np.abs(1)
print(_draws_late.draw_torch(), "%.6f" % torch.rand(1).item())
torch.manual_seed(5)
np.abs(1)
print(_draws_late.draw_torch(), "%.6f" % torch.rand(1).item(), _draws_late.hear(lambda: round(torch.rand(1).item(), 6)))
for step in range(3):
    torch.randn(2)
    np.abs(1)
    print(_draws_late.draw_torch(), ["%.6f" % x for x in torch.randn(2)])
