"""Operations whose results' shapes only numbers tell, draws in place, and those that Python makes of others: in a
graph, with their gradients, random streams as torch's."""
# float-tolerance: 1e-4
# tier2: factories 60% after 3
# tier2: draws 60% after 3
# tier2: <module>.loop#1.body 70% after 3
# tier2: classes 60% after 3
# tier2: kinds 60% after 3
# tier2: counts 60% after 3
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
import warnings
import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")  # torch.range is deprecated
torch.manual_seed(0)
w = torch.randn(4, 3, requires_grad=True)
weights = torch.rand(2, 6)


def factories(n):
    rows, columns = torch.meshgrid(torch.arange(3), torch.arange(4), indexing="ij")
    lower, upper = torch.tril_indices(3, 4), torch.triu_indices(3, 4, 1)
    return torch.eye(n), torch.eye(2, 3), torch.linspace(0, 1, 5), rows * 10 + columns, lower, upper, torch.arange(1, 9, 3), torch.range(0, 3), torch.arange(0.0, 1.0, 0.3)


def draws(n):
    order = torch.randperm(n)
    picked = torch.multinomial(weights, 3)
    many = torch.multinomial(weights[0], 8, replacement=True)
    waits = torch.empty(n).exponential_(2.0)
    noise = torch.empty(2, 3).uniform_(-1, 1) + torch.zeros(2, 3).normal_(1.0, 0.5)
    whole = torch.empty(4, dtype=torch.int64).random_(0, 100)
    seed = torch.empty((), dtype=torch.int64).random_()
    heavy = torch.empty(3).cauchy_() + torch.empty(3).log_normal_() + torch.empty(3).geometric_(0.3)
    choice = F.gumbel_softmax(torch.zeros(2, 4), tau=0.7, hard=True)
    return order, picked, many, waits, noise, whole, seed, heavy, choice, torch.rand(1)


def distances(x):
    d = torch.cdist(x @ w, x @ w + 1)
    loss = d.mean() + torch.cdist(w, x[:, :3], p=1.0).sum()
    loss.backward()
    return loss.detach(), d.detach().argmin(1)


def diagonals(x):
    s = x @ w @ w.t()
    middle = torch.diagonal(s) * torch.diag(s, 0)
    full = torch.diag_embed(middle, 1) + F.pad(torch.diag(middle), (0, 1, 0, 1))
    loss = full.square().sum() + s.clone().fill_diagonal_(0.5).sum() + torch.trace(s)
    loss.backward()
    own = torch.zeros(4, 4)
    own.diagonal().fill_(2.0)
    own.fill_diagonal_(float("inf")) if loss > 1e9 else own.diagonal().add_(1.0)
    return loss.detach(), own


def classes(labels):
    hot = F.one_hot(labels, 5)
    smooth = torch.full((3, 5), 0.1).scatter_(1, labels.unsqueeze(1), 0.9)
    return hot, smooth, torch.searchsorted(torch.tensor([1, 3]), labels), torch.histc(labels.float(), 5, 0, 4)


def pieces(x):
    y = (x @ w).repeat_interleave(2, dim=1)
    windows = y.unfold(1, 3, 2)
    best = torch.take_along_dim(y, y.argsort(1), 1)
    first, second, third = torch.tensor_split(y, 3, 1)
    stacked = torch.vstack([first, second]) @ torch.hstack([first[:2], third[:2]])
    loss = windows.std(-1).sum() + (best * torch.arange(6.0)).sum() + stacked.sum()
    loss.backward()
    return loss.detach(), stacked.detach().shape[0]


def images(x):
    image = (x @ w).reshape(1, 4, 3, 1).expand(1, 4, 3, 2)
    wide = F.pixel_shuffle(image, 2)
    back = F.pixel_unshuffle(wide, 2)
    larger = F.interpolate(wide, scale_factor=2) + F.interpolate(wide, size=(12, 8), mode="bilinear")
    loss = larger.square().mean() + (back * image).sum()
    loss.backward()
    return loss.detach()


def products(x):
    a = torch.einsum("bi,ij->bj", x, w)
    b = torch.einsum("...j, kj -> ...k", a, w)
    loss = torch.einsum("bb->", b[:4]) + torch.einsum("i,j->ij", a[0], a[1]).sum()
    loss.backward()
    return loss.detach()


def kinds(x):
    return x.type(torch.float64).sum(), x.type("torch.LongTensor"), x.byte() % 2, x.new_tensor([1, 2])


def counts(labels):
    return torch.bincount(labels, minlength=6), torch.bincount(labels, labels.float(), 6)


def show(values):
    for each in values if isinstance(values, tuple) else (values,):
        if isinstance(each, torch.Tensor) and each.is_floating_point():
            each = [round(v, 3) for v in each.reshape(-1).tolist()]
        print(each)


for turn in range(6):
    torch.manual_seed(turn)
    x = torch.rand(5, 4)
    show(factories(3))
    show(draws(5 + turn // 4))
    for f in (distances, diagonals, pieces, images, products):
        show(f(x[:4] if f is diagonals or f is images else x))
        show(w.grad)
        w.grad = None
    show(classes(torch.tensor([turn % 5, 0, 4])))
    show(kinds(x))
    show(counts(torch.tensor([turn % 5, 0, 4])))
show(counts(torch.tensor([7, 1])))
try:
    classes(torch.tensor([5, 0, 1]))
except RuntimeError as e:
    print(e)
