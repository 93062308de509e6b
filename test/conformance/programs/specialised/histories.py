"""What is left on the tape by a forward part: backward twice, gradients of chosen inputs and of gradients,
values written in between, hooks, `grad_fn`."""
# tier2: Net.forward 8
# tier2: again.loop.body.forward 4
# tier2: chosen.loop.body 4
# float-tolerance: 1e-5
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.first = nn.Linear(inputs, 8)
        self.second = nn.Linear(8, outputs)

    def forward(self, x):
        return self.second(torch.tanh(self.first(x)))


def again():
    model = Net(3, 1)
    x = torch.randn(4, 3, requires_grad=True)
    for i in range(4):
        y = model(x)
        y.sum().backward(retain_graph=True)
        once = model.first.weight.grad.clone()
        y.sum().backward()
        print(torch.allclose(model.first.weight.grad, once * 2))
        try:
            y.sum().backward()
        except RuntimeError as error:
            print(str(error)[:60])
        model.zero_grad()
        x.grad = None


def chosen():
    model = Net(3, 1)
    x = torch.randn(4, 3, requires_grad=True)
    for i in range(4):
        y = model(x)
        only, = torch.autograd.grad(y.sum(), x, retain_graph=True)
        weight, = torch.autograd.grad(y.pow(2).sum(), model.first.weight)
        print(f"{only.sum().item():.5f} {weight.sum().item():.5f}", model.first.weight.grad)
        penalty, = torch.autograd.grad(model(x).sum(), x, create_graph=True)
        penalty.pow(2).sum().backward()
        print(f"{model.first.weight.grad.sum().item():.5f} {model.second.bias.grad}")
        model.zero_grad()
        x.grad = None


def written():
    model = Net(3, 1)
    for i in range(4):
        y = model(torch.ones(2, 3))
        with torch.no_grad():
            model.second.weight.mul_(1.5)
        try:
            y.sum().backward()
        except RuntimeError as error:
            print(str(error)[:91])
        print(model.first.weight.grad is None, y.grad_fn.name(), len(y.grad_fn.next_functions))


def hooks():
    model = Net(3, 2)
    for i in range(4):
        seen = []
        x = torch.full((2, 3), 0.5, requires_grad=True)
        y = model(x)
        y.register_hook(lambda g: seen.append(f"{g.sum().item():.3f}"))
        y.retain_grad()
        handle = model.second.bias.register_hook(lambda g: g * 2)
        (y * 3).sum().backward()
        handle.remove()
        print(seen, f"{y.grad.sum().item():.3f} {model.second.bias.grad.sum().item():.3f}")
        print(f"{x.grad.sum().item():.5f}", y)
        model.zero_grad()


torch.manual_seed(5)
again()
chosen()
written()
hooks()
