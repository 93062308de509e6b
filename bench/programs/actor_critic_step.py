# One step of an actor-critic network 4-128-(2, 1) over an episode of 20 steps: returns computed in a Python
# loop, policy and value loss, Adam.
# unit: episodes 1
# tolerance: 1e-3
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 128)
        self.action = nn.Linear(128, 2)
        self.value = nn.Linear(128, 1)

    def forward(self, state):
        x = F.relu(self.body(state))
        return F.softmax(self.action(x), dim=-1), self.value(x)


torch.manual_seed(0)
T = 20
GAMMA = 0.99
model = ActorCritic()
optimizer = optim.Adam(model.parameters(), lr=3e-3)
states = torch.randn(T, 4)
actions = torch.randint(0, 2, (T,))
rewards = [1.0] * T


def step():
    probabilities, values = model(states)
    returns = []
    total = 0.0
    for reward in reversed(rewards):
        total = reward + GAMMA * total
        returns.insert(0, total)
    target = torch.tensor(returns)
    target = (target - target.mean()) / (target.std() + 1e-6)
    values = values.squeeze(-1)
    advantage = target - values.detach()
    log_probabilities = torch.log(probabilities.gather(1, actions.unsqueeze(1)).squeeze(1))
    policy_loss = -(log_probabilities * advantage).sum()
    value_loss = F.smooth_l1_loss(values, target, reduction="sum")
    loss = policy_loss + value_loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()
