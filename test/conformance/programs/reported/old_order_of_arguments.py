"""Numbers before the tensors that they scale."""
import torch
a = torch.ones(2); g = torch.tensor([1.0, 2.0])
a.mul_(0.9).addcmul_(0.1, g, g)
a.add_(-0.5, g)
a.addcdiv_(-0.1, g, a)
print(a)
