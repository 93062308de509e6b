# Advantage actor-critic: an environment in Python, lists of log-probabilities and values, an update after each episode.
import math
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.distributions import Categorical


class Pole:
    """A pole on a cart, with Euler's method."""

    def reset(self):
        self.state = [random.uniform(-0.05, 0.05) for _ in range(4)]
        self.steps = 0
        return self.state

    def step(self, action):
        x, v, angle, speed = self.state
        force = 10.0 if action == 1 else -10.0
        cosine, sine = math.cos(angle), math.sin(angle)
        push = (force + 0.05 * speed * speed * sine) / 1.1
        turn = (9.8 * sine - cosine * push) / (0.5 * (4.0 / 3.0 - 0.1 * cosine * cosine / 1.1))
        slide = push - 0.05 * turn * cosine / 1.1
        self.state = [x + 0.02 * v, v + 0.02 * slide, angle + 0.02 * speed, speed + 0.02 * turn]
        self.steps += 1
        done = abs(self.state[0]) > 2.4 or abs(self.state[2]) > 0.21 or self.steps >= 200
        return self.state, 1.0, done


class Policy(nn.Module):
    def __init__(self):
        super(Policy, self).__init__()
        self.affine1 = nn.Linear(4, 128)
        self.action_head = nn.Linear(128, 2)
        self.value_head = nn.Linear(128, 1)
        self.saved_actions = []
        self.rewards = []

    def forward(self, x):
        x = F.relu(self.affine1(x))
        return F.softmax(self.action_head(x), dim=-1), self.value_head(x)


random.seed(543)
torch.manual_seed(543)
env = Pole()
model = Policy()
optimizer = optim.Adam(model.parameters(), lr=3e-3)
eps = 1e-6


def select_action(state):
    state = torch.tensor(state)
    probs, state_value = model(state)
    m = Categorical(probs)
    action = m.sample()
    model.saved_actions.append((m.log_prob(action), state_value))
    return action.item()


def finish_episode():
    R = 0
    saved_actions = model.saved_actions
    policy_losses, value_losses, returns = [], [], []
    for r in model.rewards[::-1]:
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = torch.tensor(returns)
    returns = (returns - returns.mean()) / (returns.std() + eps)
    for (log_prob, value), R in zip(saved_actions, returns):
        advantage = R - value.item()
        policy_losses.append(-log_prob * advantage)
        value_losses.append(F.smooth_l1_loss(value, torch.tensor([R])))
    optimizer.zero_grad()
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
    loss.backward()
    optimizer.step()
    del model.rewards[:]
    del model.saved_actions[:]


running_reward = 10
for episode in range(1, 251):
    state = env.reset()
    total = 0
    for t in range(1, 10000):
        action = select_action(state)
        state, reward, done = env.step(action)
        model.rewards.append(reward)
        total += reward
        if done:
            break
    running_reward = 0.05 * total + (1 - 0.05) * running_reward
    finish_episode()
    if episode % 50 == 0:
        print("Episode {}\tLast reward: {:.2f}\tAverage reward: {:.2f}".format(episode, total, running_reward))
