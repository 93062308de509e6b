"""MAML for sinusoid regression with torch.func: functional_call, grad and vmap over tasks."""
# tier2: <module>.loop.body.part 75% after 3
# float-tolerance: 2e-3
# stderr: last line importing the transforms makes torch warn of itself
import math
import torch
from torch import nn
from torch.func import functional_call, vmap, grad
from torch.nn import functional as F

torch.manual_seed(0)


class ThreeLayerNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(1, 20)
        self.relu1 = nn.ReLU()
        self.fc2 = nn.Linear(20, 20)
        self.relu2 = nn.ReLU()
        self.fc3 = nn.Linear(20, 1)

    def forward(self, x):
        x = self.relu1(self.fc1(x))
        x = self.relu2(self.fc2(x))
        return self.fc3(x)


def mse_loss(x, y):
    return torch.mean((x - y) ** 2)


def sample_tasks(outer_batch_size, inner_batch_size):
    As, phases = [], []
    for _ in range(outer_batch_size):
        As.append(torch.rand(()).item() * 4.9 + 0.1)
        phases.append(torch.rand(()).item() * math.pi)

    def get_batch():
        xs, ys = [], []
        for A, phase in zip(As, phases):
            x = torch.rand(inner_batch_size, 1) * 10 - 5
            y = A * torch.sin(x + phase)
            xs.append(x)
            ys.append(y)
        return torch.stack(xs), torch.stack(ys)
    x1, y1 = get_batch()
    x2, y2 = get_batch()
    return x1, y1, x2, y2


net = ThreeLayerNet()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
alpha, K, num_tasks, losses = 0.1, 5, 4, []
params = dict(net.named_parameters())


def inner_loss(params, x1, y1):
    f = functional_call(net, params, (x1,))
    return mse_loss(f, y1)


def get_loss_for_task(use_transform, x1, y1, x2, y2):
    if use_transform:
        grads = grad(inner_loss)(params, x1, y1)
        new_params = {k: params[k] - alpha * grads[k] for k in params}
    else:
        loss = inner_loss(params, x1, y1)
        grads = torch.autograd.grad(loss, list(params.values()), create_graph=True)
        new_params = {k: p - alpha * g for (k, p), g in zip(params.items(), grads)}
    v_f = functional_call(net, new_params, (x2,))
    return mse_loss(v_f, y2)


for it in range(20):
    opt.zero_grad()
    x1, y1, x2, y2 = sample_tasks(num_tasks, K)
    if it % 2 == 0:
        inner = vmap(lambda a, b, c, d: get_loss_for_task(True, a, b, c, d))(x1, y1, x2, y2)
    else:
        inner = torch.stack([get_loss_for_task(False, x1[i], y1[i], x2[i], y2[i]) for i in range(num_tasks)])
    loss2 = sum(inner) / len(inner)
    loss2.backward()
    opt.step()
    losses.append(loss2.detach())
    if it % 5 == 4:
        print('[Iteration %d] mean loss: %.4f' % (it, torch.stack(losses[-5:]).mean()))
