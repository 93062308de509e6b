"""Tensor.storage."""
import torch
v = torch.tensor([[1.0, 2.0]])
print(v.storage().tolist(), len(v.storage()), v.untyped_storage().nbytes())
