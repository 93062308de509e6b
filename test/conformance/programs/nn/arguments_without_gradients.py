"""Weights and targets of losses that PyTorch has no derivative for: refused where they ask for one."""
import torch
import torch.nn.functional as F


def attempt(name, function):
    try:
        print(name, function().requires_grad)
    except RuntimeError as error:
        print(name, error)


torch.manual_seed(0)
weight = torch.ones(3, requires_grad=True)
target, chances = torch.tensor([0, 2]), torch.rand(2, 3)
asking = torch.rand(2, 3, requires_grad=True)
for x in (torch.rand(2, 3), torch.rand(2, 3, requires_grad=True)):
    attempt("cross_entropy", lambda: F.cross_entropy(x, target, weight=weight))
    attempt("smoothed", lambda: F.cross_entropy(x, target, weight=weight, label_smoothing=0.1))
    attempt("chances", lambda: F.cross_entropy(x, chances, weight=weight))
    attempt("nll", lambda: F.nll_loss(x, target, weight=weight))
    attempt("nll of images", lambda: F.nll_loss(x[:, :, None, None], target[:, None, None], weight=weight))
    attempt("bce", lambda: F.binary_cross_entropy(x, chances, weight=weight))
    attempt("bce target", lambda: F.binary_cross_entropy(x, asking))
    attempt("logits", lambda: F.binary_cross_entropy_with_logits(x, chances, weight=weight))
    attempt("logits pos_weight", lambda: F.binary_cross_entropy_with_logits(x, chances, pos_weight=weight))
    attempt("multi_margin", lambda: F.multi_margin_loss(x, target, weight=weight))
    attempt("multilabel", lambda: F.multilabel_soft_margin_loss(x, chances, weight=weight))
    attempt("soft_margin", lambda: F.soft_margin_loss(x, asking))
    attempt("mse", lambda: F.mse_loss(x, asking))
with torch.no_grad():
    attempt("without gradients", lambda: F.cross_entropy(torch.rand(2, 3), target, weight=weight))
