"""Target networks: a state is read, mixed and loaded in the step, which is one graph."""
# tier2: <module>.loop.body 90% after 4
# tier2: copies.loop.body 75% after 4
# tier2: mixes.loop.body 70% after 4
# float-tolerance: 1e-4
import copy

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 6)
        self.norm = nn.BatchNorm1d(6)
        self.last = nn.Linear(6, 2)

    def forward(self, x):
        return self.last(F.relu(self.norm(self.first(x))))


def update(net, target, opt, x):
    with torch.no_grad():
        wanted = target(x).max(1).values
    loss = F.smooth_l1_loss(net(x).gather(1, torch.zeros(x.size(0), 1, dtype=torch.long)).squeeze(1), wanted * 0.9 + 1)
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


# The target gets another layer after a while, a key is missing once, the size of the batch changes.
def copies(n):
    net = Net()
    target = copy.deepcopy(net)
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    for i in range(n):
        loss = update(net, target, opt, torch.randn(5 + i % 2, 4))
        state = net.state_dict()
        if i == 21:
            del state["last.bias"]
        answer = target.load_state_dict(state, strict=i != 21)
        if i % 7 == 0:
            print("copies", i, "%.4f" % loss, answer, target.norm.num_batches_tracked.item())
        if i == 25:
            target.first = nn.Linear(4, 6)
    try:
        target.load_state_dict({**net.state_dict(), "extra.weight": torch.zeros(1)})
    except RuntimeError as error:
        print(error)


def mixes(n, rate):
    net, target = Net(), Net()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for i in range(n):
        loss = update(net, target, opt, torch.randn(6, 4))
        ours, theirs = net.state_dict(), target.state_dict()
        for key in ours:
            theirs[key] = ours[key] * rate + theirs[key] * (1 - rate)
        target.load_state_dict(theirs)
        if i % 7 == 0:
            print("mixes", i, "%.4f" % loss, "%.4f" % target.first.weight.sum().item())
        if i == 20:
            rate = 1.0
            target.last.bias.requires_grad_(False)


torch.manual_seed(0)
copies(40)
mixes(40, 0.1)

# The states outlive the step: they show the parameters as they are behind it.
policy, slow = Net(), Net()
optimizer = torch.optim.AdamW(policy.parameters(), lr=0.01, amsgrad=True)
for step in range(40):
    loss = update(policy, slow, optimizer, torch.randn(6, 4))
    slow_state = slow.state_dict()
    policy_state = policy.state_dict()
    for key in policy_state:
        slow_state[key] = policy_state[key] * 0.2 + slow_state[key] * 0.8
    slow.load_state_dict(slow_state)
    if step % 8 == 7:
        print(step, "%.4f" % loss, type(slow_state).__name__, sorted(slow_state._metadata), slow_state._metadata["norm"])
        print(all(torch.equal(v, slow_state[k].to(v.dtype)) for k, v in slow.state_dict().items()))
        print(all(v.data_ptr() == policy.state_dict()[k].data_ptr() for k, v in policy_state.items()))
