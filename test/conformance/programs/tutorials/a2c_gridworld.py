"""A2C with n-step returns, REINFORCE with baseline: old actor-critic example spelling (saved_log_probs, finfo eps, SavedAction)."""
# float-tolerance: 2e-3
# tier2: select_action 95% after 3
# tier2: finish_episode.loop#1.body 95% after 3
# tier2: finish_episode.part#1 60% after 3
# tier2: finish_episode.part#2.forward 60% after 3
# tier2: a2c.loop#3.body.tail 50% after 3
# tier2: discounted 95% after 3
import argparse
import random
from collections import namedtuple
from itertools import count

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical
from torch.autograd import Variable

parser = argparse.ArgumentParser(description='PyTorch actor-critic example')
parser.add_argument('--gamma', type=float, default=0.95, metavar='G', help='discount factor (default: 0.95)')
parser.add_argument('--seed', type=int, default=543, metavar='N')
parser.add_argument('--episodes', type=int, default=60)
parser.add_argument('--log-interval', type=int, default=20, metavar='N')
parser.add_argument('--nsteps', type=int, default=5)
args = parser.parse_args()
SavedAction = namedtuple('SavedAction', ['log_prob', 'value'])


class Grid:
    """4 x 4 cells, a goal in one corner, a pit in the middle."""
    MOVES = [(0, 1), (0, -1), (1, 0), (-1, 0)]

    def __init__(self, seed, n=4):
        self.rng = random.Random(seed)
        self.n = n

    def reset(self):
        self.pos = [self.rng.randrange(2), self.rng.randrange(2)]
        self.t = 0
        return self._state()

    def _state(self):
        s = [0.0] * (self.n * self.n)
        s[self.pos[0] * self.n + self.pos[1]] = 1.0
        return s

    def step(self, action):
        dx, dy = self.MOVES[int(action)]
        self.pos[0] = min(max(self.pos[0] + dx, 0), self.n - 1)
        self.pos[1] = min(max(self.pos[1] + dy, 0), self.n - 1)
        self.t += 1
        if self.pos == [self.n - 1, self.n - 1]:
            return self._state(), 1.0, True, {}
        if self.pos == [2, 1]:
            return self._state(), -1.0, True, {}
        return self._state(), -0.02, self.t >= 25, {}


class Policy(nn.Module):
    def __init__(self, n=16):
        super(Policy, self).__init__()
        self.affine1 = nn.Linear(n, 32)
        self.action_head = nn.Linear(32, 4)
        self.value_head = nn.Linear(32, 1)
        self.saved_actions = []
        self.rewards = []

    def forward(self, x):
        x = F.relu(self.affine1(x))
        action_scores = self.action_head(x)
        state_values = self.value_head(x)
        return F.softmax(action_scores, dim=-1), state_values


eps = np.finfo(np.float32).eps.item()


def select_action(model, state):
    state = torch.FloatTensor(state)
    probs, state_value = model(Variable(state))
    m = Categorical(probs)
    action = m.sample()
    model.saved_actions.append(SavedAction(m.log_prob(action), state_value))
    return action.item()


def finish_episode(model, optimizer):
    R = 0
    saved_actions = model.saved_actions
    policy_losses = []
    value_losses = []
    returns = []
    for r in model.rewards[::-1]:
        R = r + args.gamma * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std(unbiased=False) + eps)
    for (log_prob, value), R in zip(saved_actions, returns):
        reward = R - value.item()
        policy_losses.append(-log_prob * reward)
        value_losses.append(F.smooth_l1_loss(value, torch.tensor([R])))
    optimizer.zero_grad()
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
    loss.backward()
    optimizer.step()
    n = len(model.rewards)
    del model.rewards[:]
    del model.saved_actions[:]
    return loss.item(), n


def reinforce():
    env = Grid(args.seed)
    model = Policy()
    optimizer = optim.Adam(model.parameters(), lr=2e-2)
    running_reward = 0
    for i_episode in range(1, args.episodes + 1):
        state, total = env.reset(), 0
        for t in range(10000):  # Don't infinite loop while learning
            action = select_action(model, state)
            state, reward, done, _ = env.step(action)
            model.rewards.append(reward)
            total += reward
            if done:
                break
        running_reward = running_reward * 0.9 + total * 0.1
        loss, n = finish_episode(model, optimizer)
        if i_episode % args.log_interval == 0:
            print('Episode {}\tLast length: {:5d}\tAverage reward: {:.2f}'.format(i_episode, t + 1, running_reward))


def discounted(rewards, masks, bootstrap):
    out = torch.zeros_like(rewards)
    R = bootstrap
    for i in reversed(range(rewards.size(0))):
        R = rewards[i] + args.gamma * R * masks[i]
        out[i] = R
    return out


def a2c(n_envs=4, updates=80):
    envs = [Grid(100 + i) for i in range(n_envs)]
    model = Policy()
    optimizer = optim.RMSprop(model.parameters(), lr=5e-3, eps=1e-5, alpha=0.99)
    obs = list([e.reset() for e in envs])
    finished, rewards_seen = 0, 0.0
    for update in range(1, updates + 1):
        log_probs, values, rewards, masks, entropy = [], [], [], [], 0
        for _ in range(args.nsteps):
            probs, value = model(torch.tensor(obs))
            dist = Categorical(probs=probs)
            action = dist.sample()
            log_probs.append(dist.log_prob(action))
            entropy = entropy + dist.entropy().mean()
            values.append(value.squeeze(-1))
            results = [e.step(a) for e, a in zip(envs, action.tolist())]
            obs = list([e.reset() if r[2] else r[0] for e, r in zip(envs, results)])
            rewards.append(torch.FloatTensor([r[1] for r in results]))
            masks.append(torch.FloatTensor([1 - r[2] for r in results]))
            finished += sum(int(r[2]) for r in results)
            rewards_seen += sum(r[1] for r in results)
        with torch.no_grad():
            bootstrap = model(torch.tensor(obs))[1].squeeze(-1)
        returns = discounted(torch.stack(rewards), torch.stack(masks), bootstrap)
        log_probs, values = torch.stack(log_probs), torch.stack(values)
        advantage = returns - values
        loss = -(log_probs * advantage.detach()).mean() + 0.5 * advantage.pow(2).mean() - 0.01 * entropy / args.nsteps
        optimizer.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        if update % 20 == 0:
            print('update %d episodes %d reward %.2f norm<=1 %s' % (update, finished, rewards_seen / max(finished, 1), bool(norm <= 1)))
            finished, rewards_seen = 0, 0.0


if __name__ == '__main__':
    random.seed(args.seed)
    np.random.seed(args.seed)
    torch.manual_seed(args.seed)
    reinforce()
    a2c()
