"""p.data replaced, shared, resized; parameters of another shape."""
# tier2: train 4
# float-tolerance: 1e-4
import torch
from torch import nn

def train(net, opt, x, y):
    loss = ((net(x) - y) ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
    x, y = torch.randn(8, 4), torch.randn(8, 1)
    old = None
    for step in range(50):
        first, last = net[0], net[2]
        if step == 5:
            old = first.weight.data
            first.weight.data = torch.eye(4)
        elif step == 7:
            print(f"{old.sum().item():.4f}")
            first.weight.data = first.weight.data.t()
        elif step == 9:
            first.weight.data = torch.ones(8, 4)[::2] * 0.1
        elif step == 11:
            first.bias.data = first.weight.data[0]
        elif step == 13:
            first.bias.data = torch.zeros(4)
        elif step == 15:
            first.weight.data = torch.eye(4)
        elif step == 17:
            x = torch.randn(8, 5)
            first.weight.data = torch.ones(4, 5) * 0.1
        elif step == 18:
            opt.state.clear()
            first.weight.grad = None
        elif step == 20:
            x = torch.randn(8, 4)
            first.weight = nn.Parameter(torch.eye(4))
        elif step == 21:
            opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
        elif step == 24:
            first.weight.grad = None
        elif step == 26:
            last.weight.data.mul_(0.5)
        elif step == 28:
            last.weight.data.resize_(1, 4)
        elif step == 30:
            last.weight.data = last.weight.data.double()
        elif step == 32:
            last.weight.data = last.weight.data.float()
        elif step == 34:
            with torch.no_grad():
                last.weight.zero_()
        elif step == 36:
            with torch.no_grad():
                last.weight.copy_(torch.ones(1, 4))
        elif step == 38:
            last.weight.data.fill_(float("nan"))
        elif step == 40:
            for p in net.parameters():
                p.data = torch.zeros_like(p)
            opt.state.clear()
        elif step == 44:
            last.bias.requires_grad_(False)
        elif step == 46:
            last.bias.requires_grad_(True)
        try:
            print(step, f"{train(net, opt, x, y):.4f}")
        except Exception as e:
            print(step, type(e).__name__)  # operations that fail have other names in messages
    print([f"{p.sum().item():.4f}" for p in net.parameters()])
main()
