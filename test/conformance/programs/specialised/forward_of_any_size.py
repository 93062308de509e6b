"""The forward part alone is a root, for batches of any size: what it keeps for the backward outside is as large as the batch."""
# tier2: Net.forward 90% after 3
# versions: Net.forward 2
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(5, 7)
        self.second = nn.Linear(7, 3)

    def forward(self, x):
        h = torch.relu(self.first(x))
        return self.second(h * torch.sigmoid(h).mean(1, keepdim=True))


def main():
    torch.manual_seed(2)
    model = Net()
    total = torch.zeros(())
    for turn in range(40):
        rows = 4 if turn < 6 else 2 + turn * 5 % 9
        x = torch.randn(rows, 5, requires_grad=turn % 2 == 0)
        exec_free = [p.grad for p in model.parameters()]
        out = model(x)
        loss = F.mse_loss(out, torch.ones(rows, 3))
        loss.backward(create_graph=False)
        with torch.no_grad():
            for p in model.parameters():
                p -= 0.05 * p.grad
                p.grad = None
        total = total + loss.detach()
        print(turn, rows, f"{loss.item():.4f}", x.grad is None, len(exec_free))
    x = torch.randn(5, 5, requires_grad=True)
    gradient, = torch.autograd.grad(model(x).pow(2).sum(), x, create_graph=True)
    gradient.sum().backward()
    print(f"{total.item():.4f} {x.grad.sum().item():.4f}")


main()
