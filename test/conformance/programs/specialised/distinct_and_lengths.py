"""`unique`, `bincount` and slices whose ends are contents of tensors: sizes that a graph counts while it runs."""
# tier2: <module>.loop.body 90% after 1
# tier2: <module>.loop#1.body 90% after 1
# tier2: <module>.loop#2.body 90% after 1
# tier2: <module>.loop#4.body 90% after 1
# tier2: <module>.loop#5.body 90% after 1
# tier2: <module>.loop#6.body 60% after 1
# tier2: <module>.loop#8.body 90% after 1
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def unique(step):
    x = torch.randint(0, 5, (12,))
    values, inverse, counts = torch.unique(x, return_inverse=True, return_counts=True)
    weights = counts.float() / counts.sum()
    ordered = torch.unique(x, sorted=True)
    return (values * 2).sum().item(), inverse.sum().item(), round(weights.max().item(), 4), ordered.shape[0]


def rows(step):
    x = torch.randint(0, 2, (10, 2))
    some, inverse = torch.unique(x, dim=0, return_inverse=True)
    centers = torch.zeros(some.shape[0], 2).index_add_(0, inverse, x.float())
    runs, lengths = torch.unique_consecutive(x[:, 0], return_counts=True)
    return tuple(some.shape), centers.sum().item(), tuple(runs.shape), lengths.max().item(), torch.unique_consecutive(x, dim=0).shape[0]


def counted(step):
    x = torch.randint(0, 6, (15,))
    counts = torch.bincount(x)
    return counts.max().item(), counts.sum().item(), counts.shape[0], torch.bincount(x, minlength=8).tolist()


def prototypes(x, y):
    classes = torch.unique(y)
    means = torch.stack([x[y == c].mean(0) for c in classes])
    return means.sum().item()


def embed(step, table=torch.nn.Embedding(9, 4)):
    ids = torch.randint(0, 9, (14,))
    found, inverse = torch.unique(ids, return_inverse=True)
    out = table(found)[inverse]
    loss = ((out - 1) ** 2).mean()
    table.weight.grad = None
    loss.backward()
    with torch.no_grad():
        table.weight -= 0.1 * table.weight.grad
    return loss.item()


for step in range(12):
    print(*unique(step))
for step in range(12):
    print(*rows(step))
for step in range(12):
    print(*counted(step))
for step in range(12):
    print("%.4f" % prototypes(torch.randn(9, 2), torch.arange(9) % 3))
for step in range(12):
    print("%.4f" % embed(step))


rnn = nn.GRU(4, 8, batch_first=True)
emb = nn.Embedding(20, 4)
head = nn.Linear(8, 3)
params = list(rnn.parameters()) + list(emb.parameters()) + list(head.parameters())
opt = torch.optim.Adam(params, lr=1e-2)


def trimmed(step):
    lengths = torch.randint(2, 9, (6,))
    tokens = torch.randint(1, 20, (6, 12))
    x = emb(tokens)[:, :lengths.max()]
    mask = torch.arange(x.shape[1]) < lengths.unsqueeze(1)
    weights = F.softmax(x.sum(-1).masked_fill(~mask, -1e9), -1)
    pooled = (weights.unsqueeze(-1) * x).sum(1)
    loss = ((pooled - 1) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item(), tuple(x.shape)


def tail(step):
    n = int(torch.randint(0, 5, ()))
    x = torch.randn(7, 2)
    y = x[n:]
    x[:n + 1] = 0.0
    return round(y.abs().sum().item(), 4), round(x.abs().sum().item(), 4), len(y)


def middle(x, a, b):
    part = x[:, a:b]
    return part.sum(), part.contiguous().view(-1).shape[0], part.stride()


def narrowed(step):
    k = torch.randint(1, 6, ()).item()
    x = torch.arange(12.0).view(2, 6)
    return x.narrow(1, 0, k).sum().item(), x[:, :k].t().reshape(-1).sum().item(), x[..., k - 1].sum().item()


for step in range(20):
    print("%.4f" % trimmed(step)[0], *trimmed(step)[1:])
for step in range(20):
    print(*tail(step))
for step in range(12):
    a = torch.randint(0, 3, ())
    s, n, st = middle(torch.arange(12.0).view(2, 6), a, a + torch.randint(1, 3, ()))
    print(s.item(), n, st)
for step in range(12):
    print(*narrowed(step))


# ---- a step that contents decide is generic
def strided(k):
    x = torch.arange(16.0).view(2, 8)
    return x[:, ::k].shape[1], x[:, ::max(1, int(k))].size(1), torch.unique_consecutive(x.int() // 2, dim=int(k) // 2).shape


for step in range(8):
    print(*strided(torch.tensor(2 if step % 4 else 3)))
