"""PPO with a Gaussian policy: rollout lists, GAE by hand, shuffled minibatches by `randperm`, early stop by the KL divergence, running norms."""
# tier2: main.loop.body 40% after 2
# tier2: main.loop#1.body 90% after 3
# tier2: ppo_update.loop#1.body 90% after 3
# float-tolerance: 2e-3
import argparse
import math
import os

import torch
import torch.nn as nn
from torch.distributions import Normal
from torch.optim.lr_scheduler import LambdaLR

os.environ.setdefault('OMP_NUM_THREADS', '1')


class Pendulum:
    """A pendulum that wants to stand up; several at once."""

    def __init__(self, n, seed):
        self.n, self.max_speed, self.dt, self.g = n, 8., .05, 10.
        self.gen = torch.Generator().manual_seed(seed)

    def reset(self):
        self.th = (torch.rand(self.n, generator=self.gen) * 2 - 1) * math.pi
        self.thdot = torch.rand(self.n, generator=self.gen) * 2 - 1
        return self._get_obs()

    def _get_obs(self):
        return torch.stack([self.th.cos(), self.th.sin(), self.thdot], dim=-1)

    def step(self, u):
        u = u.squeeze(-1).clamp(-2., 2.)
        angle = ((self.th + math.pi) % (2 * math.pi)) - math.pi
        costs = angle ** 2 + .1 * self.thdot ** 2 + .001 * (u ** 2)
        newthdot = self.thdot + (3 * self.g / 2 * torch.sin(self.th) + 3. * u) * self.dt
        self.thdot = torch.clamp(newthdot, -self.max_speed, self.max_speed)
        self.th = self.th + self.thdot * self.dt
        return self._get_obs(), -costs / 10.


class RunningMeanStd(object):
    def __init__(self, shape, epsilon=1e-4):
        self.mean = torch.zeros(shape)
        self.var = torch.ones(shape)
        self.count = epsilon

    def update(self, x):
        batch_mean, batch_var, batch_count = x.mean(0), x.var(0, unbiased=False), x.shape[0]
        delta = batch_mean - self.mean
        tot_count = self.count + batch_count
        self.mean = self.mean + delta * batch_count / tot_count
        m_2 = self.var * self.count + batch_var * batch_count + delta.pow(2) * self.count * batch_count / tot_count
        self.var = m_2 / tot_count
        self.count = tot_count

    def normalize(self, x, clip=10.):
        return torch.clamp((x - self.mean) / torch.sqrt(self.var + 1e-8), -clip, clip)


def mlp(sizes, activation, output_activation=nn.Identity):
    layers = []
    for j in range(len(sizes) - 1):
        act = activation if j < len(sizes) - 2 else output_activation
        layers += [nn.Linear(sizes[j], sizes[j + 1]), act()]
    return nn.Sequential(*layers)


class ActorCritic(nn.Module):
    def __init__(self, obs_dim=3, act_dim=1, hidden=(32, 32)):
        super(ActorCritic, self).__init__()
        self.mu_net = mlp([obs_dim] + list(hidden) + [act_dim], nn.Tanh)
        self.v_net = mlp([obs_dim] + list(hidden) + [1], nn.Tanh)
        self.log_std = nn.Parameter(-0.5 * torch.ones(act_dim))

    def distribution(self, obs):
        return Normal(self.mu_net(obs), self.log_std.exp())

    def act(self, obs):
        with torch.no_grad():
            pi = self.distribution(obs)
            a = pi.sample()
            return a, pi.log_prob(a).sum(-1), self.v_net(obs).squeeze(-1)

    def evaluate(self, obs, act):
        pi = self.distribution(obs)
        return pi.log_prob(act).sum(axis=-1), pi.entropy().sum(-1).mean(), torch.squeeze(self.v_net(obs), -1)


def compute_gae(next_value, rewards, masks, values, gamma=0.95, tau=0.95):
    values = values + [next_value]
    gae = 0
    returns = []
    for step in reversed(range(len(rewards))):
        delta = rewards[step] + gamma * values[step + 1] * masks[step] - values[step]
        gae = delta + gamma * tau * masks[step] * gae
        returns.insert(0, gae + values[step])
    return returns


def ppo_iter(mini_batch_size, states, actions, log_probs, returns, advantage):
    batch_size = states.size(0)
    perm = torch.randperm(batch_size)
    for i in range(batch_size // mini_batch_size):
        ids = perm[i * mini_batch_size:(i + 1) * mini_batch_size]
        yield states[ids, :], actions[ids, :], log_probs[ids], returns[ids], advantage[ids]


def ppo_update(model, optimizer, args, rollout):
    kls, clip_fraction = [], 0.
    for epoch in range(args.ppo_epochs):
        approx_kl = 0.
        for state, action, old_log_probs, return_, advantage in ppo_iter(args.mini_batch_size, *rollout):
            new_log_probs, entropy, value = model.evaluate(state, action)
            ratio = (new_log_probs - old_log_probs).exp()
            surr1 = ratio * advantage
            surr2 = torch.clamp(ratio, 1.0 - args.clip, 1.0 + args.clip) * advantage
            actor_loss = - torch.min(surr1, surr2).mean()
            critic_loss = (return_ - value).pow(2).mean()
            loss = 0.5 * critic_loss + actor_loss - 0.001 * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimizer.step()
            approx_kl = (old_log_probs - new_log_probs).mean().item()
            clip_fraction = (torch.abs(ratio - 1) > args.clip).float().mean().item()
        kls.append(approx_kl)
        if approx_kl > 1.5 * args.target_kl:
            break
    return loss.item(), sum(kls) / len(kls), clip_fraction, len(kls)


def main(args):
    torch.manual_seed(args.seed)
    env, norm = Pendulum(args.num_envs, args.seed), RunningMeanStd((3,))
    model = ActorCritic()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    scheduler = LambdaLR(optimizer, lr_lambda=lambda frame: 1. - frame / (args.frames + 1.))
    for frame in range(args.frames):
        log_probs, values, states, actions, rewards, masks = [], [], [], [], [], []
        raw = env.reset()
        for t in range(args.num_steps):
            norm.update(raw)
            state = norm.normalize(raw)
            action, log_prob, value = model.act(state)
            raw, reward = env.step(action)
            log_probs.append(log_prob)
            values.append(value)
            rewards.append(reward)
            masks.append(torch.full((args.num_envs,), float(t < args.num_steps - 1)))
            states.append(state)
            actions.append(action)
        _, _, next_value = model.act(norm.normalize(raw))
        returns = torch.cat(compute_gae(next_value, rewards, masks, values)).detach()
        log_probs, values = torch.cat(log_probs).detach(), torch.cat(values).detach()
        states, actions = torch.cat(states), torch.cat(actions)
        advantage = returns - values
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        loss, kl, fraction, epochs = ppo_update(model, optimizer, args, (states, actions, log_probs, returns, advantage))
        scheduler.step()
        if frame % 4 == 3:
            mean = sum(r.mean().item() for r in rewards) / len(rewards)
            print(f"frame {frame + 1:>3}: loss {loss:.3f} kl {kl:.4f} clipped {fraction:.2f} epochs {epochs} reward {mean:.3f} "
                  f"lr {scheduler.get_last_lr()[0]:.5f}")
    print("std", [round(s, 2) for s in model.log_std.exp().tolist()], "observed", int(norm.count))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--num_envs", type=int, default=4)
    parser.add_argument("--num_steps", type=int, default=16)
    parser.add_argument("--frames", type=int, default=16)
    parser.add_argument("--mini_batch_size", type=int, default=32)
    parser.add_argument("--ppo_epochs", type=int, default=3)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--target_kl", type=float, default=0.03)
    parser.add_argument("--lr", type=float, default=3e-3)
    main(parser.parse_args())
