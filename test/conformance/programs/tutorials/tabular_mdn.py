"""Tables: categorical embeddings with a residual MLP, quantile (pinball) and multitask losses with learned weights, a mixture density network."""
# tier2: train_tabular.loop#2.body 80% after 3
# tier2: train_mdn.loop.body 85% after 3
# float-tolerance: 2e-3
import csv
import io
import math
import random
from collections import OrderedDict, defaultdict
from dataclasses import dataclass, field
from typing import List, Optional, Sequence

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import ConcatDataset, DataLoader, Dataset, Subset, TensorDataset, WeightedRandomSampler


@dataclass
class TabularSpec:
    categorical: List[str] = field(default_factory=lambda: ["shop", "weekday"])
    continuous: List[str] = field(default_factory=lambda: ["price", "age"])
    target: str = "sales"
    dims: Optional[Sequence[int]] = None


def make_csv(n, seed):
    rng = random.Random(seed)
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=["shop", "weekday", "price", "age", "sales", "returned"])
    writer.writeheader()
    for _ in range(n):
        shop, day = rng.choice("ABC"), rng.randrange(7)
        price, age = rng.uniform(1, 5), rng.gauss(0, 1)
        sales = {"A": 2, "B": 0, "C": -1}[shop] + 0.3 * day - 0.5 * price + rng.gauss(0, 0.3 + 0.1 * day)
        writer.writerow(dict(shop=shop, weekday=day, price=f"{price:.4f}", age=f"{age:.4f}", sales=f"{sales:.4f}",
                             returned=int(age + sales > 0)))
    return out.getvalue()


class TabularDataset(Dataset):
    def __init__(self, text, spec, vocab=None):
        rows = list(csv.DictReader(io.StringIO(text)))
        self.vocab = vocab or {c: {v: i + 1 for i, v in enumerate(sorted({r[c] for r in rows}))} for c in spec.categorical}
        self.cat = torch.tensor([[self.vocab[c].get(r[c], 0) for c in spec.categorical] for r in rows])
        self.cont = torch.tensor([[float(r[c]) for c in spec.continuous] for r in rows])
        self.y = torch.tensor([float(r[spec.target]) for r in rows]).unsqueeze(1)
        self.returned = torch.tensor([int(r["returned"]) for r in rows], dtype=torch.float32)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return {"cat": self.cat[i], "cont": self.cont[i], "y": self.y[i], "returned": self.returned[i]}


class ResBlock(nn.Module):
    def __init__(self, d, p):
        super().__init__()
        self.seq = nn.Sequential(OrderedDict([("norm", nn.BatchNorm1d(d)), ("fc1", nn.Linear(d, 2 * d)), ("act", nn.SiLU()),
                                              ("drop", nn.Dropout(p)), ("fc2", nn.Linear(2 * d, d))]))

    def forward(self, x):
        return x + self.seq(x)


class TabularResNet(nn.Module):
    def __init__(self, cardinalities, n_cont, outputs, d=24, blocks=2, p=0.1):
        super().__init__()
        self.embeds = nn.ModuleList([nn.Embedding(c + 1, min(8, (c + 3) // 2)) for c in cardinalities])
        self.bn = nn.BatchNorm1d(n_cont)
        width = sum(e.embedding_dim for e in self.embeds) + n_cont
        self.first = nn.Linear(width, d)
        self.blocks = nn.ModuleList(ResBlock(d, p) for _ in range(blocks))
        self.heads = nn.ModuleDict({k: nn.Linear(d, n) for k, n in outputs.items()})

    def forward(self, cat, cont):
        x = [e(cat[:, i]) for i, e in enumerate(self.embeds)]
        x = self.first(torch.cat(x + [self.bn(cont)], 1))
        for block in self.blocks:
            x = block(x)
        return {k: head(x) for k, head in self.heads.items()}


class PinballLoss(nn.Module):
    def __init__(self, quantiles):
        super().__init__()
        self.register_buffer("q", torch.tensor(quantiles))

    def forward(self, pred, target):
        e = target - pred
        return torch.max(self.q * e, (self.q - 1) * e).sum(1).mean()


class MultiTaskLoss(nn.Module):
    """Weights by uncertainty (Kendall et al.)."""

    def __init__(self, names):
        super().__init__()
        self.log_vars = nn.ParameterDict({n: nn.Parameter(torch.zeros(())) for n in names})

    def forward(self, losses):
        total = 0.
        for name, loss in losses.items():
            total = total + torch.exp(-self.log_vars[name]) * loss + self.log_vars[name]
        return total


class MDN(nn.Module):
    def __init__(self, n_in=1, hidden=24, k=3):
        super().__init__()
        self.z_h = nn.Sequential(nn.Linear(n_in, hidden), nn.Tanh())
        self.z_pi, self.z_mu, self.z_sigma = (nn.Linear(hidden, k) for _ in range(3))

    def forward(self, x):
        h = self.z_h(x)
        return F.softmax(self.z_pi(h), -1), torch.exp(self.z_sigma(h)), self.z_mu(h)


def mdn_loss(pi, sigma, mu, y):
    m = torch.distributions.Normal(loc=mu, scale=sigma)
    log_prob = m.log_prob(y.expand_as(mu))
    return -torch.mean(torch.logsumexp(torch.log(pi + 1e-8) + log_prob, dim=1))


def train_tabular():
    spec = TabularSpec()
    first, second = TabularDataset(make_csv(160, 1), spec), None
    second = TabularDataset(make_csv(80, 2), spec, first.vocab)
    test = TabularDataset(make_csv(80, 3), spec, first.vocab)
    data = ConcatDataset([first, Subset(second, range(0, 80, 2))])
    weights = torch.cat([1 + first.returned, 1 + second.returned[::2]])
    loader = DataLoader(data, batch_size=40, sampler=WeightedRandomSampler(weights, len(data), replacement=True))
    quantiles = [0.1, 0.5, 0.9]
    model = TabularResNet([len(v) for v in first.vocab.values()], 2, {"sales": 3, "returned": 1})
    tasks, pinball = MultiTaskLoss(["sales", "returned"]), PinballLoss(quantiles)
    opt = torch.optim.AdamW([{"params": model.parameters()}, {"params": tasks.parameters(), "lr": 1e-3, "weight_decay": 0}],
                            lr=1e-2, weight_decay=1e-2)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=[2e-2, 2e-3], steps_per_epoch=len(loader), epochs=6)
    history = defaultdict(list)
    for epoch in range(6):
        model.train()
        for batch in loader:
            out = model(batch["cat"], batch["cont"])
            losses = {"sales": pinball(out["sales"], batch["y"]),
                      "returned": F.binary_cross_entropy_with_logits(out["returned"].squeeze(1), batch["returned"])}
            loss = tasks(losses)
            opt.zero_grad(set_to_none=True)
            loss.backward()
            opt.step()
            sched.step()
            for k, v in losses.items():
                history[k].append(v.item())
        if epoch % 2 == 1:
            print(epoch, " ".join(f"{k}={sum(v[-len(loader):]) / len(loader):.3f}" for k, v in sorted(history.items())),
                  f"lr={sched.get_last_lr()[0]:.2e}")
    model.eval()
    with torch.no_grad():
        out = model(test.cat, test.cont)
    covered = ((test.y >= out["sales"][:, :1]) & (test.y <= out["sales"][:, 2:])).float().mean()
    accuracy = ((out["returned"].squeeze(1) > 0) == test.returned.bool()).float().mean()
    print("covered %.2f accuracy %.2f" % (covered, accuracy), {n: round(p.item(), 2) for n, p in tasks.log_vars.items()})


def train_mdn():
    net = MDN()
    opt = torch.optim.Adam(net.parameters(), lr=2e-2)
    y = torch.rand(200, 1) * 21 - 10.5
    x = torch.sin(0.75 * y) * 7.0 + y * 0.5 + torch.randn(200, 1)
    for epoch in range(60):
        pi, sigma, mu = net(x / 10)
        loss = mdn_loss(pi, sigma, mu, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if epoch % 20 == 0:
            print("mdn", epoch, f"{loss.item():.3f}")
    with torch.no_grad():
        pi, sigma, mu = net(torch.linspace(-1, 1, 5).view(-1, 1))
        k = torch.multinomial(pi, 1).view(-1)
        sample = torch.normal(mu, sigma)[torch.arange(5), k]
    print(tuple(sample.shape), pi.argmax(1).shape, bool((pi.sum(1) - 1).abs().max() < 1e-5))


torch.manual_seed(2)
train_tabular()
train_mdn()
