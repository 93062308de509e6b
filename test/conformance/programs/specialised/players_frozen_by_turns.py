"""A critic whose parameters are frozen while the maker learns, at every other step: the flags stay, the losses outlive the step."""
# tier2: train.loop.body 85% after 4
# float-tolerance: 1e-4
import torch
from torch import nn

torch.manual_seed(0)


def again(loss):
    try:
        loss.backward()
    except RuntimeError as error:
        return str(error)[:50]


def train(steps):
    critic, maker = nn.Linear(4, 1), nn.Sequential(nn.Linear(2, 4), nn.Tanh())
    of_critic = torch.optim.RMSprop(critic.parameters(), lr=0.01)
    of_maker = torch.optim.RMSprop(maker.parameters(), lr=0.01)
    maker_loss = None
    for i in range(steps):
        real = torch.randn(5, 4)
        for p in critic.parameters():
            p.requires_grad = True
        of_critic.zero_grad()
        fake = maker(torch.randn(5, 2)).detach()
        critic_loss = critic(fake).mean() - critic(real).mean()
        critic_loss.backward()
        of_critic.step()
        for p in critic.parameters():
            p.data.clamp_(-0.1, 0.1)
        if i % 2 == 0:
            for p in critic.parameters():
                p.requires_grad = False
            of_maker.zero_grad()
            maker_loss = -critic(maker(torch.randn(5, 2))).mean()
            maker_loss.backward()
            of_maker.step()
        if i % 12 == 11:
            print(i, "%.5f %.5f" % (critic_loss.item(), maker_loss.item()))
    print(critic_loss.requires_grad, critic_loss.grad_fn is not None, maker_loss.is_leaf)
    print(again(critic_loss), again(maker_loss), [p.requires_grad for p in critic.parameters()])
    return critic, maker, critic_loss, maker_loss


critic, maker, critic_loss, maker_loss = train(59)
print([p.grad is None for p in [*critic.parameters(), *maker.parameters()]], again(critic_loss + maker_loss))
train(60)
