"""Several backward passes of one update, each through a history from before it, with what they leave behind."""
# tier2: update.forward 90% after 1
# tier2: update.forward#1 90% after 1
# tier2: update.update 90% after 1
# float-tolerance: 1e-5
import torch
from torch import nn

torch.manual_seed(1)
generator, judge = nn.Linear(3, 5), nn.Sequential(nn.Linear(5, 6), nn.Tanh(), nn.Linear(6, 1))
optimizer = torch.optim.SGD([*generator.parameters(), *judge.parameters()], lr=0.05, momentum=0.9)


def update(made, real):
    optimizer.zero_grad()
    score = judge(made)
    first = score.sigmoid().log().mean().neg()
    middle = first * 2.0
    middle.backward(retain_graph=True)
    between = [p.grad.abs().sum() for p in generator.parameters()]
    second = judge(real).mean() + (made * 0.1).pow(2).sum() + score.mean()
    second.backward()
    optimizer.step()
    return first, score, between, second.item()


for turn in range(24):
    made = torch.relu(generator(torch.randn(4, 3)) + 0.1)
    if turn in (9, 17):
        made.retain_grad()
    first, score, between, second = update(made, torch.randn(4, 5))
    print("%.4f %.4f %.4f" % (first.item(), second, sum(between).item()), made.grad is None or "%.4f" % made.grad.sum().item())
    if turn in (11, 19):
        for again in (first, score.sum()):
            try:
                again.backward()
            except RuntimeError as error:
                print(str(error)[:50])
        print("%.4f" % generator.weight.grad.sum().item())
