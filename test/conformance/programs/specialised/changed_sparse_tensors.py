"""Sparse tensors that a step reads are other ones after the profile: entries, values, types, layouts, sizes, None."""
# tier2: held 40% after 4
# tier2: passed 40% after 6
import torch

torch.manual_seed(5)


class Graph:
    pass


def made(n, count, dtype=torch.float32):
    return torch.sparse_coo_tensor(torch.randint(0, n, (2, count)), torch.rand(count).to(dtype), (n, n))


graph = Graph()
graph.adj = made(6, 15)
w = torch.linspace(-1, 2, 24).view(6, 4).requires_grad_()


def held(graph, w):
    a = graph.adj
    y = w if a is None else a @ w
    loss = y.sin().sum()
    loss.backward()
    return loss


def adjacency(step):
    """Another one of each kind, then the first again."""
    a = graph.adj
    if step in (16, 44, 56, 68, 80):
        return made(6, 15)
    if step == 20:
        return made(6, 9)
    if step == 24:
        return a.coalesce()
    if step == 28:
        a._values().mul_(0.5)
    if step in (32, 100):
        return a.to_sparse_csr()
    if step == 40:
        return a.to_dense()
    if step == 50:
        a.mul_(2.0)
    if step == 60:
        return None
    if step == 72:
        a.add_(made(6, 4).coalesce())
    if step == 76:
        a.requires_grad_()
    if step == 84:
        a._indices()[0].fill_(2)
    if step == 90:
        return a.to(torch.float32).t()
    return a


for step in range(110):
    w.grad = None
    graph.adj = adjacency(step)
    loss = held(graph, w)
    print(step, "%.4f" % loss.item(), "%.4f" % w.grad.sum().item(), None if graph.adj is None else graph.adj.layout)


def passed(a, b):
    return torch.mm(a, b * 2).sum(0), a.shape, a.is_sparse


first = made(5, 11).coalesce()
others = {12: made(5, 11).coalesce(), 14: made(7, 13).coalesce(), 16: made(5, 8), 18: first.to_sparse_csr(), 20: first.to_dense(),
          22: made(5, 8, torch.float64).coalesce(), 24: made(4, 8), 26: torch.sparse_coo_tensor((5, 5))}
for step in range(34):
    a = others.get(step, first)
    rows = 5 if step == 24 else a.shape[1]
    b = torch.ones(rows, 3, dtype=a.dtype)
    try:
        print(step, passed(a, b))
    except RuntimeError as error:
        print(step, error)
    if step == 28:
        first._values().add_(1)
    if step == 30:
        first._indices()[1].fill_(0)
try:
    passed(first, torch.ones(5, 3, dtype=torch.float64))
except RuntimeError as error:
    print(type(error))
