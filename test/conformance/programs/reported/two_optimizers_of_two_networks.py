"""A generator and its discriminator: specialising stays within memory."""
import torch, torch.nn as nn
class Generator(nn.Module):
    def __init__(self):
        super(Generator, self).__init__()
        self.model = nn.Sequential(nn.Linear(10, 64))
    def forward(self, z):
        return self.model(z)
class Discriminator(nn.Module):
    def __init__(self):
        super(Discriminator, self).__init__()
        self.model = nn.Sequential(nn.Linear(64, 16), nn.LeakyReLU(0.2, inplace=True), nn.Linear(16, 1))
    def forward(self, img):
        return self.model(img.view(img.shape[0], -1))
G = Generator(); D = Discriminator()
data = [torch.rand(8, 1, 8, 8) for _ in range(8)]
for i, real in enumerate(data):
    z = torch.Tensor([[0.5]*10]*8)
    fake = G(z).detach()
    loss_D = torch.mean(D(fake))
    if i % 4 == 0:
        gen = G(z)
        loss_G = -torch.mean(D(gen))
