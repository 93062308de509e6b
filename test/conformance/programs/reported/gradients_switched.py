"""set_grad_enabled in the midst."""
import torch
w = torch.ones(2, requires_grad=True)
for i in range(12):
    if i == 6: torch.set_grad_enabled(False)
    y = w * 2
print(y.requires_grad, torch.is_grad_enabled())
