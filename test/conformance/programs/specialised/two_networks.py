"""Two networks with an optimizer each: the discriminator looks three times in a step, the generator is run once
for two backward passes."""
# tier2: main.loop.body 95% after 3
# tier2-failures: 1
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
# float-tolerance: 1e-4
import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))

    def forward(self, z):
        return self.net(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))

    def forward(self, x):
        return self.net(x)


def main():
    torch.manual_seed(3)
    generator, discriminator = Generator(), Discriminator()
    criterion = nn.BCEWithLogitsLoss()
    optimizer_g = torch.optim.Adam(generator.parameters(), lr=0.01, betas=(0.5, 0.999))
    optimizer_d = torch.optim.Adam(discriminator.parameters(), lr=0.01, betas=(0.5, 0.999))
    data = torch.randn(64, 2) * 0.5 + 2
    history = []
    for step in range(40):
        real = data[torch.randint(0, 64, (16,))]
        ones, zeros = torch.ones(16, 1), torch.zeros(16, 1)

        optimizer_d.zero_grad()
        fake = generator(torch.randn(16, 4))
        loss_d = criterion(discriminator(real), ones) + criterion(discriminator(fake.detach()), zeros)
        loss_d.backward()
        optimizer_d.step()

        optimizer_g.zero_grad()
        loss_g = criterion(discriminator(fake), ones)
        loss_g.backward()
        optimizer_g.step()
        history.append((loss_d.item(), loss_g.item()))
        if step % 10 == 9:
            print(step, f"{loss_d.item():.4f} {loss_g.item():.4f}")
    print(len(history), f"{sum(d for d, g in history):.3f}")


main()
