# Convolutional GAN and variational autoencoder, batch norms, transposed convolutions, instance norm, dropout2d, upsampling.
# float-tolerance: 2e-4
# tier2: <module>.loop.body 90% after 1
# tier2: <module>.loop#1.body 90% after 1
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)


def weights_init(m):
    name = m.__class__.__name__
    if name.find("Conv") != -1:
        nn.init.normal_(m.weight.data, 0.0, 0.02)
    elif name.find("BatchNorm") != -1:
        nn.init.normal_(m.weight.data, 1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)


G = nn.Sequential(nn.ConvTranspose2d(8, 16, 4, 1, 0, bias=False), nn.BatchNorm2d(16), nn.ReLU(True), nn.ConvTranspose2d(16, 8, 4, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU(True),
                  nn.Upsample(scale_factor=2), nn.Conv2d(8, 1, 3, padding=1), nn.Tanh())
D = nn.Sequential(nn.Conv2d(1, 8, 4, 2, 1), nn.LeakyReLU(0.2, inplace=True), nn.Dropout2d(0.25), nn.Conv2d(8, 16, 4, 2, 1, bias=False), nn.InstanceNorm2d(16, affine=True), nn.LeakyReLU(0.2, inplace=True), nn.Flatten(), nn.Linear(256, 1), nn.Sigmoid())
G.apply(weights_init)
D.apply(weights_init)
print(G)
print(D)
bce = nn.BCELoss()
og, od = torch.optim.Adam(G.parameters(), lr=2e-3, betas=(0.5, 0.999)), torch.optim.Adam(D.parameters(), lr=2e-3, betas=(0.5, 0.999))
real = torch.randn(6, 1, 16, 16).clamp(-1, 1)
for step in range(6):
    od.zero_grad()
    z = torch.randn(6, 8, 1, 1)
    fake = G(z)
    ld = bce(D(real), torch.ones(6, 1)) + bce(D(fake.detach()), torch.zeros(6, 1))
    ld.backward()
    od.step()
    og.zero_grad()
    lg = bce(D(fake), torch.ones(6, 1))
    lg.backward()
    og.step()
    print(f"{step} {ld.item():.4f} {lg.item():.4f}")
print(G[1].running_mean.norm().item(), G[1].num_batches_tracked)


class Vae(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(20, 16)
        self.mu, self.logvar = nn.Linear(16, 3), nn.Linear(16, 3)
        self.dec = nn.Sequential(nn.Linear(3, 16), nn.SiLU(), nn.Linear(16, 20))

    def forward(self, x):
        h = F.elu(self.enc(x))
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.dec(z), mu, logvar


vae = Vae()
opt = torch.optim.RMSprop(vae.parameters(), lr=1e-2)
data = torch.rand(10, 20)
for step in range(5):
    out, mu, logvar = vae(data)
    loss = F.binary_cross_entropy_with_logits(out, data, reduction="sum") - 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f"{step} {loss.item():.3f}")
net = nn.Sequential(nn.Conv1d(2, 4, 3), nn.BatchNorm1d(4), nn.PReLU(), nn.MaxPool1d(2), nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(4, 2), nn.LogSoftmax(1))
x = torch.randn(3, 2, 9)
F.nll_loss(net(x), torch.tensor([0, 1, 1])).backward()
print([round(p.grad.norm().item(), 4) for p in net.parameters()])
net.eval()
print(net(x))
print(nn.PixelShuffle(2)(torch.arange(16.0).view(1, 4, 2, 2)).flatten()[:6], nn.ZeroPad2d(1)(torch.ones(1, 1, 1, 1)), nn.ReflectionPad2d(1)(torch.arange(4.0).view(1, 1, 2, 2)), nn.GroupNorm(2, 4)(torch.arange(8.0).view(1, 4, 2)))
