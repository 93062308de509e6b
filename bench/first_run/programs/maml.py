# Meta-learning of sines: inner steps on weights in a dict, of the second order and of the first.
import math
from collections import OrderedDict
import torch
import torch.nn as nn
import torch.nn.functional as F

ITERS = 400
torch.manual_seed(2)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(OrderedDict([('l1', nn.Linear(1, 40)), ('relu1', nn.ReLU()), ('l2', nn.Linear(40, 40)), ('relu2', nn.ReLU()), ('l3', nn.Linear(40, 1))]))

    def forward(self, x):
        return self.net(x)

    def argforward(self, x, weights):
        x = F.linear(x, weights['net.l1.weight'], weights['net.l1.bias'])
        x = F.relu(x)
        x = F.linear(x, weights['net.l2.weight'], weights['net.l2.bias'])
        x = F.relu(x)
        return F.linear(x, weights['net.l3.weight'], weights['net.l3.bias'])


def task():
    amp, ph = torch.rand(1) * 4.9 + 0.1, torch.rand(1) * math.pi
    def sample(k):
        x = torch.rand(k, 1) * 10 - 5
        return x, amp * torch.sin(x + ph)
    return sample


model = Net()
meta_opt = torch.optim.Adam(model.parameters(), 1e-3)
criterion = nn.MSELoss()
inner_lr = 0.01
for first_order in (False, True):
    for it in range(1, ITERS + 1):
        meta_loss = 0
        for i in range(3):
            sample = task()
            fast = OrderedDict(model.named_parameters())
            for step in range(2):
                x, y = sample(10)
                loss = criterion(model.argforward(x, fast), y) / 10
                grads = torch.autograd.grad(loss, fast.values(), create_graph=not first_order)
                fast = OrderedDict((name, param - inner_lr * grad) for ((name, param), grad) in zip(fast.items(), grads))
            x, y = sample(10)
            meta_loss = meta_loss + criterion(model.argforward(x, fast), y)
        meta_loss = meta_loss / 3
        meta_opt.zero_grad()
        meta_loss.backward()
        meta_opt.step()
        if it % 50 == 0:
            print("first" if first_order else "second", it, "%.4f" % meta_loss.item())
