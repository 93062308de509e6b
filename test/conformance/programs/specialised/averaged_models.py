"""Averages of a model that a step brings up to date, from some step on."""
# tier2: train.loop.body 85% after 4
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

torch.manual_seed(0)


def train(steps, **how):
    net = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.ReLU(), nn.Linear(6, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    average = AveragedModel(net, **how)
    for i in range(steps):
        x = torch.randn(6, 4)
        loss = F.mse_loss(net(x), x[:, :2])
        opt.zero_grad()
        loss.backward()
        opt.step()
        if i >= 10:
            average.update_parameters(net)
        if i % 15 == 14:
            with torch.no_grad():
                print(i, "%.4f" % loss.item(), "%.4f" % average(x).sum().item(), average.n_averaged.item())


train(60)
train(60, multi_avg_fn=get_ema_multi_avg_fn(0.9))
train(60, avg_fn=lambda a, b, n: 0.8 * a + 0.2 * b, use_buffers=False)
