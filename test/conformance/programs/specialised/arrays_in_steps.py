"""Arrays of numpy as indices, and made tensors, within training steps: one graph from the batch to the update."""
# tier2: <module>.loop#1.body.part 95% after 1
# tier2: <module>.loop#2.body 95% after 1
# tier2: fit.part 95% after 1
# tier2: <module>.loop#4.body.part 95% after 1
# float-tolerance: 1e-4
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
rng = np.random.RandomState(0)
X = torch.randn(48, 6)
Y = torch.randn(48, 1)
net = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 1))
opt = torch.optim.Adam(net.parameters(), lr=0.01)
inds = np.arange(48)
losses = []
for epoch in range(4):
    rng.shuffle(inds)
    for start in range(0, 48, 8):
        mb = inds[start:start + 8]
        out = net(X[mb])
        loss = F.mse_loss(out, Y[mb])
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
print(len(losses), "%.5f" % losses[-1])


class Reverse(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.perm = np.array(np.arange(0, n)[::-1])
        self.fc = nn.Linear(n, n)

    def forward(self, x):
        return self.fc(x[:, self.perm])


model = nn.Sequential(Reverse(6), nn.ReLU(), Reverse(6))
opt = torch.optim.SGD(model.parameters(), lr=0.05)
for step in range(20):
    loss = model(X).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print("%.5f" % loss.item())


class Data:
    def __init__(self, n):
        self.x = rng.randn(n, 6).astype(np.float32)
        self.y = rng.randint(0, 3, n)

    def sample(self, k):
        at = rng.randint(0, len(self.x), k)
        return self.x[at], self.y[at]


def fit(net, opt, data):
    x, y = data.sample(16)
    x = torch.FloatTensor(x)
    y = torch.from_numpy(y).long()
    loss = F.cross_entropy(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


data = Data(100)
net = nn.Linear(6, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0.0
for step in range(30):
    total += fit(net, opt, data)
print("%.4f" % total)

# weights between forward and backward
weights = torch.rand(48)
net = nn.Linear(6, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(20):
    places = rng.randint(0, 48, 12)
    loss = (net(X[:12]).squeeze(1) ** 2 * weights[places]).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print("%.5f" % loss.item())
