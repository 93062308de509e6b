"""Schedules of one cycle, stepped with each batch: the phases are branches of one graph."""
# tier2: train.loop.body 85% after 4
# tier2-failures: 16
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn


def train(make_optimizer, **options):
    torch.manual_seed(0)
    model = nn.Linear(5, 3)
    optimizer = make_optimizer(model)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, total_steps=41, **options)
    x, y = torch.randn(16, 5), torch.randint(0, 3, (16,))
    for i in range(40):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
        group = optimizer.param_groups[0]
        print(f"{i} {loss.item():.4f} {scheduler.get_last_lr()[0]:.6f} {group.get('momentum', 0):.4f} {group.get('betas', (0, 0))[0]:.4f}")


def sgd(model):
    return torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)


def adam(model):
    return torch.optim.AdamW([{"params": [model.weight]}, {"params": [model.bias], "weight_decay": 0.0}], lr=1e-3)


train(sgd, max_lr=0.2)
train(sgd, max_lr=0.2, three_phase=True, anneal_strategy="linear", pct_start=0.25)
train(adam, max_lr=[0.02, 0.01], cycle_momentum=True)
