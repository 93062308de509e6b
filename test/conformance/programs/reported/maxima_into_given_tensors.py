"""torch.max with out= of values and indices."""
import torch
x = torch.arange(50).reshape(10, 5)
o = torch.ones(10, 5, dtype=torch.int64)
print(torch.max(x, torch.tensor(1), out=o).shape)
