"""Leaves that share memory with other tensors: detach().requires_grad_(), Variable(x, requires_grad=True)."""
import torch
import torch.nn as nn
from torch.autograd import Variable

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))
loss_fn = nn.CrossEntropyLoss()
data = torch.randn(6, 4)
target = torch.tensor([0, 1, 2, 0, 1, 2])


def fgsm(x, eps):
    adv = x.detach().requires_grad_(True)
    loss_fn(net(adv), target).backward()
    net.zero_grad()
    return (adv + eps * adv.grad.sign()).detach()


for step in range(8):
    x = fgsm(data, 0.1)
    if step % 4 == 0:
        print("fgsm %.5f" % (x - data).abs().sum().item())


def pgd(x, steps=3):
    adv = x.clone()
    for _ in range(steps):
        adv = adv.detach().requires_grad_()
        grad, = torch.autograd.grad(loss_fn(net(adv), target), adv)
        adv = adv + 0.05 * grad.sign()
        adv = torch.min(torch.max(adv, x - 0.1), x + 0.1)
    return adv.detach()


for step in range(8):
    x = pgd(data)
    if step % 4 == 0:
        print("pgd %.5f" % (x - data).abs().sum().item())

critic = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
opt = torch.optim.Adam(critic.parameters(), lr=1e-2)
for step in range(8):
    fake = data * 0.5 + torch.randn(6, 4)
    alpha = torch.rand(6, 1)
    mixed = alpha * data + (1 - alpha) * fake
    mixed = Variable(mixed, requires_grad=True)
    out = critic(mixed)
    grads = torch.autograd.grad(outputs=out, inputs=mixed, grad_outputs=torch.ones(out.size()), create_graph=True,
                                retain_graph=True, only_inputs=True)[0]
    penalty = ((grads.norm(2, dim=1) - 1) ** 2).mean()
    opt.zero_grad()
    penalty.backward()
    opt.step()
    if step % 4 == 0:
        print("penalty %.5f" % penalty.item())

# The leaf, its base and what is written to it.
kept = []


def keeps(x):
    base = x * 2
    leaf = base.detach().requires_grad_()
    (leaf * leaf).sum().backward()
    return leaf


for step in range(8):
    leaf = keeps(data)
    kept.append(leaf)
print(leaf.is_leaf, leaf.requires_grad, torch.equal(leaf.grad, data * 4), kept[0] is kept[1])


def written(x):
    base = x * 2
    leaf = base.detach().requires_grad_()
    base.add_(1)
    (leaf * leaf).sum().backward()
    return leaf.grad.clone()


for step in range(8):
    g = written(data)
print(torch.equal(g, (data * 2 + 1) * 2))


def written_itself(x):
    leaf = (x * 2).detach().requires_grad_()
    with torch.no_grad():
        leaf.mul_(3)
    (leaf * leaf).sum().backward()
    return leaf.grad.clone()


for step in range(8):
    g = written_itself(data)
print(torch.equal(g, data * 12))


def refused(x):
    leaf = (x * 2).detach().requires_grad_()
    try:
        leaf.mul_(3)
    except RuntimeError as e:
        return str(e)


for step in range(8):
    text = refused(data)
print(text)


def switched(x, on):
    leaf = (x * 2).detach()
    if on:
        leaf.requires_grad_()
    y = (leaf * 3).sum()
    return y.requires_grad


print([switched(data, step % 3 == 0) for step in range(8)])


def of_an_input(x):
    leaf = x.detach().requires_grad_()
    (leaf ** 2).sum().backward()
    x.add_(1)
    return leaf.grad + leaf.detach(), x.requires_grad


for step in range(8):
    g, flag = of_an_input(data)
print("%.4f" % g.sum().item(), flag)
