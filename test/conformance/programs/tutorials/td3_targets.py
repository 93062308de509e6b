"""TD3: twin critics, clipped noise on target actions, delayed policy updates, target networks by `zip` of parameters and `.data`."""
# tier2: main.loop.body 85% after 4
# float-tolerance: 2e-3
import argparse
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Reacher(object):
    """A point with inertia that is to reach a goal on a plane."""

    def reset(self):
        self.pos, self.vel = torch.rand(2) * 2 - 1, torch.zeros(2)
        self.goal, self.t = torch.rand(2) - 0.5, 0
        return self.state()

    def state(self):
        return torch.cat([self.pos, self.vel, self.goal])

    def step(self, action):
        self.vel = 0.8 * self.vel + 0.2 * action
        self.pos = self.pos + 0.3 * self.vel
        self.t += 1
        distance = (self.pos - self.goal).norm().item()
        return self.state(), -distance, distance < 0.05 or self.t >= 25


class ReplayBuffer(object):
    def __init__(self, state_dim, action_dim, max_size=int(1e3)):
        self.max_size = max_size
        self.ptr = 0
        self.size = 0
        self.state = torch.zeros((max_size, state_dim))
        self.action = torch.zeros((max_size, action_dim))
        self.next_state = torch.zeros((max_size, state_dim))
        self.reward = torch.zeros((max_size, 1))
        self.not_done = torch.zeros((max_size, 1))

    def add(self, state, action, next_state, reward, done):
        self.state[self.ptr] = state
        self.action[self.ptr] = action
        self.next_state[self.ptr] = next_state
        self.reward[self.ptr] = reward
        self.not_done[self.ptr] = 1. - done
        self.ptr = (self.ptr + 1) % self.max_size
        self.size = min(self.size + 1, self.max_size)

    def sample(self, batch_size):
        ind = torch.randint(0, self.size, size=(batch_size,))
        return tuple(t[ind].to(device) for t in (self.state, self.action, self.next_state, self.reward, self.not_done))


class Actor(nn.Module):
    def __init__(self, state_dim, action_dim, max_action):
        super(Actor, self).__init__()
        self.l1 = nn.Linear(state_dim, 32)
        self.l2 = nn.Linear(32, 32)
        self.l3 = nn.Linear(32, action_dim)
        self.max_action = max_action

    def forward(self, state):
        a = F.relu(self.l1(state))
        a = F.relu(self.l2(a))
        return self.max_action * torch.tanh(self.l3(a))


class Critic(nn.Module):
    def __init__(self, state_dim, action_dim):
        super(Critic, self).__init__()
        self.l1, self.l2, self.l3 = nn.Linear(state_dim + action_dim, 32), nn.Linear(32, 32), nn.Linear(32, 1)
        self.l4, self.l5, self.l6 = nn.Linear(state_dim + action_dim, 32), nn.Linear(32, 32), nn.Linear(32, 1)

    def forward(self, state, action):
        sa = torch.cat([state, action], 1)
        q1 = self.l3(F.relu(self.l2(F.relu(self.l1(sa)))))
        q2 = self.l6(F.relu(self.l5(F.relu(self.l4(sa)))))
        return q1, q2

    def Q1(self, state, action):
        q1 = F.relu(self.l1(torch.cat([state, action], 1)))
        q1 = F.relu(self.l2(q1))
        return self.l3(q1)


class TD3(object):
    def __init__(self, state_dim, action_dim, max_action, discount=0.95, tau=0.02, policy_noise=0.2, noise_clip=0.5, policy_freq=2):
        self.actor = Actor(state_dim, action_dim, max_action).to(device)
        self.actor_target = copy.deepcopy(self.actor)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-3)
        self.critic = Critic(state_dim, action_dim).to(device)
        self.critic_target = copy.deepcopy(self.critic)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=3e-3)
        self.max_action, self.discount, self.tau = max_action, discount, tau
        self.policy_noise, self.noise_clip, self.policy_freq = policy_noise, noise_clip, policy_freq
        self.total_it = 0

    def select_action(self, state):
        state = torch.FloatTensor(state.reshape(1, -1)).to(device)
        return self.actor(state).cpu().data.flatten()

    def train(self, replay_buffer, batch_size=32):
        self.total_it += 1
        state, action, next_state, reward, not_done = replay_buffer.sample(batch_size)
        with torch.no_grad():
            noise = (torch.randn_like(action) * self.policy_noise).clamp(-self.noise_clip, self.noise_clip)
            next_action = (self.actor_target(next_state) + noise).clamp(-self.max_action, self.max_action)
            target_Q1, target_Q2 = self.critic_target(next_state, next_action)
            target_Q = torch.min(target_Q1, target_Q2)
            target_Q = reward + not_done * self.discount * target_Q
        current_Q1, current_Q2 = self.critic(state, action)
        critic_loss = F.mse_loss(current_Q1, target_Q) + F.mse_loss(current_Q2, target_Q)
        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()
        # Delayed policy updates
        if self.total_it % self.policy_freq == 0:
            actor_loss = -self.critic.Q1(state, self.actor(state)).mean()
            self.actor_optimizer.zero_grad()
            actor_loss.backward()
            self.actor_optimizer.step()
            for param, target_param in zip(self.critic.parameters(), self.critic_target.parameters()):
                target_param.data.copy_(self.tau * param.data + (1 - self.tau) * target_param.data)
            for param, target_param in zip(self.actor.parameters(), self.actor_target.parameters()):
                target_param.data.copy_(self.tau * param.data + (1 - self.tau) * target_param.data)
        return critic_loss.item()


def eval_policy(policy, env, eval_episodes=5):
    avg_reward = 0.
    for _ in range(eval_episodes):
        state, done = env.reset(), False
        while not done:
            state, reward, done = env.step(policy.select_action(state))
            avg_reward += reward
    avg_reward /= eval_episodes
    return avg_reward


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", default=0, type=int)
    parser.add_argument("--start_timesteps", default=64, type=int)
    parser.add_argument("--eval_freq", default=60, type=int)
    parser.add_argument("--max_timesteps", default=300, type=int)
    parser.add_argument("--expl_noise", default=0.1, type=float)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    env, policy, replay_buffer = Reacher(), TD3(6, 2, 1.0), ReplayBuffer(6, 2)
    evaluations, losses = [eval_policy(policy, Reacher())], []
    state, done = env.reset(), False
    episode_reward, episode_timesteps, episode_num = 0, 0, 0
    for t in range(args.max_timesteps):
        episode_timesteps += 1
        if t < args.start_timesteps:
            action = torch.empty(2).uniform_(-1, 1)
        else:
            action = (policy.select_action(state) + torch.randn(2) * args.expl_noise).clamp(-1, 1)
        next_state, reward, done = env.step(action)
        done_bool = float(done) if episode_timesteps < 25 else 0
        replay_buffer.add(state, action, next_state, reward, done_bool)
        state = next_state
        episode_reward += reward
        if t >= args.start_timesteps:
            losses.append(policy.train(replay_buffer))
        if done:
            if episode_num % 4 == 0:
                print(f"Total T: {t + 1} Episode Num: {episode_num + 1} Episode T: {episode_timesteps} Reward: {episode_reward:.3f}")
            state, done = env.reset(), False
            episode_reward, episode_timesteps = 0, 0
            episode_num += 1
        if (t + 1) % args.eval_freq == 0:
            evaluations.append(eval_policy(policy, Reacher()))
            print("---------------------------------------\nEvaluation over 5 episodes: {:.3f}".format(evaluations[-1]))
    print("critic loss %.4f -> %.4f over %d updates" % (losses[0], losses[-1], policy.total_it))


if __name__ == "__main__":
    main()
