"""Reductions whose results nobody uses, behind elementwise operations: they are run for what they may raise."""
import torch


def all_elements(w):
    for step in range(6):
        (w * 2 + 1).mean()
        (w * w).sum()
        w = w * 0.5 + 1
    return w


def rows_and_columns(w):
    for step in range(6):
        v = (w * 0.1).exp()
        (v + 1).mean(1)
        (v - w).abs().amax(0)
        v.sum(0)
        w = w * 0.5 + v
    return w


def one_used_one_not(w):
    total = 0.0
    for step in range(6):
        v = (w - 0.5) * w
        v.mean()
        total += v.sum().item()
        w = w * 0.9
    return total


def shape_of_a_view(w):
    for step in range(6):
        total, rows = (w * w).sum((0, 1), keepdim=True), (w + step).sum(1, keepdim=True)
        w = w * 0.5 + torch.ones_like(total.view(1)) + torch.ones_like(rows.view(-1)).sum()
    return w


def until_one_raises(w, dim):
    seen = []
    for step in range(6):
        try:
            (w * w + step).mean(dim if step > 4 else 0)
            seen.append(step)
        except IndexError as error:
            seen.append(str(error))
    return seen


torch.manual_seed(0)
w = torch.randn(5, 7)
for _ in range(3):
    print(all_elements(w).sum(), rows_and_columns(w).sum(0), "%.5f" % one_used_one_not(w))
    print("%.2f" % shape_of_a_view(w).sum().item())
    print(until_one_raises(w, 1), until_one_raises(w, 2))
