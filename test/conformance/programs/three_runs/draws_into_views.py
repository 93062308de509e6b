"""Draws into elements that are not contiguous: how far the stream goes depends on how they lie."""
import torch
def go(n, name, *a):
    torch.manual_seed(3)
    base = torch.zeros(8, 13)
    out = []
    for i in range(n):
        x = base[:5, ::2]
        getattr(x, name)(*a)
        out.append(round(float(base.sum()), 4))
        y = torch.zeros(5, 6).t()
        getattr(y, name)(*a)
        out.append([round(v, 4) for v in y.flatten().tolist()[:5]])
        z = torch.zeros(2, 3, 4, 5).to(memory_format=torch.channels_last)
        getattr(z, name)(*a)
        out.append([round(v, 4) for v in z.flatten().tolist()[:5]])
    print(name, out[-6:])
def normal(n):
    torch.manual_seed(3)
    base = torch.zeros(8, 13); out = []
    for i in range(n):
        base[:5, ::2].normal_(); out.append(round(float(base.sum()), 4))
        x = torch.zeros(5, 6).t(); x.normal_(1.0, 2.0); out.append([round(v, 4) for v in x.flatten().tolist()[:5]])
        z = torch.zeros(2, 3, 4, 5).to(memory_format=torch.channels_last); z.normal_(); out.append([round(v, 4) for v in z.flatten().tolist()[:5]])
        base[0].uniform_(); base.t().uniform_(); x.uniform_(); z.uniform_(); out.append(round(float(base.sum() + x.sum() + z[0, 0, 0, 0]), 4))
        base.t().bernoulli_(0.3); x.bernoulli_(0.4); z.bernoulli_(); out.append((base.flatten().tolist()[:9], x.flatten().tolist()[:5], z.flatten().tolist()[:5]))
        base.t().exponential_(); x.exponential_(2.0); z.exponential_(); out.append((round(base.sum().item(), 4), [round(v, 4) for v in x.flatten().tolist()[:5]]))
        base.t().random_(5); x.random_(2, 9); out.append((base.flatten().tolist()[:9], x.flatten().tolist()[:5]))
        r = torch.randn_like(x); out.append([round(v, 4) for v in r.flatten().tolist()[:5]]); out.append([round(v, 4) for v in torch.rand_like(z).flatten().tolist()[:5]])
        d = torch.nn.functional.dropout(x, 0.5); out.append([round(v, 4) for v in d.flatten().tolist()[:5]])
        d = torch.nn.functional.dropout(z, 0.5); out.append([round(v, 4) for v in d.flatten().tolist()[:5]])
        out.append(torch.bernoulli(x / 10).flatten().tolist()[:5]); out.append(torch.normal(x, 1.0).flatten()[:3].sum().item().__round__(3))
        out.append(torch.poisson(x).flatten().tolist()[:5])
    for o in out[-13:]: print(o)
for name, *a in (("normal_",), ("uniform_",), ("bernoulli_", 0.3), ("exponential_",), ("random_", 7), ("geometric_", 0.3), ("cauchy_",)):
    go(10, name, *a)
normal(12)


def filled(target, p, generator=None):
    return target.bernoulli_(p, generator=generator)


source = torch.Generator()
source.manual_seed(5)
for p in (torch.tensor([0.5, 0.5, 0.5]), torch.tensor([[0.5], [0.2]]), torch.tensor(0.5), torch.full((2, 3), 0.4, dtype=torch.float64), 0.3):
    print([filled(torch.empty(2, 3), p).tolist() for i in range(8)])
    print([filled(torch.empty(3, 2).t(), p).tolist() for i in range(8)])
    print([filled(torch.empty(2, 3), p, source).tolist() for i in range(8)])
