"""Attributes are deleted, retyped, added between steps; methods replaced on an instance."""
# tier2: main.loop.body 3
# float-tolerance: 1e-4
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)
        self.scale = 2.0
        self.name = "net"
        self.offset = 1
    def shift(self, x):
        return x + self.offset
    def forward(self, x):
        try:
            return self.shift(self.fc(x) * self.scale)
        except AttributeError as e:
            print("caught", e)
            return self.fc(x)

def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.01)
    x, y = torch.randn(8, 4), torch.randn(8, 1)
    for step in range(40):
        if step == 6:
            net.scale = 2
        elif step == 8:
            net.scale = torch.tensor(2.5)
        elif step == 10:
            net.scale = True
        elif step == 12:
            del net.scale
        elif step == 14:
            net.scale = 2.0
        elif step == 16:
            net.shift = lambda x: x * 3
        elif step == 18:
            del net.shift
        elif step == 20:
            net.offset = 1.5
        elif step == 21:
            net.offset = torch.ones(1)
        elif step == 22:
            del net.offset
        elif step == 23:
            net.offset = 2**70
        elif step == 25:
            net.offset = 1
        elif step == 27:
            net.__class__ = type("Other", (Net,), {"shift": lambda self, x: x - 1})
        elif step == 29:
            net.__class__ = Net
        elif step == 31:
            Net.offset = 5
            del net.offset
        elif step == 33:
            Net.offset = property(lambda self: 7)
        elif step == 35:
            del Net.offset
            net.offset = 1
        elif step == 37:
            net.train(False)
        elif step == 38:
            net.fc.bias = None
        try:
            loss = ((net(x) - y) ** 2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            print(step, f"{loss.item():.4f}")
        except Exception as e:
            print(step, type(e).__name__, e)
    print([f"{p.sum().item():.4f}" for p in net.parameters()])
main()
