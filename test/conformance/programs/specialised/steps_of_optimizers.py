"""Several optimizers in one step, of which one meets a history from before the step: the others have graphs of their own."""
# tier2: Agent.update.step 90% after 1
# tier2: Agent.update.step#2 90% after 1
# tier2: main.loop#1.body.step 90% after 1
# float-tolerance: 1e-4
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)


class Agent:
    def __init__(self):
        self.critic, self.actor = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1)), nn.Linear(3, 2)
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha = torch.tensor([0.2])
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), lr=1e-2)
        self.actor_opt = torch.optim.Adam(self.actor.parameters(), lr=1e-2)
        self.alpha_opt = torch.optim.Adam([self.log_alpha], lr=1e-2)

    def sample(self, s):
        mean, log_std = self.actor(s).chunk(2, dim=1)
        z = torch.randn_like(mean)
        a = torch.tanh(mean + z * log_std.clamp(-3, 1).exp())
        return a, -0.5 * z.pow(2) - log_std

    def update(self, s, a, r):
        with torch.no_grad():
            target = r + 0.9 * (self.critic(torch.cat([s, self.sample(s)[0]], 1)) - self.alpha * self.sample(s)[1])
        loss = F.mse_loss(self.critic(torch.cat([s, a], 1)), target)
        self.critic_opt.zero_grad()
        loss.backward()
        self.critic_opt.step()
        pi, log_pi = self.sample(s)
        policy_loss = (self.alpha * log_pi - self.critic(torch.cat([s, pi], 1))).mean()
        self.actor_opt.zero_grad()
        policy_loss.backward()
        self.actor_opt.step()
        alpha_loss = -(self.log_alpha * (log_pi + 1.0).detach()).mean()
        self.alpha_opt.zero_grad()
        alpha_loss.backward()
        self.alpha_opt.step()
        self.alpha = self.log_alpha.exp()
        return loss.item(), policy_loss.item(), alpha_loss.item()


def main():
    agent = Agent()
    for i in range(30):
        s = torch.randn(16, 3)
        got = agent.update(s, torch.randn(16, 1), -s.pow(2).sum(1, keepdim=True))
        if i % 10 == 9:
            print("%.4f %.4f %.4f" % got)
    g, d = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
    g_opt, d_opt = torch.optim.SGD(g.parameters(), 0.05), torch.optim.SGD(d.parameters(), 0.05)
    kept = torch.zeros(8, 3)
    for i in range(20):
        real, fake = torch.randn(8, 3) + 1, g(torch.randn(8, 2))
        d_loss = F.softplus(d(fake.detach())).mean() + F.softplus(-d(real)).mean()
        d_opt.zero_grad()
        d_loss.backward()
        d_opt.step()
        g_loss = F.softplus(-d(fake)).mean() + 0.01 * (fake - kept).pow(2).mean()
        g_opt.zero_grad()
        g_loss.backward(retain_graph=True)
        g_opt.step()
        kept = fake * 0.5
        if i % 10 == 9:
            print("%.4f %.4f" % (d_loss.item(), g_loss.item()))


main()
