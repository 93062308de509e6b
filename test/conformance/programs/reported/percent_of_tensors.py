"""%d of tensors."""
import torch
print("%d" % torch.tensor(3.0), "%d" % torch.tensor(2.7), "%i" % torch.tensor([4.0]))
