"""Pieces of split, chunk and unbind that live on with their history, beside losses and what was computed from them: a VAE at
the top level of a module, functions that return several of them. Names, errors and second walks are those of PyTorch."""
# tier2: step 80% after 2
# tier2: rows 80% after 2
# tier2: <module>.loop#2.body 80% after 2
# float-tolerance: 1e-4
import torch, torch.nn as nn
torch.manual_seed(4)
enc = nn.Linear(8, 6)
opt = torch.optim.SGD(enc.parameters(), 0.01)
def step(x):
    mu, logvar = enc(x).chunk(2, 1)
    h = mu * 2 + logvar
    loss = h.pow(2).sum() + logvar.mean()
    opt.zero_grad(); loss.backward(); opt.step()
    return loss, mu, logvar, h[0], h
def tried(f):
    try: return "ok", f()
    except RuntimeError as e: return type(e).__name__, str(e)[:120]
def rows(x):
    h = enc(x)
    first, *others = h.unbind(0)
    a, b = h.split([2, 4], dim=1)
    loss = (first * others[0]).sum() + (a.sum(1) * b.exp().mean(1)).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss, first, others, a, b


for n in range(12):
    l, m, v, h0, h = step(torch.randn(4, 8))
    print(f"{l.item():.4f} {m.sum().item():.4f}", m._base is v._base, h0._base is h, m.grad_fn is v.grad_fn, m.grad_fn.name())
    print(h0.grad_fn.name(), h.grad_fn.name(), h.is_leaf, m.stride(), v.storage_offset(), m._version, m.grad_fn.next_functions[0][0].name())
    print(*[tried(lambda: t.sum().backward()) for t in (h, h0, m, l)], tried(lambda: torch.autograd.grad(h.sum(), m)[0].sum().item()))
    print(tried(lambda: torch.autograd.grad(h0.sum(), v)[0].sum().item()), tried(lambda: v.add_(1)), tried(lambda: h0.mul_(0).grad_fn.name()))
    print(h.grad_fn.name(), h._version, f"{h[0].abs().sum().item():.3f}", tried(lambda: m.add_(h)), tried(lambda: m._base.mul_(2).grad_fn.name()))
    print(tried(lambda: m.sum().item() > -1e9), tried(lambda: v.grad_fn.name()))

for n in range(12):
    l, f, o, a, b = rows(torch.randn(3, 8))
    print(f"{l.item():.4f}", f.grad_fn.name(), o[1].grad_fn is f.grad_fn, a.grad_fn.name(), b.grad_fn is a.grad_fn, a._base is f._base)
    print(tried(lambda: o[0].mul_(2)), tried(lambda: b.sub_(1)), tried(lambda: torch.autograd.grad(b.sum(), f._base)[0].shape))
    print(tried(lambda: (a.sum() + o[0].sum()).backward()))

dec = torch.nn.Linear(3, 8)
for n in range(14):
    x = torch.rand(16, 8)
    mu, logvar = enc(x).chunk(2, dim=1)
    std = torch.exp(0.5 * logvar)
    z = mu + std * torch.randn_like(std)
    recon = torch.sigmoid(dec(z))
    bce = torch.nn.functional.binary_cross_entropy(recon, x.round(), reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    loss = bce + kld
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f"{bce.item():.3f} {kld.item():.4f} {mu.mean().item():.4f}")
print(mu.grad_fn is logvar.grad_fn, tried(lambda: z.sum().backward()), tried(lambda: logvar.add_(1)))
