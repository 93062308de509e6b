# Constructors, and tensors printed as torch prints them.
import torch

print(torch.tensor([1, 2, 3]), torch.tensor([1.0, 2.5]), torch.tensor(3.0), torch.tensor([True, False]))
print(torch.tensor([[1, 2], [3, 4]]), torch.tensor([]), torch.tensor([[]]))
print(torch.zeros(2, 3), torch.ones(2, dtype=torch.int64), torch.full((2, 2), 7), torch.eye(2))
print(torch.arange(5), torch.arange(1, 2, 0.25), torch.linspace(0, 1, 5), torch.arange(10, 0, -3))
print(torch.tensor([1e-5, 1.0]), torch.tensor([1e10, 1.0]), torch.tensor([1e-5, 1e5, 3.0]), torch.tensor([0.1, 100.123]))
print(torch.tensor([float("nan"), float("inf"), -1.0]), torch.tensor([-0.0, 0.0]), torch.tensor([1000000.0, 2.0]))
print(torch.arange(2000), torch.zeros(20, 60))
print(torch.arange(24).reshape(2, 3, 4), torch.tensor([1.5], dtype=torch.float64), torch.tensor([1.5], dtype=torch.float16))
print(torch.tensor([1, 2], dtype=torch.uint8), torch.tensor(5, dtype=torch.int32), torch.tensor([0.333333333], dtype=torch.bfloat16))
print(torch.ones(2, requires_grad=True), (torch.ones(2, requires_grad=True) * 2), torch.zeros(0, 3))
x = torch.tensor([[1.5, -2.0], [3.25, 4.0]])
print(x.shape, x.size(), x.size(0), x.dim(), x.numel(), x.dtype, x.device, x.stride(), x.is_contiguous())
print(x.tolist(), x[0, 1].item(), len(x), torch.tensor(7).item(), f"{x[0, 0]:.3f}", str(torch.tensor(2.0)))
print(torch.zeros_like(x), torch.ones_like(x, dtype=torch.int32), torch.empty(2, 0), x.new_zeros(2))
