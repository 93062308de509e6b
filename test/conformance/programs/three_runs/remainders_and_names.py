"""Steps that look into names, divide with remainder, name the device, and store rows with dimensions of one element in front."""
import torch
import torch.nn as nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.Linear_in = nn.Linear(4, 6)
        self.norm = nn.LayerNorm(6)
        self.Linear_out = nn.Linear(6, 2)

    def forward(self, x):
        return self.Linear_out(torch.tanh(self.norm(self.Linear_in(x))))


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
device = "cpu"
rows = torch.randn(24, 4)


def step(i, kept):
    batch, place = divmod(i, 6)
    total, rest = divmod(i + 0.5, 2)
    x = rows[place * 4:place * 4 + 4].to(torch.device(device))
    assert x.device == torch.device("cpu") and torch.device(x.device) == x.device
    loss = net(x).pow(2).mean() + 0.01 * rest
    for name, layer in net.named_children():
        kind = layer.__class__.__name__
        if kind.find("Linear") != -1 and name.count("n") > 0 and name.rfind("_") > name.find("L"):
            loss = loss + 0.001 * layer.weight.abs().sum() * (1 + name.count("i"))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    out = net(x)[:1].unsqueeze(0)      # 1, 1, 2: the place has one dimension
    kept[place] = out
    kept[place] = out.detach() + batch
    return loss.item() + total


kept = torch.zeros(6, 2)
for i in range(18):
    print(i, f"{step(i, kept.detach()):.5f}")
    kept = kept.detach()
w = torch.ones(3, requires_grad=True)
for i in range(5):
    table = torch.zeros(2, 3)
    table[i % 2] = (w * i)[None, None]
    (table * torch.arange(6.0).view(2, 3)).sum().backward()
    print(i, w.grad.tolist(), table.grad_fn.name())
try:
    divmod(1, 0)
except ZeroDivisionError as e:
    print(e)
for bad in range(3):
    try:
        kept[0] = torch.ones(2, 1, 2)
    except RuntimeError as e:
        print(e)
