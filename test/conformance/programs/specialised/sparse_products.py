"""Products with sparse matrices from before the step: each spelling, both layouts, gradients of both factors."""
# tier2: convolved.loop.body 80% after 4
# tier2: spelled.loop.body 80% after 4
# tier2: compressed.loop.body 80% after 4
# tier2: weighted.loop.body 80% after 4
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(3)
N = 12
index = torch.randint(0, N, (2, 40))
values = torch.rand(40)
adj = torch.sparse_coo_tensor(index, values, (N, N))  # several entries at one place, in no order
ordered = adj.coalesce()
x = torch.randn(N, 6)
labels = torch.arange(N) % 3


class Convolution(nn.Module):
    def __init__(self, width, out):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(width, out) * 0.3)
        self.bias = nn.Parameter(torch.zeros(out))

    def forward(self, x, adj):
        return torch.spmm(adj, torch.mm(x, self.weight)) + self.bias


def convolved():
    first, second = Convolution(6, 5), Convolution(5, 3)
    optimizer = torch.optim.Adam([*first.parameters(), *second.parameters()], lr=0.05)
    for epoch in range(16):
        optimizer.zero_grad()
        hidden = F.relu(first(x, adj))
        loss = F.nll_loss(F.log_softmax(second(hidden, adj), dim=1), labels)
        loss.backward()
        optimizer.step()
        print(epoch, "%.4f" % loss.item())
    print(first.weight.grad.sum(), second.bias)


def spelled():
    w = torch.full((6, 4), 0.25, requires_grad=True)
    start = torch.ones(N, 4)
    vector = torch.arange(float(N))
    for step in range(14):
        w.grad = None
        h = x @ w
        total = (torch.mm(ordered, h) + torch.sparse.mm(ordered, h) + ordered @ h + ordered.matmul(h) + ordered.mm(h)
                 + torch.addmm(start, ordered, h) + torch.sparse.addmm(start, ordered, h, beta=0.5, alpha=2.0)
                 + torch.matmul(ordered.t(), h) + (h.t() @ ordered).t() + (ordered * 0.5).mm(h)
                 + torch.sparse.mm(ordered.transpose(0, 1), h))
        by_vector = torch.mv(ordered, vector) + ordered @ vector
        loss = total.pow(2).mean() + (by_vector * w.sum()).mean()
        loss.backward()
        with torch.no_grad():
            w -= 0.001 * w.grad
        print(step, "%.4f" % loss.item(), ordered.shape, ordered.size(0), ordered.dim(), ordered._nnz(), ordered.is_sparse,
              ordered.layout is torch.sparse_coo, ordered.dtype == torch.float32, ordered.requires_grad, ordered.is_coalesced(), type(ordered) is torch.Tensor,
              isinstance(ordered, torch.Tensor), torch.is_tensor(ordered), len(ordered), ordered.numel())
    print(w)


def compressed():
    csr = ordered.to_sparse_csr()
    degree = torch.sparse.sum(ordered, dim=1).to_dense().clamp(min=1).unsqueeze(1)
    first, second = nn.Linear(6, 5), nn.Linear(5, 3)
    optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.2, momentum=0.9)
    for epoch in range(14):
        optimizer.zero_grad()
        hidden = torch.relu(first(torch.cat([x[:, :3], (csr @ x / degree)[:, 3:]], 1)))
        loss = F.cross_entropy(second(csr.matmul(hidden) / degree), labels)
        loss.backward()
        optimizer.step()
        print(epoch, "%.4f" % loss.item(), csr.crow_indices().sum().item(), csr.values().sum().item() > 0)


def weighted():
    weights = torch.linspace(-1, 1, ordered._nnz()).requires_grad_()
    places = ordered.indices()
    for step in range(14):
        weights.grad = None
        scores = torch.sparse_coo_tensor(places, torch.sigmoid(weights), (N, N))
        out = torch.sparse.mm(scores, x)
        loss = out.pow(2).sum() + scores.to_dense().sum()
        loss.backward()
        with torch.no_grad():
            weights -= 0.01 * weights.grad
        print(step, "%.3f" % loss.item(), scores.shape)
    print(weights)


convolved()
spelled()
compressed()
weighted()
