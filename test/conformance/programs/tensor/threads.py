"""torch.set_num_threads."""
import torch
torch.set_num_threads(1)
print(torch.get_num_threads())
for v in (0, 1.5, "a", True):
    try:
        torch.set_num_threads(v)
    except RuntimeError as e:
        print(e)
torch.set_num_threads(2)
x = torch.ones(512, 512)
print(torch.get_num_threads(), (x @ x).sum())
