"""Methods of one name in several classes of the module: a buffer's `sample` does with `random`, a policy's does not, and does not
part the step that calls it."""
# tier2: Agent.update.part 90% after 1
# float-tolerance: 1e-4
import random
import torch
from torch import nn
import torch.nn.functional as F

random.seed(0)
torch.manual_seed(0)


class Memory:
    def __init__(self):
        self.buffer = []

    def push(self, *item):
        self.buffer.append(item)

    def sample(self, n):
        return [torch.stack(each) for each in zip(*random.sample(self.buffer, n))]


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)

    def sample(self, s):
        mean, log_std = self.net(s).chunk(2, dim=1)
        z = torch.randn_like(mean)
        return torch.tanh(mean + log_std.exp() * z), -0.5 * z.pow(2) - log_std


class Agent:
    def __init__(self, memory):
        self.memory, self.policy, self.critic = memory, Policy().to("cpu"), nn.Linear(4, 1)
        self.opt = torch.optim.Adam(list(self.policy.parameters()) + list(self.critic.parameters()), lr=1e-2)

    def update(self):
        s, a, r = self.memory.sample(8)
        with torch.no_grad():
            target = r + 0.9 * self.critic(torch.cat([s, self.policy.sample(s)[0]], 1))
        loss = F.mse_loss(self.critic(torch.cat([s, a], 1)), target)
        pi, log_pi = self.policy.sample(s)
        loss = loss + (0.1 * log_pi - self.critic(torch.cat([s, pi], 1))).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


memory = Memory()
for i in range(40):
    memory.push(torch.randn(3), torch.randn(1), torch.randn(1))
agent = Agent(memory)
for i in range(30):
    loss = agent.update()
print("%.4f" % loss)
