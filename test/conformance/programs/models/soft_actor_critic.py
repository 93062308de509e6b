"""Soft actor-critic on a point mass: squashed Gaussian policy, twin critics, automatic temperature."""
# tier2: <module>.loop#1.body 85% after 4
# float-tolerance: 2e-3
import copy
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Normal

torch.manual_seed(2)
LOG_SIG_MAX, LOG_SIG_MIN, epsilon = 2, -20, 1e-6


def weights_init_(m):
    if isinstance(m, nn.Linear):
        torch.nn.init.xavier_uniform_(m.weight, gain=1)
        torch.nn.init.constant_(m.bias, 0)


class QNetwork(nn.Module):
    def __init__(self, num_inputs, num_actions, hidden_dim):
        super(QNetwork, self).__init__()
        self.linear1 = nn.Linear(num_inputs + num_actions, hidden_dim)
        self.linear2 = nn.Linear(hidden_dim, 1)
        self.linear3 = nn.Linear(num_inputs + num_actions, hidden_dim)
        self.linear4 = nn.Linear(hidden_dim, 1)
        self.apply(weights_init_)

    def forward(self, state, action):
        xu = torch.cat([state, action], 1)
        x1 = self.linear2(F.relu(self.linear1(xu)))
        x2 = self.linear4(F.relu(self.linear3(xu)))
        return x1, x2


class GaussianPolicy(nn.Module):
    def __init__(self, num_inputs, num_actions, hidden_dim):
        super(GaussianPolicy, self).__init__()
        self.linear1 = nn.Linear(num_inputs, hidden_dim)
        self.mean_linear = nn.Linear(hidden_dim, num_actions)
        self.log_std_linear = nn.Linear(hidden_dim, num_actions)
        self.apply(weights_init_)

    def forward(self, state):
        x = F.relu(self.linear1(state))
        mean = self.mean_linear(x)
        log_std = torch.clamp(self.log_std_linear(x), min=LOG_SIG_MIN, max=LOG_SIG_MAX)
        return mean, log_std

    def sample(self, state):
        mean, log_std = self.forward(state)
        std = log_std.exp()
        normal = Normal(mean, std)
        x_t = normal.rsample()
        y_t = torch.tanh(x_t)
        log_prob = normal.log_prob(x_t)
        log_prob -= torch.log((1 - y_t.pow(2)) + epsilon)
        log_prob = log_prob.sum(1, keepdim=True)
        return y_t, log_prob, torch.tanh(mean)


class ReplayBuffer:
    def __init__(self, size, obs, act):
        self.s = torch.zeros(size, obs)
        self.a = torch.zeros(size, act)
        self.r = torch.zeros(size, 1)
        self.s2 = torch.zeros(size, obs)
        self.m = torch.zeros(size, 1)
        self.size, self.ptr, self.n = size, 0, 0

    def push(self, s, a, r, s2, m):
        i = self.ptr
        self.s[i], self.a[i], self.r[i], self.s2[i], self.m[i] = s, a, r, s2, m
        self.ptr = (self.ptr + 1) % self.size
        self.n = min(self.n + 1, self.size)

    def sample(self, k):
        idx = torch.randint(0, self.n, (k,))
        return self.s[idx], self.a[idx], self.r[idx], self.s2[idx], self.m[idx]


def soft_update(target, source, tau):
    for target_param, param in zip(target.parameters(), source.parameters()):
        target_param.data.copy_(target_param.data * (1.0 - tau) + param.data * tau)


class Env:
    def reset(self):
        self.x = torch.randn(2)
        self.t = 0
        return self.x.clone()

    def step(self, a):
        self.x = self.x + 0.3 * a
        self.t += 1
        return self.x.clone(), -self.x.pow(2).sum().item(), self.t >= 20


critic = QNetwork(2, 2, 32)
critic_target = copy.deepcopy(critic)
policy = GaussianPolicy(2, 2, 32)
critic_optim = torch.optim.Adam(critic.parameters(), lr=3e-3)
policy_optim = torch.optim.Adam(policy.parameters(), lr=3e-3)
target_entropy = -torch.prod(torch.Tensor((2,)).to("cpu")).item()
log_alpha = torch.zeros(1, requires_grad=True)
alpha_optim = torch.optim.Adam([log_alpha], lr=3e-3)
memory = ReplayBuffer(1000, 2, 2)
alpha, env = 0.2, Env()
for episode in range(6):
    state, done, total = env.reset(), False, 0.0
    while not done:
        with torch.no_grad():
            action, _, _ = policy.sample(state.unsqueeze(0))
        action = action.detach()[0]
        next_state, reward, done = env.step(action)
        memory.push(state, action, reward, next_state, float(not done))
        state = next_state
        total += reward
        if memory.n >= 16:
            s, a, r, s2, m = memory.sample(16)
            with torch.no_grad():
                a2, lp2, _ = policy.sample(s2)
                q1n, q2n = critic_target(s2, a2)
                next_q = r + m * 0.99 * (torch.min(q1n, q2n) - alpha * lp2)
            qf1, qf2 = critic(s, a)
            qf_loss = F.mse_loss(qf1, next_q) + F.mse_loss(qf2, next_q)
            critic_optim.zero_grad()
            qf_loss.backward()
            critic_optim.step()
            pi, log_pi, _ = policy.sample(s)
            q1, q2 = critic(s, pi)
            policy_loss = ((alpha * log_pi) - torch.min(q1, q2)).mean()
            policy_optim.zero_grad()
            policy_loss.backward()
            policy_optim.step()
            alpha_loss = -(log_alpha * (log_pi + target_entropy).detach()).mean()
            alpha_optim.zero_grad()
            alpha_loss.backward()
            alpha_optim.step()
            alpha = log_alpha.exp().item()
            soft_update(critic_target, critic, 0.05)
    print("Episode: {}, reward: {:.2f}, alpha: {:.4f}".format(episode, total, alpha))
