"""Learning rates that change between epochs and at each step."""
# tier2: per_epoch.loop#1.body 95% after 1
# tier2: per_step.loop.body 95% after 1
# tier2: warm_up.loop.body 95% after 1
# tier2: at_milestones.loop.body 90% after 1
# tier2: by_hand.loop.body 95% after 1
# tier2-failures: 12
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn


def data():
    torch.manual_seed(2)
    return torch.randn(16, 5), torch.randint(0, 3, (16,))


def per_epoch():
    x, y = data()
    model = nn.Linear(5, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
    for epoch in range(8):
        for i in range(0, 16, 4):
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x[i:i + 4]), y[i:i + 4])
            loss.backward()
            optimizer.step()
        scheduler.step()
        print(epoch, f"{loss.item():.4f} {scheduler.get_last_lr()[0]:.5f}")


def per_step():
    x, y = data()
    model = nn.Linear(5, 3)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.05)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=40)
    for step in range(40):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        if step % 10 == 0:
            print(step, f"{loss.item():.4f} {optimizer.param_groups[0]['lr']:.5f}")


def warm_up():
    x, y = data()
    model = nn.Linear(5, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / 10))
    for step in range(40):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        if step % 10 == 0:
            print(step, f"{loss.item():.4f} {optimizer.param_groups[0]['lr']:.5f}")


def at_milestones():
    x, y = data()
    model = nn.Linear(5, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, [15, 30], gamma=0.3)
    for step in range(40):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        if step % 10 == 0:
            print(step, f"{loss.item():.4f} {optimizer.param_groups[0]['lr']:.5f}")


def by_hand():
    x, y = data()
    model = nn.Linear(5, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(40):
        for group in optimizer.param_groups:
            group["lr"] = 0.1 * (1 - step / 40)
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


per_epoch()
per_step()
warm_up()
at_milestones()
by_hand()
