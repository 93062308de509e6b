# Variational autoencoder, plain and conditional, on images of 28 by 28 from a DataLoader.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 12
torch.manual_seed(7)


def idx2onehot(idx, n):
    assert torch.max(idx).item() < n
    if idx.dim() == 1:
        idx = idx.unsqueeze(1)
    onehot = torch.zeros(idx.size(0), n).to(idx.device)
    onehot.scatter_(1, idx, 1)
    return onehot


class Encoder(nn.Module):
    def __init__(self, sizes, latent, conditional, labels):
        super().__init__()
        self.conditional, self.labels = conditional, labels
        if conditional:
            sizes = [sizes[0] + labels] + sizes[1:]
        self.MLP = nn.Sequential()
        for i, (a, b) in enumerate(zip(sizes[:-1], sizes[1:])):
            self.MLP.add_module(name="L{:d}".format(i), module=nn.Linear(a, b))
            self.MLP.add_module(name="A{:d}".format(i), module=nn.ReLU())
        self.means, self.log_var = nn.Linear(sizes[-1], latent), nn.Linear(sizes[-1], latent)

    def forward(self, x, c=None):
        if self.conditional:
            x = torch.cat((x, idx2onehot(c, self.labels)), dim=-1)
        x = self.MLP(x)
        return self.means(x), self.log_var(x)


class Decoder(nn.Module):
    def __init__(self, sizes, latent, conditional, labels):
        super().__init__()
        self.MLP = nn.Sequential()
        self.conditional, self.labels = conditional, labels
        inp = latent + labels if conditional else latent
        for i, (a, b) in enumerate(zip([inp] + sizes[:-1], sizes)):
            self.MLP.add_module(name="L{:d}".format(i), module=nn.Linear(a, b))
            if i + 1 < len(sizes):
                self.MLP.add_module(name="A{:d}".format(i), module=nn.ReLU())
            else:
                self.MLP.add_module(name="sigmoid", module=nn.Sigmoid())

    def forward(self, z, c):
        if self.conditional:
            z = torch.cat((z, idx2onehot(c, self.labels)), dim=-1)
        return self.MLP(z)


class VAE(nn.Module):
    def __init__(self, conditional=False, labels=0):
        super().__init__()
        self.latent = 20
        self.encoder = Encoder([784, 400], self.latent, conditional, labels)
        self.decoder = Decoder([400, 784], self.latent, conditional, labels)

    def forward(self, x, c=None):
        if x.dim() > 2:
            x = x.view(-1, 784)
        means, log_var = self.encoder(x, c)
        std = torch.exp(0.5 * log_var)
        eps = torch.randn_like(std)
        z = eps * std + means
        return self.decoder(z, c), means, log_var, z


def loss_fn(recon_x, x, mean, log_var, beta):
    BCE = F.binary_cross_entropy(recon_x.view(-1, 784), x.view(-1, 784), reduction='sum')
    KLD = -0.5 * torch.sum(1 + log_var - mean.pow(2) - log_var.exp())
    return (BCE + beta * KLD) / x.size(0)


protos = (torch.rand(4, 28, 28) > 0.6).float()
labels = torch.randint(0, 4, (6400,))
images = (protos[labels] + 0.2 * torch.rand(6400, 28, 28)).clamp(0, 1)
loader = DataLoader(dataset=TensorDataset(images, labels), batch_size=64, shuffle=True)
for conditional in (False, True):
    vae = VAE(conditional, 4 if conditional else 0)
    optimizer = torch.optim.Adam(vae.parameters(), lr=0.001)
    logs = dict(loss=[])
    for epoch in range(EPOCHS):
        beta = min(1.0, (epoch + 1) / EPOCHS)
        for iteration, (x, y) in enumerate(loader):
            if conditional:
                recon_x, mean, log_var, z = vae(x, y)
            else:
                recon_x, mean, log_var, z = vae(x)
            loss = loss_fn(recon_x, x, mean, log_var, beta)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            logs['loss'].append(loss.item())
            if iteration % 50 == 49 or iteration == len(loader) - 1:
                print("Epoch {:02d}/{:02d} Batch {:04d}/{:d}, Loss {:9.3f}".format(epoch, EPOCHS, iteration, len(loader) - 1, loss.item()))
    with torch.no_grad():
        c = torch.arange(0, 4) if conditional else None
        print("%.3f" % vae.decoder(torch.randn(4, 20), c).mean().item())
