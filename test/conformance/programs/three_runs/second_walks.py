"""Two walks through one history, inside of functions and loops and behind them: a node that has saved nothing runs again, one
whose saved tensors are gone raises."""
import torch
import torch.nn as nn
import torch.nn.functional as F

w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = torch.tensor([0.5, 0.5, 0.5], requires_grad=True)


def word(error):
    return "a second time" if "a second time" in str(error) else str(error)[:60]


def walked(y):
    """Once more, behind the function."""
    w.grad = b.grad = None
    try:
        y.sum().backward()
        return [None if t.grad is None else t.grad.tolist() for t in (w, b)]
    except RuntimeError as error:
        return word(error)


# ---- two losses in one loop
for k in range(6):
    w.grad = None
    s = torch.stack([w, w + k]).sum(0)
    s[0].backward()
    s[1].backward()
    print(w.grad.tolist())


def two_rows(k):
    w.grad = None
    s = torch.cat([w, w + k]).view(2, 3).mean(0)
    s[0].backward()
    s[2].backward()
    return w.grad


def two_chosen(k):
    s = (w + b).double().sum() + k
    g, = torch.autograd.grad(s, w)
    h, = torch.autograd.grad(s, b)
    return g + h


# ---- a loss that is given out when it has been walked
def squared(k):
    loss = (w * w).sum() + k
    loss.backward()
    return loss


def scaled(k):
    loss = (w * 2).sum() - k
    loss.backward()
    return loss


def summed(k):
    loss = (w + b).sum() + k
    loss.backward()
    return loss


def half_walked(k):
    loss = (w * w + b).sum() + k
    loss.backward()
    return loss


def chosen(k):
    loss = (w * w + b * b).sum() + k
    torch.autograd.grad(loss, w)
    return loss


def kept(k):
    loss = (w * w).sum() + k
    loss.backward(retain_graph=True)
    return loss


def shared(k):
    base = w + b
    (base * k).sum().backward()
    return base


# ---- a history that leaves, and is walked twice
def flat(k):
    return (w + b).view(3, 1).repeat(1, 2) - k


def product(k):
    return w * b + k


def sums(k):
    return torch.cat([w * 1.5, b]).sum() + k, (w + b).mean() + k


def part_written(k):
    y = w + b
    y[0] = float(k)
    return y.sum()


def part_doubled(k):
    y = w + b
    y[1:].mul_(2)
    return y + k


# ---- only one side of a condition saves
def one_side(k):
    y = w + b
    if k % 2 == 0:
        y = y * y
    else:
        y = y + 1
    loss = y.sum()
    loss.backward()
    return loss


def one_side_walks(k):
    y = (w + b).sum()
    z = (w * w).sum()
    if k % 2 == 0:
        z.backward()
    return y + z


def main():
    for k in range(8):
        print(k, two_rows(k).tolist(), two_chosen(k).tolist())
        for function in (squared, scaled, summed, half_walked, chosen, kept, shared):
            w.grad = b.grad = None
            y = function(k)
            first = w.grad
            print(k, function.__name__, y.tolist(), first, walked(y), walked(y), y.grad_fn.name())
        for function in (flat, product, part_written, part_doubled):
            y = function(k)
            print(k, function.__name__, walked(y), walked(y), y.tolist(), y.grad_fn.name())
        first, second = sums(k)
        print(k, walked(second), walked(first), walked(second), walked(first))
        for function in (one_side, one_side_walks):
            w.grad = b.grad = None
            y = function(k)
            print(k, function.__name__, y.item(), w.grad, walked(y), walked(y))


main()


# ---- what modules leave: one node for a whole forward
class Shift(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = nn.Parameter(torch.tensor([1.0, -1.0]))

    def forward(self, x):
        return (x + self.bias).view(-1)


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        nn.init.constant_(self.layer.weight, 0.5)
        nn.init.constant_(self.layer.bias, 0.25)

    def forward(self, x):
        return self.layer(x).relu()


for module in (Shift(), Scale()):
    parameters = list(module.parameters())
    for k in range(6):
        y = module(torch.full((3, 2), float(k)))
        module.zero_grad()
        try:
            y.sum().backward()
            y.sum().backward()
            print(k, [p.grad.tolist() for p in parameters])
        except RuntimeError as error:
            print(k, word(error), [p.grad.tolist() for p in parameters])
        y = module(torch.full((3, 2), float(k)))
        print([g.tolist() for g in torch.autograd.grad(y.sum(), parameters, retain_graph=True)])
        print(y.grad_fn.name(), [g.tolist() for g in torch.autograd.grad(y.sum(), parameters)])
        try:
            print([g.tolist() for g in torch.autograd.grad(y.sum(), parameters[0])], y.grad_fn.name())
        except RuntimeError as error:
            print(word(error), y.grad_fn.name())

# ---- the usual step
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x, target = torch.randn(8, 3), torch.randn(8, 1)
for step in range(8):
    optimizer.zero_grad()
    loss = ((model(x) - target) ** 2).mean()
    loss.backward()
    optimizer.step()
    if step % 4 == 3:
        print(f"{loss.item():.4f}")
try:
    loss.backward()
except RuntimeError as error:
    print(word(error))
