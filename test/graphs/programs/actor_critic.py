"""Two heads, returns computed by a Python loop, Adam."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.base = nn.Linear(4, 32)
        self.actor = nn.Linear(32, 2)
        self.critic = nn.Linear(32, 1)

    def forward(self, x):
        x = F.relu(self.base(x))
        return F.log_softmax(self.actor(x), dim=-1), self.critic(x)


def main():
    torch.manual_seed(4)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=0.003)
    states = torch.randn(10, 4)
    actions = torch.randint(0, 2, (10,))
    rewards = [1.0, 0.5, 0.25, 1.0, 1.0, -1.0, 0.0, 0.5, 1.0, 2.0]
    for episode in range(8):
        log_probs, values = policy(states)
        chosen = log_probs.gather(1, actions.unsqueeze(1)).squeeze(1)
        returns = []
        running = 0.0
        for reward in reversed(rewards):
            running = reward + 0.99 * running
            returns.insert(0, running)
        target = torch.tensor(returns)
        target = (target - target.mean()) / (target.std() + 1e-5)
        advantage = target - values.squeeze(-1)
        loss = -(chosen * advantage.detach()).sum() + advantage.pow(2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{episode} {loss.item():.4f}")


main()
