"""What changes between the steps of a specialised loop: data of a parameter, its need of a gradient,
a hook, a method of one instance, the module's mode, a global function."""
# tier2: main.loop.body 5
# float-tolerance: 1e-4
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 1)

    def forward(self, x):
        return self.b(activation(self.a(x)))


def activation(x):
    return torch.tanh(x)


def change(net, step):
    global activation
    if step == 6:
        net.a.weight.data = torch.ones(4, 4)
    elif step == 8:
        net.a.bias.requires_grad_(False)
    elif step == 10:
        net.b.bias.register_hook(lambda grad: grad * 2)
    elif step == 12:
        net.b.forward = lambda x: x.sum(dim=1, keepdim=True)
    elif step == 14:
        activation = torch.relu
    elif step == 16:
        del net.b.forward
        net.eval()


def main():
    torch.manual_seed(3)
    net = Net()
    x = torch.randn(8, 4)
    for step in range(20):
        loss = net(x).abs().mean()
        net.zero_grad()
        loss.backward()
        with torch.no_grad():
            for p in net.parameters():
                if p.grad is not None:
                    p -= 0.05 * p.grad
        print(step, f"{loss.item():.4f}", net.a.bias.grad is None)
        change(net, step)


main()
