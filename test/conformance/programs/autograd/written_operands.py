"""Errors of operands that are written before their gradients are computed, by type; sizes of leaves that require gradients."""
import torch

for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.complex64, torch.complex128):
    leaf = torch.ones(2, dtype=dtype, requires_grad=True)
    result = leaf.exp()
    result += 1
    try:
        result.sum().abs().backward()
    except RuntimeError as error:
        print(str(error).split(" Hint")[0])

layer = torch.nn.Linear(2, 2)
for change in (lambda t: t.resize_(3, 3), lambda t: t.resize_as_(torch.ones(3, 3))):
    for tensor in (layer.weight, layer(torch.ones(1, 2)), torch.ones(2)):
        try:
            print(tuple(change(tensor).shape))
        except RuntimeError as error:
            print(error)
