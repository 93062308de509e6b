"""Callbacks, early stopping and a scheduler of a package that nobody has compiled, around a training loop."""
# tier2: step.part 27

import torch
import torch.nn as nn

import _trainer

torch.manual_seed(1)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 6), nn.ReLU())
        self.head = nn.Linear(6, 1)

    def forward(self, x):
        return self.head(self.body(x)).squeeze(1)


class Logger(_trainer.Callback):
    def __init__(self):
        super().__init__("logger")
        self.lines = []

    def on_step(self, trainer, step, loss):
        if step % 5 == 0:
            self.lines.append(f"{step} {loss:.4f} lr {trainer.rate:.4f}")

    def on_end(self, trainer):
        self.lines.append(f"end after {trainer.steps}: best {trainer.best:.4f}")


class Clip(_trainer.Callback):
    def __init__(self, model, limit):
        super().__init__("clip")
        self.model, self.limit, self.clipped = model, limit, 0

    def on_gradients(self, trainer):
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), self.limit)
        self.clipped += int(norm > self.limit)


model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
logger, clip = Logger(), Clip(model, 0.5)
trainer = _trainer.Trainer([logger, clip], patience=6, rate=lambda step: 0.1 / (1 + step // 10))
x = torch.randn(32, 4)
y = (x * torch.tensor([1.0, -2.0, 0.5, 0.0])).sum(1)


def step(rate):
    for group in optimizer.param_groups:
        group["lr"] = rate
    loss = ((model(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    trainer.gradients_ready()
    optimizer.step()
    return loss.item()


trainer.fit(step, 40)
print("\n".join(logger.lines))
print(clip.clipped > 0, trainer.names, trainer.stopped, [c.name for c in trainer.callbacks])
for number, rate in trainer.schedule(3):
    loss = ((model(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(number, f"{rate:.4f} {loss.item():.3f}", trainer.observe(loss.item()))
best = trainer.keep_best({name: p for name, p in model.state_dict().items()})
print(sorted(best), best["head.bias"].data_ptr() == model.head.bias.data_ptr())
try:
    trainer.fit(lambda rate: float("nan"), 5)
except _trainer.Diverged as error:
    print("diverged", error.step, error)
