"""A VAE with reparametrisation, a DataLoader, KL and reconstruction terms."""
# tier2: <module>.loop#1.body 85% after 3
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset, random_split


class VAE(nn.Module):
    def __init__(self, d=64, h=48, z=6):
        super().__init__()
        self.fc1 = nn.Linear(d, h)
        self.fc21, self.fc22 = nn.Linear(h, z), nn.Linear(h, z)
        self.fc3, self.fc4 = nn.Linear(z, h), nn.Linear(h, d)

    def encode(self, x):
        h1 = F.relu(self.fc1(x))
        return self.fc21(h1), self.fc22(h1)

    def reparameterize(self, mu, logvar):
        std = torch.exp(0.5 * logvar)
        eps = torch.randn_like(std)
        return mu + eps * std

    def decode(self, z):
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z))))

    def forward(self, x):
        mu, logvar = self.encode(x.view(-1, 64))
        return self.decode(self.reparameterize(mu, logvar)), mu, logvar


def loss_function(recon, x, mu, logvar):
    bce = F.binary_cross_entropy(recon, x.view(-1, 64), reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld


torch.manual_seed(11)
images = (torch.rand(300, 1, 8, 8) > 0.5).float() * torch.linspace(0, 1, 8)
train, test = random_split(TensorDataset(images, torch.arange(300)), [256, 44])
loader = DataLoader(train, batch_size=32, shuffle=True)
model = VAE()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
for epoch in range(5):
    model.train()
    total = 0
    for index, (x, _) in enumerate(loader):
        optimizer.zero_grad()
        recon, mu, logvar = model(x)
        loss = loss_function(recon, x, mu, logvar)
        loss.backward()
        total += loss.item()
        optimizer.step()
    print("====> Epoch: {} Average loss: {:.3f}".format(epoch, total / len(loader.dataset)))
model.eval()
with torch.no_grad():
    for x, y in DataLoader(test, batch_size=44):
        recon, mu, logvar = model(x)
        print("test {:.3f}".format(loss_function(recon, x, mu, logvar).item() / len(x)), y.sum().item())
