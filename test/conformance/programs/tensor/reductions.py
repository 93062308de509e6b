# Sums, means, extremes, sorting, along dimensions and over all.
import torch

x = torch.tensor([[3.0, 1.0, 2.0], [9.0, 7.0, 8.0]])
print(x.sum(), x.sum(0), x.sum(1, keepdim=True), x.mean(), x.mean(dim=-1), x.prod(), x.sum((0, 1)))
print(x.max(), x.max(1), x.min(0).values, x.argmax(), x.argmax(dim=1), x.argmin(0), torch.max(x, dim=0).indices)
print(x.var(), x.std(dim=1), x.var(unbiased=False), x.norm(), x.norm(dim=1), x.cumsum(1), x.median())
print(x.sort(dim=1), x.argsort(dim=1, descending=True), x.topk(2), torch.sort(x, dim=0, descending=True).values)
print(torch.softmax(x, dim=1), torch.log_softmax(x, 1), torch.logsumexp(x, 1), (x > 2).all(1), x.count_nonzero())
i = torch.tensor([4, 4, 2])
print(i.sum(), i.prod(), i.float().mean(), i.unique(), torch.bincount(i), i.max().item(), torch.tensor([]).sum())
values, indices = torch.max(x, 1)
print(values, indices, (indices == torch.tensor([0, 0])).sum().item())
for bad in (lambda: i.mean(), lambda: torch.tensor([]).max(), lambda: x.sum(2)):
    try:
        bad()
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__, str(error).splitlines()[0])
