# Vision transformer with stochastic depth, mixup, label smoothing and a cosine schedule.
import math
import torch
from torch import nn

STEPS = 150
torch.manual_seed(3)


def pair(t):
    return t if isinstance(t, tuple) else (t, t)


def drop_path(x, p, training):
    if p == 0. or not training:
        return x
    keep = 1 - p
    shape = (x.shape[0],) + (1,) * (x.ndim - 1)
    r = keep + torch.rand(shape, dtype=x.dtype, device=x.device)
    r.floor_()
    return x.div(keep) * r


class PreNorm(nn.Module):
    def __init__(self, dim, fn, p):
        super().__init__()
        self.norm, self.fn, self.p = nn.LayerNorm(dim), fn, p

    def forward(self, x, **kwargs):
        return drop_path(self.fn(self.norm(x), **kwargs), self.p, self.training)


class Attention(nn.Module):
    def __init__(self, dim, heads=4, dim_head=16):
        super().__init__()
        inner = dim_head * heads
        self.heads, self.scale = heads, dim_head ** -0.5
        self.to_qkv = nn.Linear(dim, inner * 3, bias=False)
        self.to_out = nn.Sequential(nn.Linear(inner, dim), nn.Dropout(0.))

    def forward(self, x):
        b, n, _, h = *x.shape, self.heads
        qkv = self.to_qkv(x).chunk(3, dim=-1)
        q, k, v = map(lambda t: t.reshape(b, n, h, -1).transpose(1, 2), qkv)
        attn = (torch.einsum('b h i d, b h j d -> b h i j', q, k) * self.scale).softmax(dim=-1)
        out = torch.einsum('b h i j, b h j d -> b h i d', attn, v)
        return self.to_out(out.transpose(1, 2).reshape(b, n, -1))


class ViT(nn.Module):
    def __init__(self, *, image_size, patch, classes, dim, depth):
        super().__init__()
        ih, iw = pair(image_size)
        self.p = patch
        n = (ih // patch) * (iw // patch)
        self.embed = nn.Linear(3 * patch * patch, dim)
        self.pos = nn.Parameter(torch.randn(1, n + 1, dim) * .02)
        self.cls = nn.Parameter(torch.randn(1, 1, dim) * .02)
        rates = [x.item() for x in torch.linspace(0, 0.1, depth)]
        self.layers = nn.ModuleList([])
        for i in range(depth):
            self.layers.append(nn.ModuleList([PreNorm(dim, Attention(dim), rates[i]),
                                              PreNorm(dim, nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim)), rates[i])]))
        self.head = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, classes))

    def forward(self, img):
        b, c, hh, ww = img.shape
        p = self.p
        x = img.reshape(b, c, hh // p, p, ww // p, p).permute(0, 2, 4, 3, 5, 1).flatten(3).flatten(1, 2)
        x = self.embed(x)
        x = torch.cat((self.cls.expand(b, -1, -1), x), dim=1) + self.pos
        for attn, ff in self.layers:
            x = attn(x) + x
            x = ff(x) + x
        return self.head(x[:, 0])


def mixup(x, y, alpha=0.2):
    lam = torch.distributions.Beta(alpha, alpha).sample().item()
    index = torch.randperm(x.size(0))
    return lam * x + (1 - lam) * x[index], y, y[index], lam


model = ViT(image_size=32, patch=4, classes=10, dim=128, depth=4)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.05)
crit = nn.CrossEntropyLoss(label_smoothing=0.1)
templates = torch.randn(10, 3, 32, 32)
correct = total = 0
running = 0.0
for step in range(STEPS):
    for g in opt.param_groups:
        g["lr"] = 1e-3 * 0.5 * (1 + math.cos(math.pi * step / STEPS))
    y = torch.randint(0, 10, (32,))
    x = templates[y] + torch.randn(32, 3, 32, 32)
    x, ya, yb, lam = mixup(x, y)
    out = model(x)
    loss = lam * crit(out, ya) + (1 - lam) * crit(out, yb)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    running += loss.item()
    correct += (out.argmax(1) == ya).sum().item()
    total += y.numel()
    if (step + 1) % 20 == 0:
        print(f"[{step + 1:4d}] loss: {running / 20:.4f} acc: {100. * correct / total:.2f}%")
        running, correct, total = 0.0, 0, 0
