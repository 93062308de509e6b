"""How often a step writes parameters and state, as `_version` counts it."""
import torch


def train(cls, **settings):
    p = torch.nn.Parameter(torch.ones(3))
    q = torch.nn.Parameter(torch.ones(2))
    optimizer = cls([p, q], lr=0.1, **settings)
    for step in range(40):
        loss = p.sum() * q.sum()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    counts = {name: value._version for name, value in optimizer.state[p].items() if isinstance(value, torch.Tensor)}
    print(cls.__name__, settings, p._version, q._version, counts)


train(torch.optim.AdamW)
train(torch.optim.AdamW, weight_decay=0.0)
train(torch.optim.AdamW, amsgrad=True)
train(torch.optim.Adam)
train(torch.optim.Adam, weight_decay=0.1)
train(torch.optim.ASGD)
train(torch.optim.SGD, momentum=0.9)
train(torch.optim.SGD, momentum=0.9, nesterov=True, weight_decay=0.1)
train(torch.optim.SGD)
train(torch.optim.Rprop)
train(torch.optim.RMSprop)
