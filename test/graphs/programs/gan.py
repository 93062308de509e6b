"""Two networks and two optimizers; a forward that two backwards use, weights tied in the generator."""
import torch
import torch.nn as nn


def main():
    torch.manual_seed(5)
    generator = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 2))
    judge = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
    opt_g = torch.optim.SGD(generator.parameters(), lr=0.05, momentum=0.5, nesterov=True)
    opt_d = torch.optim.SGD(judge.parameters(), lr=0.05, weight_decay=1e-3)
    real = torch.randn(12, 2) + 3
    for step in range(8):
        noise = torch.randn(12, 3)
        fake = generator(noise)
        opt_d.zero_grad()
        loss_d = nn.functional.softplus(-judge(real)).mean() + nn.functional.softplus(judge(fake.detach())).mean()
        loss_d.backward()
        opt_d.step()
        opt_g.zero_grad()
        loss_g = nn.functional.softplus(-judge(fake)).mean()
        loss_g.backward()
        opt_g.step()
        print(f"{step} {loss_d.item():.4f} {loss_g.item():.4f}")


main()
