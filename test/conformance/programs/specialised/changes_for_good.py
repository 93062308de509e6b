# tier2: scheduled.loop.body 95% after 3
# tier2: replaced.loop.body 90% after 3
# tier2: frozen.loop.body 90% after 3
# float-tolerance: 1e-4
# What changes once and then stays so, long after a loop's first entries: the phase of a schedule, a layer
# that the optimizer does not know, a parameter that is frozen.
import torch
from torch import nn

torch.manual_seed(0)
data, target = torch.randn(12, 4), torch.randn(12, 2)


def network():
    return nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))


def loss_of(net):
    return (net(data) - target).square().mean()


def scheduled():
    net = network()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=0.1, total_steps=240)
    for step in range(240):
        loss = loss_of(net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 40 == 0:
            print("scheduled", step, f"{loss.item():.4f} {optimizer.param_groups[0]['lr']:.6f}")


def replaced():
    net = network()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for step in range(160):
        if step == 50:
            net[2] = nn.Linear(8, 2)
        loss = loss_of(net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 40 == 0:
            print("replaced", step, f"{loss.item():.4f}", [p.grad is None for p in net.parameters()])


def frozen():
    net = network()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for step in range(160):
        loss = loss_of(net)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 50 == 49:
            net[0].weight.requires_grad_(False)
        if step % 40 == 0:
            print("frozen", step, f"{loss.item():.4f}", [p.requires_grad for p in net.parameters()])


scheduled()
replaced()
frozen()
