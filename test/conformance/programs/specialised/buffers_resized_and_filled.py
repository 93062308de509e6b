# tier2: update.loop.body 65% after 4
# tier2: ranks.loop.body 80% after 4
# float-tolerance: 1e-5
# Buffers of before the loop, resized to what they are and filled anew at each turn, and tensors over
# their memory that live on.
import torch
from torch import nn
from torch.autograd import Variable

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1), nn.Sigmoid())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
given, label, noise = torch.zeros(6, 4), torch.zeros(6), torch.zeros(6, 4)


def update(batches):
    for i, batch in enumerate(batches):
        given.resize_as_(batch).copy_(batch)
        label.resize_(batch.size(0)).fill_(1)
        seen, wanted = Variable(given), Variable(label)
        optimizer.zero_grad()
        loss = nn.functional.binary_cross_entropy(net(seen).squeeze(1), wanted)
        loss.backward()
        noise.resize_(batch.size(0), 4).normal_(0, 1)
        wrong = Variable(label.fill_(0))
        first = noise[:2]
        other = nn.functional.binary_cross_entropy(net(Variable(noise)).squeeze(1), wrong)
        other.backward()
        loss = loss + other
        optimizer.step()
        if i % 4 == 0:
            print(i, f"{loss.item():.4f}", wanted.sum().item(), wrong.data_ptr() == label.data_ptr())
    return seen, wanted, first


for sizes in [6] * 12, [6, 6, 5, 6, 9, 9], [6] * 12:
    seen, wanted, first = update([torch.rand(n, 4) for n in sizes])
    print(f"{seen.sum().item():.3f} {wanted.tolist()} {first.sum().item():.3f}", noise._version, given._version, first._version)
    seen.zero_()
    first.add_(1)
    print(given.abs().sum().item(), f"{noise.sum().item():.3f}", first._base is noise, seen._version == given._version)

cache = torch.zeros(8)


def remember(i, x):
    cache[i] = x
    return cache[:i + 1], cache.detach(), cache.view(2, 4).t()


for i in range(24):
    part, whole, turned = remember(i % 4, torch.tensor(float(i)))
    part += 0.5
    print([round(v, 2) for v in whole.tolist()], turned[1, 0].item(), part._version == cache._version)

leaf = torch.ones(3, requires_grad=True)
for i in range(6):
    try:
        leaf.resize_(3)
    except RuntimeError as e:
        print(str(e))
        break


# New tensors without elements get their sizes afterwards.
def rank(near, far):
    y = far.new().resize_as_(far).fill_(1)
    loss = nn.functional.margin_ranking_loss(far, near, y, margin=0.3)
    loss.backward()
    weights = torch.Tensor().resize_(near.size(0), 2)
    same = weights
    weights.zero_()
    same[:, 0] = near.detach()
    return loss.item(), y, weights


def ranks():
    seen = []
    for i in range(20):
        near, far = (torch.rand(5, requires_grad=True) for _ in range(2))
        loss, y, weights = rank(near, far)
        seen.append(loss)
    print(y.tolist(), y._version, weights.shape, f"{weights.sum().item():.3f}", near.grad.sum().item() > 0, f"{sum(seen):.4f}")


ranks()
