"""torch.tensor of a deque."""
from collections import deque
import torch
d = deque([1.0, 2.0, 3.0])
print(torch.tensor(d))
