"""A forward part that draws, with its backward in a loop that is no graph: what the gradients assume of the
rate is tested before anything is drawn. The rate changes, and evaluation comes between."""
# tier2: Net.forward 60% after 1
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(6, 16)
        self.fc2 = nn.Linear(16, 3)
        self.drop = nn.Dropout(0.3)

    def forward(self, x):
        x = self.drop(F.relu(self.fc1(x)))
        return self.fc2(F.dropout(x, 0.1, self.training))


def main():
    torch.manual_seed(0)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x = torch.randn(5, 6)
    target = torch.randint(0, 3, (5,))
    for step in range(30):
        if step == 14:
            net.drop.p = 0.0
        if step == 18:
            net.drop.p = 0.5
        optimizer.zero_grad()
        first, second = net(x), net(x * 2)
        print(sorted(map(str, range(step % 3))))  # keeps the loop out of tier 2
        loss = F.cross_entropy(second, target) + F.cross_entropy(first, target)
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.4f}", f"{torch.rand(1).item():.6f}")
        if step % 10 == 9:
            net.eval()
            with torch.no_grad():
                print(f"{net(x).sum().item():.4f}")
            net.train()


main()
