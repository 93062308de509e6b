# Type promotion between dtypes, with 0-dim tensors and Python numbers.
import torch

kinds = [torch.bool, torch.uint8, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64]
for left in kinds:
    row = [str((torch.ones(2, dtype=left) * torch.ones(2, dtype=right)).dtype)[6:] for right in kinds]
    print(str(left)[6:], *row)
i, f = torch.tensor([1, 2]), torch.tensor([1.0])
print((i + 1).dtype, (i + 1.5).dtype, (i + True).dtype, (f + 1).dtype, (i / i).dtype, (i == 1).dtype)
print((torch.tensor([1], dtype=torch.int32) + torch.tensor(1)).dtype, (f.half() + torch.tensor(1.0)).dtype)
print((torch.tensor([True]) + torch.tensor([True])), torch.tensor([True]).sum(), i.sum().dtype, i.float().mean().dtype)
print(i.to(torch.float32), f.int(), f.double(), torch.tensor([1.9, -1.9]).long(), torch.tensor([0, 3]).bool())
print(torch.result_type(i, 1.0), torch.get_default_dtype(), torch.tensor(1.5).dtype, torch.tensor([1, 2.5]).dtype)
x = torch.tensor([1, 2])
try:
    x += 1.5
except RuntimeError as error:
    print(error)
x = x.to(torch.uint8) - 3
print(x)
