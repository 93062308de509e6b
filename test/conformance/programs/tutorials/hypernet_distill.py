"""Knowledge distillation into a hypernetwork-made student, with hooks, feature matching, functional calls and parameter vectors; curriculum."""
# tier2: <module>.loop.body.part 80% after 3
# tier2: <module>.loop#2.body.part 80% after 3
# tier2: <module>.loop#3.body 80% after 3
# float-tolerance: 3e-3
from __future__ import division
import collections
import functools
import weakref

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call
from torch.nn.utils import parameters_to_vector, vector_to_parameters
from torch.optim import lr_scheduler


class Registry(dict):
    """Builders by name."""

    def register(self, name):
        def add(f):
            self[name] = f
            return f
        return add


MODELS = Registry()


@MODELS.register("teacher")
def teacher(width=32):
    return nn.Sequential(collections.OrderedDict([
        ("conv1", nn.Conv1d(1, width // 2, 5, padding=2)), ("relu1", nn.ReLU()), ("pool1", nn.AvgPool1d(2)),
        ("conv2", nn.Conv1d(width // 2, width, 3, padding=1)), ("relu2", nn.ReLU()), ("pool2", nn.AdaptiveAvgPool1d(1)),
        ("flat", nn.Flatten()), ("head", nn.Linear(width, 3))]))


@MODELS.register("student")
def student():
    return teacher(8)


class HyperNetwork(nn.Module):
    """Makes all parameters of a small classifier from an embedding of the task."""

    def __init__(self, target, tasks=2, dim=4):
        super().__init__()
        self.target = [target]  # not a child
        self.shapes = {n: p.shape for n, p in target.named_parameters()}
        self.embedding = nn.Embedding(tasks, dim)
        self.makers = nn.ModuleList([nn.Linear(dim, s.numel()) for s in self.shapes.values()])
        for maker, p in zip(self.makers, target.parameters()):
            maker.weight.data.mul_(0.1)
            maker.bias.data.copy_(p.data.view(-1))

    def forward(self, x, task):
        code = self.embedding(torch.tensor(task))
        parameters = {n: maker(code).view(s) for (n, s), maker in zip(self.shapes.items(), self.makers)}
        return functional_call(self.target[0], parameters, (x,))


class Features:
    """Keeps what a layer gives, by a forward hook."""

    def __init__(self, module):
        self.value = None
        self.handle = module.register_forward_hook(self.hook)

    def hook(self, module, input, output):
        self.value = output

    def remove(self):
        self.handle.remove()


def signals(n, noise):
    t = torch.linspace(0, 6.28, 24)
    y = torch.randint(0, 3, (n,))
    f = (y + 1).float()[:, None]
    x = torch.where(y[:, None] == 2, torch.sign(torch.sin(t)), torch.sin(f * t + torch.rand(n, 1)))
    return (x + noise * torch.randn(n, 24)).unsqueeze(1), y


def kd_loss(outputs, teacher_outputs, labels, T=3.0, alpha=0.7):
    soft = nn.KLDivLoss(reduction="batchmean")(F.log_softmax(outputs / T, dim=1), F.softmax(teacher_outputs / T, dim=1))
    return soft * (alpha * T * T) + F.cross_entropy(outputs, labels) * (1. - alpha)


@functools.lru_cache(maxsize=None)
def noise_at(epoch):
    return min(0.1 + 0.05 * epoch, 0.3)


def accuracy(net, batch):
    x, y = batch
    net.eval()
    with torch.no_grad():
        value = (net(x).argmax(1) == y).float().mean().item()
    net.train()
    return value


torch.manual_seed(17)
big, small = MODELS["teacher"](), MODELS["student"]()
test = signals(60, 0.2)
opt = torch.optim.SGD(big.parameters(), 0.1, momentum=0.9)
sched = lr_scheduler.ChainedScheduler([lr_scheduler.ConstantLR(opt, 0.5, 5), lr_scheduler.ExponentialLR(opt, 0.97)])
for step in range(40):
    x, y = signals(32, noise_at(step // 10))
    loss = F.cross_entropy(big(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    if step % 10 == 9:
        print("teacher %d %.3f lr %.4f" % (step, loss.item(), opt.param_groups[0]["lr"]))
print("teacher above chance", accuracy(big, test) > 0.4)

for p in big.parameters():
    p.requires_grad = False
of_big, of_small = Features(big.relu2), Features(small.relu2)
adapter = nn.Conv1d(8, 32, 1)
opt = torch.optim.Adam(list(small.parameters()) + list(adapter.parameters()), lr=1e-2)
for step in range(40):
    x, y = signals(32, noise_at(step // 10))
    with torch.no_grad():
        wanted = big(x)
    out = small(x)
    loss = kd_loss(out, wanted, y) + 0.1 * F.mse_loss(adapter(of_small.value), of_big.value)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 10 == 9:
        print("student %d %.3f" % (step, loss.item()))
of_big.remove()
of_small.remove()
print("student above chance", accuracy(small, test) > 0.4, len(small.relu2._forward_hooks), noise_at.cache_info().currsize)

vector = parameters_to_vector(small.parameters())
copy = MODELS["student"]()
vector_to_parameters(vector.detach() * 1.0, copy.parameters())
print("vector", tuple(vector.shape), torch.equal(copy(test[0]), small(test[0])))

hyper = HyperNetwork(copy)
opt = torch.optim.RMSprop(hyper.parameters(), lr=1e-3)
before = parameters_to_vector(copy.parameters()).clone()
for step in range(30):
    x, y = signals(24, 0.2)
    task = step % 2
    loss = F.cross_entropy(hyper(x if task == 0 else -x, task), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 10 == 9:
        print("hyper %d %.3f" % (step, loss.item()))
print("target untouched", torch.equal(before, parameters_to_vector(copy.parameters())), weakref.ref(copy)() is copy)
