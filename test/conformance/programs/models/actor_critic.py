"""Actor-critic on CartPole; returns in a Python loop backwards."""
# tier2: <module>.loop#1.body 95% after 3
# tier2: <module>.loop#3.body 95% after 3
import math
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class CartPole:
    def __init__(self, rng):
        self.rng = rng

    def reset(self):
        self.s = [self.rng.uniform(-0.05, 0.05) for _ in range(4)]
        self.t = 0
        return list(self.s)

    def step(self, action):
        x, v, a, w = self.s
        force = 10.0 if action == 1 else -10.0
        c, s = math.cos(a), math.sin(a)
        temp = (force + 0.05 * w * w * s) / 1.1
        acc = (9.8 * s - c * temp) / (0.5 * (4.0 / 3.0 - 0.1 * c * c / 1.1))
        xacc = temp - 0.05 * acc * c / 1.1
        self.s = [x + 0.02 * v, v + 0.02 * xacc, a + 0.02 * w, w + 0.02 * acc]
        self.t += 1
        done = abs(self.s[0]) > 2.4 or abs(self.s[2]) > 0.2095 or self.t >= 200
        return list(self.s), 1.0, done


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 64)
        self.policy = nn.Linear(64, 2)
        self.value = nn.Linear(64, 1)

    def forward(self, x):
        x = F.relu(self.body(x))
        return F.softmax(self.policy(x), dim=-1), self.value(x)


import random
env = CartPole(random.Random(5))
torch.manual_seed(5)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
running = 10.0
for episode in range(12):
    state, done, log_probs, values, rewards = env.reset(), False, [], [], []
    while not done:
        probs, value = net(torch.tensor(state, dtype=torch.float32))
        m = Categorical(probs)
        action = m.sample()
        state, reward, done = env.step(action.item())
        log_probs.append(m.log_prob(action))
        values.append(value)
        rewards.append(reward)
    returns, r = [], 0.0
    for reward in reversed(rewards):
        r = reward + 0.99 * r
        returns.insert(0, r)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)
    policy_losses, value_losses = [], []
    for log_prob, value, ret in zip(log_probs, values, returns):
        advantage = ret - value.item()
        policy_losses.append(-log_prob * advantage)
        value_losses.append(F.smooth_l1_loss(value, torch.tensor([ret])))
    optimizer.zero_grad()
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
    loss.backward()
    optimizer.step()
    running = 0.05 * len(rewards) + 0.95 * running
    print(f"episode {episode} length {len(rewards)} loss {loss.item():.3f} running {running:.2f}")
