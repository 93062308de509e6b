"""What a step reads is put there before it by code around it: globals, attributes and items that are other
values at every step."""
# tier2: step 95% after 4
# tier2-failures: 40
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


class Trainer:
    def __init__(self):
        self.scale = 1.0
        self.name = "a"


trainer = Trainer()
shared = {"weight": torch.ones(2)}
batch = torch.zeros(3, 4)
rate = 1
epoch = "first"


def step():
    optimizer.zero_grad()
    out = model(batch) * shared["weight"] * trainer.scale
    loss = (out * trainer.target).pow(2).mean() * rate
    if trainer.name == "b":
        loss = loss + out.abs().sum()
    loss.backward()
    optimizer.step()
    trainer.last = loss.item()
    return epoch


def run(count):
    global batch, rate, epoch
    for i in range(count):
        batch = torch.randn(3, 4)
        rate = i % 3 + 1
        trainer.target = torch.randn(3, 2)
        trainer.scale = 1.0 / (i + 1)
        shared["weight"] = torch.full((2,), i / 30)
        yield step(), trainer.last
    epoch = "second"
    for i in range(count):
        batch = torch.randn(3, 4)
        yield step(), trainer.last
    trainer.name = "b"
    for i in range(count):
        trainer.target = torch.randn(3, 2)
        yield step(), trainer.last
    # The same tensor in two places, others of other kinds.
    trainer.target = shared["weight"] = torch.ones(2)
    yield step(), trainer.last
    trainer.target = 2.0
    yield step(), trainer.last
    batch = torch.randn(5, 4)
    yield step(), trainer.last
    trainer.scale = torch.tensor(0.5)
    yield step(), trainer.last
    batch = torch.randn(3, 4, requires_grad=True)
    yield step(), trainer.last
    print(batch.grad.abs().sum() > 0)


for kind, loss in run(30):
    print(kind, f"{loss:.4f}")
