"""A temperature that has its history from the step before takes part in the next one's backward, and its own update follows."""
import torch
from torch import nn

torch.manual_seed(2)
actor, critic = nn.Linear(3, 2), nn.Linear(4, 1)
log_alpha = torch.zeros(1, requires_grad=True)
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-2)
alpha_optimizer = torch.optim.Adam([log_alpha], lr=1e-2)
state = {"alpha": torch.tensor([0.2])}


def sample(x):
    mean, scale = actor(x).chunk(2, dim=1)
    noise = torch.randn_like(mean)
    return torch.tanh(mean + noise * scale.exp()), -noise.pow(2) - scale


def update(x):
    action, log_probability = sample(x)
    loss = (state["alpha"] * log_probability - critic(torch.cat([x, action], 1))).mean()
    actor_optimizer.zero_grad()
    loss.backward()
    pulled = None if log_alpha.grad is None else log_alpha.grad.item()
    actor_optimizer.step()
    alpha_loss = -(log_alpha * (log_probability + 1.0).detach()).mean()
    alpha_optimizer.zero_grad()
    alpha_loss.backward()
    alpha_optimizer.step()
    state["alpha"] = log_alpha.exp()
    return loss.item(), alpha_loss.item(), pulled


for turn in range(30):
    if turn in (11, 23):
        state["alpha"] = state["alpha"].detach()
    x = torch.randn(5 if turn % 9 else 2, 3)
    try:
        loss, alpha_loss, pulled = update(x)
    except RuntimeError as error:  # nothing of the step's own part is left
        print(str(error)[:50], actor.weight.grad is None, critic.bias.grad.item() != 0.0)
        state["alpha"] = log_alpha.exp()
        loss, alpha_loss, pulled = update(x)
    print("%.3f %.3f" % (loss, alpha_loss), pulled if pulled is None else "%.3f" % pulled, "%.4f" % state["alpha"].item())
    if turn == 17:
        try:
            state["alpha"].sum().backward()
            state["alpha"].sum().backward()
        except RuntimeError as error:
            print(str(error)[:50])
