"""Tensor.type of legacy types."""
import torch
print(torch.tril(torch.ones(2, 2)).type(torch.ByteTensor), torch.ones(2).type(torch.LongTensor).dtype)
