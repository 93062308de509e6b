"""Sums, means and maxima of bags of embedding rows: layers, weights of samples, offsets that change after the profile."""
# tier2: trained.loop.body 80% after 4
# tier2: <module>.loop#3.body 60% after 4
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(1)
words = torch.randint(0, 9, (20,))
starts = torch.tensor([0, 3, 3, 8, 15])


bags = {mode: nn.EmbeddingBag(9, 4, mode=mode) for mode in ("sum", "mean", "max")}
padded = nn.EmbeddingBag(9, 4, padding_idx=2, include_last_offset=True)
parameters = [p for each in [*bags.values(), padded] for p in each.parameters()]


def trained():
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    ends = torch.cat([starts, torch.tensor([20])])
    for step in range(14):
        optimizer.zero_grad()
        rows = bags["sum"](words, starts) + bags["mean"](words, starts) * bags["max"](words, starts) + padded(words, ends)
        loss = rows.pow(2).mean() + bags["sum"](words.view(5, 4)).sum() * 0.01
        loss.backward()
        optimizer.step()
        print(step, "%.4f" % loss.item(), rows.shape)
    print(parameters[0].grad.sum(), parameters[3].grad.sum())


trained()
table = torch.linspace(-1, 1, 36).view(9, 4).requires_grad_()
weights = torch.linspace(0, 1, 20).requires_grad_()


def bagged(words, starts, weights):
    rows = F.embedding_bag(words, table, starts, mode="sum", per_sample_weights=weights)
    rows.pow(2).sum().backward()
    return rows


for step in range(26):
    table.grad = weights.grad = None
    first = starts if step < 16 else torch.tensor([0, 2, 10]) if step < 20 else torch.tensor([0, 1, 2, 3, 4, 5, 19])
    if step == 23:
        first = torch.tensor([1, 2])
    try:
        print(step, bagged(words, first, weights).sum(1), "%.2f %.2f" % (table.grad.sum(), weights.grad.sum()))
    except RuntimeError as error:
        print(step, str(error)[:20])
