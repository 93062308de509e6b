"""Functions and methods that the steps call are replaced between them, and put back: of torch, of F, of classes."""
# tier2: main.loop.body 3
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 1)
        self.act = nn.ReLU()
    def forward(self, x):
        return self.b(self.act(F.relu(torch.relu(self.a(x)))))

def main():
    torch.manual_seed(0)
    net = Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    x, y = torch.randn(8, 4), torch.randn(8, 1)
    saved = torch.relu, F.relu, nn.Linear.forward, nn.Module.__call__, F.mse_loss
    calls = []
    for step in range(40):
        if step == 5:
            torch.relu = lambda x: x * 0.5
        elif step == 8:
            torch.relu = saved[0]
        elif step == 10:
            F.relu = lambda x, inplace=False: x.abs()
        elif step == 13:
            F.relu = saved[1]
        elif step == 15:
            def forward(self, x):
                calls.append(1)
                return saved[2](self, x) + 1
            nn.Linear.forward = forward
        elif step == 18:
            nn.Linear.forward = saved[2]
        elif step == 20:
            def call(self, *args):
                calls.append("c")
                return self.forward(*args)
            nn.Module.__call__ = call
        elif step == 23:
            nn.Module.__call__ = saved[3]
        elif step == 30:
            net.act = nn.Sigmoid()
        elif step == 33:
            F.mse_loss = F.l1_loss
        elif step == 36:
            F.mse_loss = saved[4]
        loss = F.mse_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}", len(calls))
    print([f"{p.sum().item():.4f}" for p in net.parameters()])
main()
