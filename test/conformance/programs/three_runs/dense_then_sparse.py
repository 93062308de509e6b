"""A step that has been a graph for strided tensors meets sparse ones of the same shape and type, and the other way round."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)
dense = torch.randn(4, 4).round()
sparse = dense.to_sparse()


def product(a, x):
    return (a @ x).relu().sum()


weights = torch.nn.Parameter(torch.arange(12.0).view(4, 3) / 8)
kinds = [dense] * 6 + [sparse] * 3 + [dense] * 2 + [sparse.to_sparse_csr()] * 2 + [sparse] * 6 + [dense]
for a in kinds:
    weights.grad = None
    loss = product(a, weights)
    loss.backward()
    print(a.layout, loss.item(), weights.grad.sum().item())


class Holder:
    pass


holder = Holder()
holder.a = dense


def held(x):
    doubled = holder.a * 2
    return doubled.is_sparse, doubled.to_dense().sum().item() + x.sum().item(), type(holder.a) is torch.Tensor


for i in range(16):
    holder.a = sparse if i in (7, 8, 9, 12) else dense
    print(held(weights.detach()))

table = nn.Embedding(6, 2)
torch.nn.init.ones_(table.weight)
optimizer = torch.optim.SGD(table.parameters(), lr=0.1)


def look_up(words, clear):
    if clear:
        optimizer.zero_grad()
    F.embedding(words, table.weight, sparse=table.sparse).pow(2).sum().backward()
    optimizer.step()


for i in range(24):
    table.sparse = i in (5, 6, 7, 12, 14, 15, 16, 20)
    look_up(torch.tensor([i % 6, 1, 2]), i % 3 != 2)
    grad = table.weight.grad
    print(i, grad.is_sparse, [round(x, 4) for x in grad.to_dense().flatten().tolist()])
print(table.weight)

# A gradient that is sparse from before, and one that is strided.
parameter = nn.Parameter(torch.ones(4, 2))


def accumulate(x):
    (parameter * x).sum().backward()


for i in range(16):
    if i % 4 == 0:
        parameter.grad = torch.eye(4)[:, :2].to_sparse(1) if i in (8, 12) else torch.eye(4)[:, :2].contiguous()
    accumulate(2.0)
    print(parameter.grad.is_sparse, parameter.grad.to_dense().flatten().tolist())

# Flags of a module that only one call of many has.
adam = torch.optim.Adam([table.weight], lr=0.1)
for i in range(10):
    table.sparse = i == 7
    adam.zero_grad()
    table(torch.tensor([1, 2])).sum().backward()
    try:
        adam.step()
    except RuntimeError as error:
        print(i, error)
print(table.weight)
