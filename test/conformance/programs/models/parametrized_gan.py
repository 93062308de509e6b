"""A GAN whose layers have parametrizations: spectral and weight norm; a symmetric and an orthogonal layer."""
# tier2: <module>.loop.body 85% after 3
# tier2: <module>.loop#1.body 85% after 3
# tier2: <module>.loop#2.body 85% after 3
# float-tolerance: 2e-3
import torch, torch.nn as nn, torch.nn.functional as F
import torch.nn.parallel
import torch.utils.data
from torch.nn.utils.parametrizations import spectral_norm, weight_norm, orthogonal
import torch.nn.utils.parametrize as parametrize
manualSeed = 999
torch.manual_seed(manualSeed)


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find("Conv") != -1 and hasattr(m, "weight") and isinstance(m.weight, nn.Parameter):
        nn.init.normal_(m.weight.data, 0.0, 0.02)
    elif classname.find("BatchNorm") != -1:
        nn.init.normal_(m.weight.data, 1.0, 0.02)
        nn.init.constant_(m.bias.data, 0)


class Generator(nn.Module):

    def __init__(self, nz=8, ngf=4):
        super(Generator, self).__init__()
        self.main = nn.Sequential(nn.ConvTranspose2d(nz, ngf * 2, 4, 1, 0, bias=False), nn.BatchNorm2d(ngf * 2), nn.ReLU(True),
                nn.ConvTranspose2d(ngf * 2, 1, 4, 2, 1, bias=False), nn.Tanh())

    def forward(self, input):
        return self.main(input)


class Discriminator(nn.Module):

    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(spectral_norm(nn.Conv2d(1, 4, 4, 2, 1, bias=False)), nn.LeakyReLU(0.2, inplace=True),
                spectral_norm(nn.Conv2d(4, 8, 4, 2, 1)), nn.LeakyReLU(0.2), nn.Flatten(), weight_norm(nn.Linear(32, 1)), nn.Sigmoid())

    def forward(self, x):
        return self.main(x)


netG, netD = (Generator(), Discriminator())
netG.apply(weights_init)
netD.apply(weights_init)
criterion = nn.BCELoss()
optimizerD = torch.optim.Adam(netD.parameters(), lr=0.002, betas=(0.5, 0.999))
optimizerG = torch.optim.Adam(netG.parameters(), lr=0.002, betas=(0.5, 0.999))
real_label, fake_label = (1.0, 0.0)
for i in range(30):
    data = torch.tanh(torch.randn(8, 1, 8, 8).cumsum(3))
    netD.zero_grad()
    label = torch.full((8,), real_label, dtype=torch.float)
    output = netD(data).view(-1)
    errD_real = criterion(output, label)
    errD_real.backward()
    D_x = output.mean().item()
    fake = netG(torch.randn(8, 8, 1, 1))
    label.fill_(fake_label)
    output = netD(fake.detach()).view(-1)
    errD_fake = criterion(output, label)
    errD_fake.backward()
    D_G_z1 = output.mean().item()
    errD = errD_real + errD_fake
    optimizerD.step()
    netG.zero_grad()
    label.fill_(real_label)
    output = netD(fake).view(-1)
    errG = criterion(output, label)
    errG.backward()
    optimizerG.step()
    if i % 10 == 9:
        print("[%d] Loss_D: %.4f Loss_G: %.4f D(x): %.4f" % (i, errD.item(), errG.item(), D_x))


class Sym(nn.Module):

    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)


m = nn.Linear(4, 4)
parametrize.register_parametrization(m, "weight", Sym())
opt = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9)
for i in range(32):
    x = torch.randn(8, 4)
    with parametrize.cached():
        loss = (m(x) - x.flip(1)).pow(2).mean() + 0.01 * m.weight.norm()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if i % 8 == 7:
        print(i, "%.4f" % loss.item(), torch.equal(m.weight, m.weight.t()))
rnn = orthogonal(nn.Linear(4, 4, bias=False), orthogonal_map="cayley")
opt = torch.optim.Adam(rnn.parameters(), lr=0.05)
for i in range(30):
    x = torch.randn(8, 4)
    loss = (rnn(x) - x.roll(1, 1)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if i % 10 == 9:
        print(i, "%.4f" % loss.item())
print(type(netD.main[0]).__name__, sorted(netD.state_dict())[:3])
parametrize.remove_parametrizations(m, "weight")
print(m.weight.requires_grad, type(m).__name__)
