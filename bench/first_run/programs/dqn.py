# Deep Q-learning: an environment in Python, a deque of named tuples, soft updates by dicts.
import math, random
from collections import namedtuple, deque
from itertools import count
import torch
import torch.nn as nn
import torch.optim as optim
import torch.nn.functional as F

EPISODES = 160
random.seed(0); torch.manual_seed(0)


class CartLine:
    n = 2

    def reset(self):
        self.x, self.v, self.t = random.uniform(-.1, .1), 0.0, 0
        return [self.x, self.v, 0.0, 1.0]

    def step(self, a):
        self.v = 0.95 * self.v + (0.1 if a == 1 else -0.1) + 0.02 * self.x
        self.x += self.v
        self.t += 1
        done = abs(self.x) > 1.5
        return [self.x, self.v, self.t / 50, 1.0], 1.0 - abs(self.x), done, self.t >= 40


Transition = namedtuple('Transition', ('state', 'action', 'next_state', 'reward'))


class ReplayMemory(object):
    def __init__(self, capacity):
        self.memory = deque([], maxlen=capacity)

    def push(self, *args):
        self.memory.append(Transition(*args))

    def sample(self, batch_size):
        return random.sample(self.memory, batch_size)

    def __len__(self):
        return len(self.memory)


class DQN(nn.Module):
    def __init__(self, n_observations, n_actions):
        super(DQN, self).__init__()
        self.layer1, self.layer2, self.layer3 = nn.Linear(n_observations, 128), nn.Linear(128, 128), nn.Linear(128, n_actions)

    def forward(self, x):
        x = F.relu(self.layer1(x))
        x = F.relu(self.layer2(x))
        return self.layer3(x)


BATCH_SIZE, GAMMA, EPS_START, EPS_END, EPS_DECAY, TAU, LR = 128, 0.99, 0.9, 0.05, 200, 0.005, 1e-3
env = CartLine()
policy_net, target_net = DQN(4, 2), DQN(4, 2)
target_net.load_state_dict(policy_net.state_dict())
optimizer = optim.AdamW(policy_net.parameters(), lr=LR, amsgrad=True)
memory = ReplayMemory(1000)
steps_done = 0


def select_action(state):
    global steps_done
    sample = random.random()
    eps_threshold = EPS_END + (EPS_START - EPS_END) * math.exp(-1. * steps_done / EPS_DECAY)
    steps_done += 1
    if sample > eps_threshold:
        with torch.no_grad():
            return policy_net(state).max(1).indices.view(1, 1)
    else:
        return torch.tensor([[random.randrange(env.n)]], dtype=torch.long)


episode_durations, losses = [], []


def optimize_model():
    if len(memory) < BATCH_SIZE:
        return
    transitions = memory.sample(BATCH_SIZE)
    batch = Transition(*zip(*transitions))
    non_final_mask = torch.tensor(tuple(map(lambda s: s is not None, batch.next_state)), dtype=torch.bool)
    non_final_next_states = torch.cat([s for s in batch.next_state if s is not None])
    state_batch, action_batch, reward_batch = torch.cat(batch.state), torch.cat(batch.action), torch.cat(batch.reward)
    state_action_values = policy_net(state_batch).gather(1, action_batch)
    next_state_values = torch.zeros(BATCH_SIZE)
    with torch.no_grad():
        next_state_values[non_final_mask] = target_net(non_final_next_states).max(1).values
    expected = (next_state_values * GAMMA) + reward_batch
    criterion = nn.SmoothL1Loss()
    loss = criterion(state_action_values, expected.unsqueeze(1))
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_value_(policy_net.parameters(), 100)
    optimizer.step()
    losses.append(loss.item())


for i_episode in range(EPISODES):
    state = torch.tensor(env.reset(), dtype=torch.float32).unsqueeze(0)
    total = 0
    for t in count():
        action = select_action(state)
        observation, reward, terminated, truncated = env.step(action.item())
        total += reward
        reward = torch.tensor([reward])
        done = terminated or truncated
        next_state = None if terminated else torch.tensor(observation, dtype=torch.float32).unsqueeze(0)
        memory.push(state, action, next_state, reward)
        state = next_state
        optimize_model()
        sd, td = policy_net.state_dict(), target_net.state_dict()
        for key in sd:
            td[key] = sd[key] * TAU + td[key] * (1 - TAU)
        target_net.load_state_dict(td)
        if done:
            episode_durations.append(t + 1)
            break
    if i_episode % 20 == 19:
        print(i_episode, episode_durations[-1], "%.3f" % total, "%.4f" % (sum(losses[-20:]) / max(1, len(losses[-20:]))))
