# float-tolerance: 1e-5
# Loss functions with their reductions and gradients.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
logits = torch.randn(4, 3, requires_grad=True)
target = torch.tensor([0, 2, 1, 2])
other = torch.randn(4, 3)
for name, loss in (("cross", F.cross_entropy(logits, target)),
                   ("cross sum", F.cross_entropy(logits, target, reduction="sum")),
                   ("nll", F.nll_loss(F.log_softmax(logits, dim=1), target)),
                   ("mse", nn.MSELoss()(logits, other)),
                   ("l1", nn.L1Loss()(logits, other)),
                   ("smooth", F.smooth_l1_loss(logits, other)),
                   ("bce", F.binary_cross_entropy_with_logits(logits, other.sigmoid()))):
    logits.grad = None
    loss.backward(retain_graph=True)
    print(name, f"{loss.item():.6f}", f"{logits.grad.abs().sum().item():.6f}")
print(F.cross_entropy(logits, target, reduction="none"), F.mse_loss(logits, other, reduction="none").shape)
print(nn.CrossEntropyLoss(label_smoothing=0.1)(logits, target))
try:
    F.cross_entropy(logits, torch.tensor([0, 1]))
except ValueError as error:
    print(error)
