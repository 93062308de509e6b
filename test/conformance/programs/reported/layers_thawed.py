"""requires_grad of layers, by the iteration."""
import torch, torch.nn as nn
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1)); torch.manual_seed(0)
for p in net.parameters(): nn.init.constant_(p, .1)
o = torch.optim.SGD(net.parameters(), lr=.1); x = torch.ones(3, 2)
for i in range(30):
    for p in net[0].parameters(): p.requires_grad_(i >= 15)    # unfreeze after a warm-up
    l = (net(x) - 1).pow(2).mean(); o.zero_grad(); l.backward(); o.step()
print(round(l.item(), 6), [round(v, 4) for v in net[0].weight.flatten().tolist()])
