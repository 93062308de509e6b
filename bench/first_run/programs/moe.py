# State spaces scanned in a loop of Python, with a mixture of experts, on characters.
import torch
import torch.nn as nn
import torch.nn.functional as F

STEPS = 200
torch.manual_seed(9)
text = "hello world, this is a small corpus of text that repeats itself over and over again. " * 8
stoi = {c: i for i, c in enumerate(sorted(set(text)))}
data = torch.tensor([stoi[c] for c in text], dtype=torch.long)
V, D, L = len(stoi), 48, 32


class RMSNorm(nn.Module):
    def __init__(self, d, eps=1e-5):
        super().__init__()
        self.eps, self.weight = eps, nn.Parameter(torch.ones(d))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


class MambaBlock(nn.Module):
    def __init__(self, d, n=4, expand=2, conv=3):
        super().__init__()
        self.di, self.n = expand * d, n
        self.in_proj = nn.Linear(d, 2 * self.di, bias=False)
        self.conv1d = nn.Conv1d(self.di, self.di, conv, groups=self.di, padding=conv - 1)
        self.x_proj = nn.Linear(self.di, 2 + 2 * n, bias=False)
        self.dt_proj = nn.Linear(2, self.di)
        self.A_log = nn.Parameter(torch.log(torch.arange(1, n + 1).float().repeat(self.di, 1)))
        self.D = nn.Parameter(torch.ones(self.di))
        self.out_proj = nn.Linear(self.di, d, bias=False)

    def forward(self, x):
        b, l, d = x.shape
        x, res = self.in_proj(x).split([self.di, self.di], dim=-1)
        x = F.silu(self.conv1d(x.transpose(1, 2))[:, :, :l].transpose(1, 2))
        delta, B, C = self.x_proj(x).split([2, self.n, self.n], dim=-1)
        delta = F.softplus(self.dt_proj(delta))
        A = -torch.exp(self.A_log.float())
        dA = torch.exp(torch.einsum('bld,dn->bldn', delta, A))
        dBu = torch.einsum('bld,bln,bld->bldn', delta, B, x)
        h = torch.zeros((b, self.di, self.n))
        ys = []
        for i in range(l):
            h = dA[:, i] * h + dBu[:, i]
            ys.append(torch.einsum('bdn,bn->bd', h, C[:, i, :]))
        y = torch.stack(ys, dim=1) + x * self.D
        return self.out_proj(y * F.silu(res))


class MoE(nn.Module):
    def __init__(self, d, n_experts=4, k=2):
        super().__init__()
        self.gate = nn.Linear(d, n_experts, bias=False)
        self.experts = nn.ModuleList([nn.Sequential(nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d)) for _ in range(n_experts)])
        self.k = k
        self.aux = None

    def forward(self, x):
        flat = x.view(-1, x.shape[-1])
        logits = self.gate(flat)
        weights, chosen = torch.topk(logits, self.k)
        weights = F.softmax(weights, dim=1, dtype=torch.float).to(x.dtype)
        probs = logits.softmax(-1)
        load = F.one_hot(chosen, len(self.experts)).float().sum(1).mean(0)
        self.aux = (probs.mean(0) * load).sum() * len(self.experts)
        out = torch.zeros_like(flat)
        for i, expert in enumerate(self.experts):
            w = (weights * (chosen == i)).sum(1, keepdim=True)
            out = out + w * expert(flat)
        return out.view_as(x)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.n1, self.m, self.n2, self.e = RMSNorm(D), MambaBlock(D), RMSNorm(D), MoE(D)

    def forward(self, x):
        x = x + self.m(self.n1(x))
        return x + self.e(self.n2(x))


class LM(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb, self.layers, self.norm = nn.Embedding(V, D), nn.ModuleList([Layer(), Layer()]), RMSNorm(D)
        self.head = nn.Linear(D, V, bias=False)
        self.head.weight = self.emb.weight

    def forward(self, idx, targets=None):
        x = self.emb(idx)
        for l in self.layers:
            x = l(x)
        logits = self.head(self.norm(x))
        if targets is None:
            return logits, None
        loss = F.cross_entropy(logits.view(-1, V), targets.view(-1))
        return logits, loss + 0.01 * sum(l.e.aux for l in self.layers)


def get_batch():
    ix = torch.randint(len(data) - L - 1, (8,))
    return torch.stack([data[i:i + L] for i in ix]), torch.stack([data[i + 1:i + L + 1] for i in ix])


model = LM()
opt = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.95))
for it in range(STEPS):
    xb, yb = get_batch()
    logits, loss = model(xb, yb)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    gn = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
    if it % 10 == 9:
        print(f"iter {it + 1}: loss {loss.item():.4f}, norm {gn:.3f}")
ctx = torch.zeros((1, 1), dtype=torch.long)
with torch.no_grad():
    for _ in range(10):
        logits, _ = model(ctx[:, -L:])
        ctx = torch.cat((ctx, logits[:, -1].argmax(-1, keepdim=True)), dim=1)
print(ctx[0].tolist())
