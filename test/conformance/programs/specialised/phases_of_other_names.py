# tier2: run.loop#1.body 65% after 6
# float-tolerance: 1e-5
# Two trainings by one function, which prints their names: the second one freezes what the first one
# has trained. The name is an input of all versions, not another version.
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))


def run(net, steps, tag):
    parameters = [p for p in net.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=0.01)
    for step in range(1, steps + 1):
        x = torch.randn(8, 4)
        loss = (net(x) - x.sum(1, keepdim=True)).pow(2).mean()
        loss.backward()
        norm = nn.utils.clip_grad_norm_([p for p in net.parameters() if p.requires_grad], 1.0)
        optimizer.step()
        optimizer.zero_grad()
        if step % 10 == 0:
            print(f"[{tag}] step {step} loss {loss.item():.3f} norm {norm:.3f}")


run(net, 30, "whole")
net[0].weight.requires_grad_(False)
net[0].bias.requires_grad_(False)
run(net, 40, "head")
net[0].bias.requires_grad_(True)
run(net, 30, "")
print(sorted(f"{p.sum().item():.3f}" for p in net.parameters()))
