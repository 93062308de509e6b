"""In-place addition of a float to an integer tensor."""
import torch
t = torch.zeros(2, dtype=torch.int64)
for i in range(12): t += 1 if i < 6 else 1.5
print(t.tolist())
