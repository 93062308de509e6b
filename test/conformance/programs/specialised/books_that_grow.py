"""Steps that keep books: lists and dicts that are longer at each step, and are looked at in it."""
# tier2: lists.loop.body.part 95% after 4
# tier2: dicts.loop.body.part 95% after 4
# tier2: Trainer.step.part 95% after 4
# tier2: windows.loop.body.part 90% after 8
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
import torch
import torch.nn as nn

torch.manual_seed(3)


def make():
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    return model, torch.optim.SGD(model.parameters(), lr=0.05)


def lists():
    model, optimizer = make()
    losses = []
    for step in range(60):
        x = torch.randn(8, 4)
        optimizer.zero_grad()
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if len(losses) % 20 == 0:
            print(step, f"{sum(losses[-10:]) / 10:.4f}", f"{min(losses):.4f}")


def dicts():
    model, optimizer = make()
    history, seen, best = {}, set(), None
    for step in range(60):
        x = torch.randn(8, 4)
        optimizer.zero_grad()
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        loss.backward()
        optimizer.step()
        history[step] = loss.item()
        seen.add(step % 40)
        if best is None or history[step] < history[best]:
            best = step
    print(best, f"{history[best]:.4f}", len(history), len(seen))


class Trainer:
    def __init__(self):
        self.model, self.optimizer = make()
        self.losses = []

    def step(self, x):
        self.optimizer.zero_grad()
        loss = (self.model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.item())
        return sum(self.losses) / len(self.losses)


def windows():
    """Of one length from some step on."""
    model, optimizer = make()
    window = []
    for step in range(60):
        x = torch.randn(8, 4)
        optimizer.zero_grad()
        loss = (model(x) - x.sum(1, keepdim=True)).pow(2).mean()
        loss.backward()
        optimizer.step()
        window.append(loss.item())
        del window[:-5]
    print([f"{loss:.4f}" for loss in window])


lists()
dicts()
trainer = Trainer()
for _ in range(40):
    mean = trainer.step(torch.randn(8, 4))
print(f"{mean:.4f}", len(trainer.losses))
windows()
