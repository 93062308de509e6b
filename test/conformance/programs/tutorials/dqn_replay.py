"""DQN and double DQN with replay memory on a small CartPole, in the style of the 2017 tutorial."""
# float-tolerance: 2e-3
# tier2: Agent.optimize_model.part#1.tail 95% after 3
# tier2: CartPole.step 95% after 3
import math
import random
from collections import namedtuple, deque
from itertools import count

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.autograd import Variable

use_cuda = torch.cuda.is_available()
FloatTensor = torch.cuda.FloatTensor if use_cuda else torch.FloatTensor
LongTensor = torch.cuda.LongTensor if use_cuda else torch.LongTensor
ByteTensor = torch.cuda.ByteTensor if use_cuda else torch.ByteTensor
Tensor = FloatTensor

Transition = namedtuple('Transition', ('state', 'action', 'next_state', 'reward'))


class CartPole:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.gravity, self.masscart, self.masspole, self.length, self.force_mag, self.tau = 9.8, 1.0, 0.1, 0.5, 10.0, 0.02

    def reset(self):
        self.state = [self.rng.uniform(-0.05, 0.05) for _ in range(4)]
        self.t = 0
        return list(self.state)

    def step(self, action):
        x, x_dot, theta, theta_dot = self.state
        force = self.force_mag if action == 1 else -self.force_mag
        costheta, sintheta = math.cos(theta), math.sin(theta)
        total = self.masscart + self.masspole
        temp = (force + self.masspole * self.length * theta_dot ** 2 * sintheta) / total
        thetaacc = (self.gravity * sintheta - costheta * temp) / (
            self.length * (4.0 / 3.0 - self.masspole * costheta ** 2 / total))
        xacc = temp - self.masspole * self.length * thetaacc * costheta / total
        self.state = [x + self.tau * x_dot, x_dot + self.tau * xacc, theta + self.tau * theta_dot,
                      theta_dot + self.tau * thetaacc]
        self.t += 1
        done = abs(self.state[0]) > 2.4 or abs(self.state[2]) > 12 * math.pi / 180 or self.t >= 60
        return list(self.state), 1.0, done, {}


class ReplayMemory(object):
    def __init__(self, capacity):
        self.capacity = capacity
        self.memory = []
        self.position = 0

    def push(self, *args):
        """Saves a transition."""
        if len(self.memory) < self.capacity:
            self.memory.append(None)
        self.memory[self.position] = Transition(*args)
        self.position = (self.position + 1) % self.capacity

    def sample(self, batch_size):
        return random.sample(self.memory, batch_size)

    def __len__(self):
        return len(self.memory)


class DQN(nn.Module):
    def __init__(self, dueling=False):
        super(DQN, self).__init__()
        self.fc1 = nn.Linear(4, 32)
        self.fc2 = nn.Linear(32, 32)
        self.head = nn.Linear(32, 2)
        self.value = nn.Linear(32, 1) if dueling else None

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        a = self.head(x.view(x.size(0), -1))
        if self.value is None:
            return a
        return self.value(x) + a - a.mean(1, keepdim=True)


BATCH_SIZE = 32
GAMMA = 0.95
EPS_START = 0.9
EPS_END = 0.05
EPS_DECAY = 200


class Agent:
    def __init__(self, double, dueling):
        self.policy_net, self.target_net = DQN(dueling), DQN(dueling)
        self.target_net.load_state_dict(self.policy_net.state_dict())
        self.target_net.eval()
        self.optimizer = optim.RMSprop(self.policy_net.parameters(), lr=2e-3)
        self.memory = ReplayMemory(1000)
        self.steps_done = 0
        self.double = double
        self.losses = deque(maxlen=50)

    def select_action(self, state):
        sample = random.random()
        eps_threshold = EPS_END + (EPS_START - EPS_END) * math.exp(-1. * self.steps_done / EPS_DECAY)
        self.steps_done += 1
        if sample > eps_threshold:
            with torch.no_grad():
                return self.policy_net(Variable(state).type(FloatTensor)).data.max(1)[1].view(1, 1)
        else:
            return LongTensor([[random.randrange(2)]])

    def optimize_model(self):
        if len(self.memory) < BATCH_SIZE:
            return
        transitions = self.memory.sample(BATCH_SIZE)
        batch = Transition(*zip(*transitions))
        non_final_mask = torch.tensor(tuple(map(lambda s: s is not None, batch.next_state)), dtype=torch.bool)
        non_final_next_states = torch.cat([s for s in batch.next_state if s is not None])
        state_batch = Variable(torch.cat(batch.state))
        action_batch = Variable(torch.cat(batch.action))
        reward_batch = Variable(torch.cat(batch.reward))
        state_action_values = self.policy_net(state_batch).gather(1, action_batch)
        next_state_values = Variable(torch.zeros(BATCH_SIZE).type(Tensor))
        if self.double:
            best = self.policy_net(non_final_next_states).max(1)[1].unsqueeze(1)
            next_state_values[non_final_mask] = self.target_net(non_final_next_states).gather(1, best).squeeze(1).detach()
        else:
            next_state_values[non_final_mask] = self.target_net(non_final_next_states).max(1)[0].detach()
        expected_state_action_values = (next_state_values * GAMMA) + reward_batch
        loss = F.smooth_l1_loss(state_action_values, expected_state_action_values.unsqueeze(1))
        self.optimizer.zero_grad()
        loss.backward()
        for param in self.policy_net.parameters():
            param.grad.data.clamp_(-1, 1)
        self.optimizer.step()
        self.losses.append(loss.item())


def run(double, dueling, num_episodes=24):
    random.seed(3)
    torch.manual_seed(3)
    env, agent = CartPole(7), Agent(double, dueling)
    episode_durations = []
    for i_episode in range(num_episodes):
        state = Tensor([env.reset()])
        for t in count():
            action = agent.select_action(state)
            next_state, reward, done, _ = env.step(action[0, 0])
            reward = Tensor([reward if not done else -1.0])
            next_state = None if done else Tensor(next_state).unsqueeze(0)
            agent.memory.push(state, action, next_state, reward)
            state = next_state
            agent.optimize_model()
            if done:
                episode_durations.append(t + 1)
                break
        if i_episode % 5 == 0:
            agent.target_net.load_state_dict(agent.policy_net.state_dict())
    means = torch.FloatTensor(episode_durations).unfold(0, 8, 8).mean(1).view(-1)
    print('double' if double else 'plain', 'dueling' if dueling else '', 'steps', agent.steps_done, 'memory', len(agent.memory),
          [round(m, 1) for m in means.tolist()], 'loss finite', all(math.isfinite(l) for l in agent.losses))
    print('  first losses %.3f' % (sum(list(agent.losses)[:5]) / 5))


run(False, False)
run(True, True)
