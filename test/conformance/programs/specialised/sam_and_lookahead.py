"""Optimizers of the program: SAM, whose weights become other tensors and come back by `.data`; lookahead over slow weights; early stopping."""
# tier2: <module>.loop.body.part 80% after 3
# tier2: <module>.loop#1.body 80% after 3
# float-tolerance: 2e-4
import copy
import torch, torch.nn as nn
class SAM(torch.optim.Optimizer):
    def __init__(self, params, base, rho=0.05, **kw):
        super().__init__(params, dict(rho=rho, **kw))
        self.base = base(self.param_groups, **kw)
        self.param_groups = self.base.param_groups
    @torch.no_grad()
    def first_step(self, zero_grad=False):
        norm = torch.norm(torch.stack([p.grad.norm(p=2) for g in self.param_groups for p in g["params"] if p.grad is not None]), p=2)
        for group in self.param_groups:
            scale = group["rho"] / (norm + 1e-12)
            for p in group["params"]:
                if p.grad is None: continue
                self.state[p]["old_p"] = p.data.clone()
                p.add_(p.grad * scale)
        if zero_grad: self.zero_grad()
    @torch.no_grad()
    def second_step(self, zero_grad=False):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None: continue
                p.data = self.state[p]["old_p"]
        self.base.step()
        if zero_grad: self.zero_grad()
class Lookahead:
    def __init__(self, opt, k=5, alpha=0.5):
        self.opt, self.k, self.alpha, self.n = opt, k, alpha, 0
        self.slow = [[p.detach().clone() for p in g["params"]] for g in opt.param_groups]
    def zero_grad(self): self.opt.zero_grad()
    def step(self):
        self.opt.step()
        self.n += 1
        if self.n % self.k == 0:
            for g, slows in zip(self.opt.param_groups, self.slow):
                for p, s in zip(g["params"], slows):
                    s.add_(p.data - s, alpha=self.alpha)
                    p.data.copy_(s)
torch.manual_seed(0)
x = torch.randn(64, 5); y = (x[:, :1] * x[:, 1:2]).sign()
def net(): return nn.Sequential(nn.Linear(5, 16), nn.GELU(), nn.LayerNorm(16), nn.Linear(16, 1))
m = net(); init = copy.deepcopy(m.state_dict())
opt = SAM(m.parameters(), torch.optim.SGD, rho=0.1, lr=0.1, momentum=0.9)
for e in range(30):
    loss = nn.functional.soft_margin_loss(m(x), y); loss.backward(); opt.first_step(True)
    nn.functional.soft_margin_loss(m(x), y).backward(); opt.second_step(True)
    if e % 6 == 5: print("sam", e, f"{loss.item():.4f}")
m.load_state_dict(init)
opt = Lookahead(torch.optim.AdamW(m.parameters(), 1e-2))
best, wait, ckpt = float("inf"), 0, None
for e in range(40):
    loss = nn.functional.soft_margin_loss(m(x[:48]), y[:48])
    opt.zero_grad(); loss.backward(); opt.step()
    with torch.no_grad(): val = nn.functional.soft_margin_loss(m(x[48:]), y[48:]).item()
    if val < best - 1e-3: best, wait, ckpt = val, 0, {k: v.clone() for k, v in m.state_dict().items()}
    else:
        wait += 1
        if wait >= 6: print("stop", e); break
    if e % 5 == 0: print("la", e, f"{loss.item():.4f} {val:.4f}")
m.load_state_dict(ckpt)
print(f"{nn.functional.soft_margin_loss(m(x[48:]), y[48:]).item():.4f}")
