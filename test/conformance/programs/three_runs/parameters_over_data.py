"""A parameter counts writes with the tensor that it is made of: that of `x.data` counts apart, that of `x.detach()` with x."""
import torch
from torch import nn

torch.manual_seed(1)
net = nn.Linear(2, 1, bias=False)
optimizer = torch.optim.SGD(net.parameters(), 0.1)
weight = torch.randn(3, requires_grad=True)
buffer = torch.ones(3)
kept = []


def counted():
    """Of how many writes each tensor of the last step knows."""
    return [tensor._version for tensor in kept[-1]]


def squares_behind(tensor, write):
    """The gradient of a sum of squares, or the error, where something writes before it is asked for."""
    total = (tensor * tensor).sum()
    with torch.no_grad():
        write()
    try:
        total.backward()
        return "%.4f" % tensor.grad.sum().item()
    except RuntimeError as error:
        return str(error)[:60]


for i in range(30):
    copy = nn.Parameter(net.weight.data)
    loss = (torch.randn(3, 2) @ net.weight.t() - 1).square().mean()
    optimizer.zero_grad()
    loss.backward()
    total = (copy * copy).sum()
    optimizer.step()
    total.backward()
    if i % 10 == 9:
        print(i, "%.4f %.4f" % (loss.item(), copy.grad.sum().item()), copy._version)

for i in range(30):
    y = weight * torch.randn(3)
    apart = y.detach().data
    kept.append((y, nn.Parameter(y.detach()), apart, nn.Parameter(apart), nn.Parameter(y.data.view(3, 1)), nn.Parameter(weight.data[:2]),
                 nn.Parameter(weight.detach()), nn.Parameter(buffer), nn.Parameter(buffer.data)))
    loss = (y - 1).square().sum()
    weight.grad = None
    loss.backward()
    with torch.no_grad():
        weight.sub_(weight.grad, alpha=0.1)
    if i % 10 == 9:
        print(i, "%.4f" % loss.item(), counted())
        for tensor in kept[-1]:
            with torch.no_grad():
                tensor.mul_(1.5)
            print(counted())
        y, shown, apart, made = kept[-1][:4]
        print(squares_behind(made, lambda: apart.mul_(2)))
        print(squares_behind(shown, lambda: apart.mul_(2)))
        print(squares_behind(shown, lambda: y.detach().mul_(2)))
