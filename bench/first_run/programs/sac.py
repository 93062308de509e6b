# Soft actor-critic with a replay buffer of numpy arrays.
import math, random
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal

STEPS = 2200
random.seed(1); np.random.seed(1); torch.manual_seed(16)
LOG_SIG_MAX, LOG_SIG_MIN, epsilon = 2, -20, 1e-6


def weights_init_(m):
    if isinstance(m, nn.Linear):
        torch.nn.init.xavier_uniform_(m.weight, gain=1)
        torch.nn.init.constant_(m.bias, 0)


class Env:
    def reset(self):
        self.s = np.random.uniform(-1, 1, 3).astype(np.float32)
        self.t = 0
        return self.s.copy()

    def step(self, a):
        self.s[0] += 0.1 * self.s[1]
        self.s[1] += 0.1 * float(np.clip(a[0], -1, 1))
        self.s[2] = math.cos(self.t)
        self.t += 1
        return self.s.copy(), -float(self.s[0] ** 2 + 0.1 * self.s[1] ** 2), self.t >= 30


class ReplayMemory:
    def __init__(self, capacity):
        self.capacity, self.buffer, self.position = capacity, [], 0

    def push(self, state, action, reward, next_state, done):
        if len(self.buffer) < self.capacity:
            self.buffer.append(None)
        self.buffer[self.position] = (state, action, reward, next_state, done)
        self.position = (self.position + 1) % self.capacity

    def sample(self, batch_size):
        batch = random.sample(self.buffer, batch_size)
        state, action, reward, next_state, done = map(np.stack, zip(*batch))
        return state, action, reward, next_state, done

    def __len__(self):
        return len(self.buffer)


class QNetwork(nn.Module):
    def __init__(self, n, a, h):
        super(QNetwork, self).__init__()
        self.linear1, self.linear2, self.linear3 = nn.Linear(n + a, h), nn.Linear(h, h), nn.Linear(h, 1)
        self.linear4, self.linear5, self.linear6 = nn.Linear(n + a, h), nn.Linear(h, h), nn.Linear(h, 1)
        self.apply(weights_init_)

    def forward(self, state, action):
        xu = torch.cat([state, action], 1)
        x1 = F.relu(self.linear1(xu))
        x1 = F.relu(self.linear2(x1))
        x1 = self.linear3(x1)
        x2 = F.relu(self.linear4(xu))
        x2 = F.relu(self.linear5(x2))
        x2 = self.linear6(x2)
        return x1, x2


class GaussianPolicy(nn.Module):
    def __init__(self, n, a, h):
        super(GaussianPolicy, self).__init__()
        self.linear1, self.linear2 = nn.Linear(n, h), nn.Linear(h, h)
        self.mean_linear, self.log_std_linear = nn.Linear(h, a), nn.Linear(h, a)
        self.apply(weights_init_)
        self.action_scale, self.action_bias = torch.tensor(1.), torch.tensor(0.)

    def forward(self, state):
        x = F.relu(self.linear1(state))
        x = F.relu(self.linear2(x))
        mean = self.mean_linear(x)
        log_std = torch.clamp(self.log_std_linear(x), min=LOG_SIG_MIN, max=LOG_SIG_MAX)
        return mean, log_std

    def sample(self, state):
        mean, log_std = self.forward(state)
        std = log_std.exp()
        normal = Normal(mean, std)
        x_t = normal.rsample()
        y_t = torch.tanh(x_t)
        action = y_t * self.action_scale + self.action_bias
        log_prob = normal.log_prob(x_t)
        log_prob -= torch.log(self.action_scale * (1 - y_t.pow(2)) + epsilon)
        log_prob = log_prob.sum(1, keepdim=True)
        return action, log_prob, torch.tanh(mean) * self.action_scale + self.action_bias


class SAC:
    def __init__(self, n, a):
        self.gamma, self.tau, self.alpha = 0.99, 0.005, 0.2
        self.critic, self.critic_target = QNetwork(n, a, 256), QNetwork(n, a, 256)
        self.critic_optim = torch.optim.Adam(self.critic.parameters(), lr=3e-4)
        for t, s in zip(self.critic_target.parameters(), self.critic.parameters()):
            t.data.copy_(s.data)
        self.target_entropy = -torch.prod(torch.Tensor((a,))).item()
        self.log_alpha = torch.zeros(1, requires_grad=True)
        self.alpha_optim = torch.optim.Adam([self.log_alpha], lr=3e-4)
        self.policy = GaussianPolicy(n, a, 256)
        self.policy_optim = torch.optim.Adam(self.policy.parameters(), lr=3e-4)

    def select_action(self, state, evaluate=False):
        state = torch.FloatTensor(state).unsqueeze(0)
        if evaluate is False:
            action, _, _ = self.policy.sample(state)
        else:
            _, _, action = self.policy.sample(state)
        return action.detach().cpu().numpy()[0]

    def update_parameters(self, memory, batch_size, updates):
        state_batch, action_batch, reward_batch, next_state_batch, mask_batch = memory.sample(batch_size=batch_size)
        state_batch = torch.FloatTensor(state_batch)
        next_state_batch = torch.FloatTensor(next_state_batch)
        action_batch = torch.FloatTensor(action_batch)
        reward_batch = torch.FloatTensor(reward_batch).unsqueeze(1)
        mask_batch = torch.FloatTensor(mask_batch).unsqueeze(1)
        with torch.no_grad():
            next_action, next_log_pi, _ = self.policy.sample(next_state_batch)
            q1n, q2n = self.critic_target(next_state_batch, next_action)
            min_q = torch.min(q1n, q2n) - self.alpha * next_log_pi
            next_q = reward_batch + mask_batch * self.gamma * min_q
        qf1, qf2 = self.critic(state_batch, action_batch)
        qf_loss = F.mse_loss(qf1, next_q) + F.mse_loss(qf2, next_q)
        self.critic_optim.zero_grad()
        qf_loss.backward()
        self.critic_optim.step()
        pi, log_pi, _ = self.policy.sample(state_batch)
        q1p, q2p = self.critic(state_batch, pi)
        policy_loss = ((self.alpha * log_pi) - torch.min(q1p, q2p)).mean()
        self.policy_optim.zero_grad()
        policy_loss.backward()
        self.policy_optim.step()
        alpha_loss = -(self.log_alpha * (log_pi + self.target_entropy).detach()).mean()
        self.alpha_optim.zero_grad()
        alpha_loss.backward()
        self.alpha_optim.step()
        self.alpha = self.log_alpha.exp()
        if updates % 2 == 0:
            for t, s in zip(self.critic_target.parameters(), self.critic.parameters()):
                t.data.copy_(t.data * (1.0 - self.tau) + s.data * self.tau)
        return qf_loss.item(), policy_loss.item(), alpha_loss.item(), self.alpha.clone().item()


env, agent, memory = Env(), SAC(3, 1), ReplayMemory(1000)
state = env.reset()
updates, ep = 0, 0.0
for step in range(STEPS):
    action = agent.select_action(state) if step > 100 else np.random.uniform(-1, 1, 1).astype(np.float32)
    next_state, reward, done = env.step(action)
    memory.push(state, action, np.float32(reward), next_state, np.float32(0.0 if done else 1.0))
    state, ep = next_state, ep + reward
    if len(memory) > 64:
        q, p, al, a = agent.update_parameters(memory, 64, updates)
        updates += 1
    if done:
        state = env.reset()
    if step % 200 == 199:
        print("step %d q %.4f pi %.4f alpha %.4f return %.3f" % (step + 1, q, p, a, ep))
        ep = 0.0
