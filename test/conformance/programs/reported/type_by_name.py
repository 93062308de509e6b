"""Tensor.type by class and by name."""
import torch
x = torch.tensor([1, 2, 3])
print(x.type(torch.FloatTensor), x.type("torch.DoubleTensor").dtype)
