"""A frozen body that trains from some step on."""
import torch, torch.nn as nn
torch.manual_seed(0)
body = nn.Linear(4, 4); head = nn.Linear(4, 1); o = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=.05); x = torch.randn(8, 4)
def step(i):
    body.requires_grad_(i >= 20)                 # gradual unfreezing
    l = (head(torch.tanh(body(x))) - 1).pow(2).mean()
    o.zero_grad(); l.backward(); o.step(); return l.item()
for i in range(40): l = step(i)
print(round(l, 5), body.weight.requires_grad, body.weight.grad is None)
