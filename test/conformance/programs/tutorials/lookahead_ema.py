"""A small ResNet trained with Lookahead around SGD and Adam, RAdam written out, a moving average of the weights and of the buffers."""
# float-tolerance: 5e-3
# tier2: run.loop#1.body 20% after 4
# tier2: ResNet.forward 90% after 4
# tier2: ModelEMA.update 90% after 4
import copy
import math
from collections import defaultdict

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.optimizer import Optimizer


def conv3x3(in_planes, out_planes, stride=1):
    return nn.Conv2d(in_planes, out_planes, kernel_size=3, stride=stride, padding=1, bias=False)


class BasicBlock(nn.Module):
    expansion = 1

    def __init__(self, in_planes, planes, stride=1):
        super(BasicBlock, self).__init__()
        self.conv1, self.bn1 = conv3x3(in_planes, planes, stride), nn.BatchNorm2d(planes)
        self.conv2, self.bn2 = conv3x3(planes, planes), nn.BatchNorm2d(planes)
        self.shortcut = nn.Sequential()
        if stride != 1 or in_planes != self.expansion * planes:
            self.shortcut = nn.Sequential(nn.Conv2d(in_planes, planes, kernel_size=1, stride=stride, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += self.shortcut(x)
        return F.relu(out)


class ResNet(nn.Module):
    def __init__(self, block, num_blocks, num_classes=4):
        super(ResNet, self).__init__()
        self.in_planes = 8
        self.conv1, self.bn1 = conv3x3(1, 8), nn.BatchNorm2d(8)
        self.layer1 = self._make_layer(block, 8, num_blocks[0], stride=1)
        self.layer2 = self._make_layer(block, 12, num_blocks[1], stride=2)
        self.linear = nn.Linear(12, num_classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                n = m.kernel_size[0] * m.kernel_size[1] * m.out_channels
                m.weight.data.normal_(0, math.sqrt(2. / n))
            elif isinstance(m, nn.BatchNorm2d):
                m.weight.data.fill_(1)
                m.bias.data.zero_()

    def _make_layer(self, block, planes, num_blocks, stride):
        strides, layers = [stride] + [1] * (num_blocks - 1), []
        for stride in strides:
            layers.append(block(self.in_planes, planes, stride))
            self.in_planes = planes * block.expansion
        return nn.Sequential(*layers)

    def forward(self, x):
        out = self.layer2(self.layer1(F.relu(self.bn1(self.conv1(x)))))
        out = F.avg_pool2d(out, 4)
        return self.linear(out.view(out.size(0), -1))


class Lookahead(Optimizer):
    def __init__(self, optimizer, k=5, alpha=0.5):
        self.optimizer = optimizer
        self.k = k
        self.alpha = alpha
        self.param_groups = self.optimizer.param_groups
        self.state = defaultdict(dict)
        self.fast_state = self.optimizer.state
        for group in self.param_groups:
            group["counter"] = 0

    def update(self, group):
        for fast in group["params"]:
            param_state = self.state[fast]
            if "slow_param" not in param_state:
                param_state["slow_param"] = torch.zeros_like(fast.data)
                param_state["slow_param"].copy_(fast.data)
            slow = param_state["slow_param"]
            slow += (fast.data - slow) * self.alpha
            fast.data.copy_(slow)

    def step(self, closure=None):
        loss = self.optimizer.step(closure)
        for group in self.param_groups:
            if group["counter"] == 0:
                self.update(group)
            group["counter"] += 1
            if group["counter"] >= self.k:
                group["counter"] = 0
        return loss

    def zero_grad(self):
        self.optimizer.zero_grad()


class RAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0):
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        self.buffer = [[None, None, None] for ind in range(10)]
        super(RAdam, self).__init__(params, defaults)

    def step(self, closure=None):
        loss = None
        if closure is not None:
            loss = closure()
        for group in self.param_groups:
            for p in group['params']:
                if p.grad is None:
                    continue
                grad = p.grad.data.float()
                p_data_fp32 = p.data.float()
                state = self.state[p]
                if len(state) == 0:
                    state['step'] = 0
                    state['exp_avg'] = torch.zeros_like(p_data_fp32)
                    state['exp_avg_sq'] = torch.zeros_like(p_data_fp32)
                exp_avg, exp_avg_sq = state['exp_avg'], state['exp_avg_sq']
                beta1, beta2 = group['betas']
                exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
                exp_avg.mul_(beta1).add_(grad, alpha=1 - beta1)
                state['step'] += 1
                buffered = self.buffer[int(state['step'] % 10)]
                if state['step'] == buffered[0]:
                    N_sma, step_size = buffered[1], buffered[2]
                else:
                    buffered[0] = state['step']
                    beta2_t = beta2 ** state['step']
                    N_sma_max = 2 / (1 - beta2) - 1
                    N_sma = N_sma_max - 2 * state['step'] * beta2_t / (1 - beta2_t)
                    buffered[1] = N_sma
                    if N_sma >= 5:
                        step_size = group['lr'] * math.sqrt((1 - beta2_t) * (N_sma - 4) / (N_sma_max - 4) * (N_sma - 2) / N_sma
                                                            * N_sma_max / (N_sma_max - 2)) / (1 - beta1 ** state['step'])
                    else:
                        step_size = group['lr'] / (1 - beta1 ** state['step'])
                    buffered[2] = step_size
                if N_sma >= 5:
                    denom = exp_avg_sq.sqrt().add_(group['eps'])
                    p_data_fp32.addcdiv_(exp_avg, denom, value=-step_size)
                else:
                    p_data_fp32.add_(exp_avg, alpha=-step_size)
                p.data.copy_(p_data_fp32)
        return loss


class ModelEMA:
    def __init__(self, model, decay=0.99, updates=0):
        self.ema = copy.deepcopy(model).eval()
        self.updates = updates
        self.decay = lambda x: decay * (1 - math.exp(-x / 20))
        for p in self.ema.parameters():
            p.requires_grad_(False)

    def update(self, model):
        with torch.no_grad():
            self.updates += 1
            d = self.decay(self.updates)
            msd = model.state_dict()
            for k, v in self.ema.state_dict().items():
                if v.dtype.is_floating_point:
                    v *= d
                    v += (1. - d) * msd[k].detach()


def blobs(n):
    y = torch.randint(0, 4, (n,))
    x = torch.randn(n, 1, 8, 8) * 0.4
    for i in range(n):
        r, c = divmod(int(y[i]), 2)
        x[i, 0, 4 * r:4 * r + 4, 4 * c:4 * c + 4] += 1
    return x, y


def evaluate(model, x, y):
    model.eval()
    correct = 0
    with torch.no_grad():
        for i in range(0, len(x), 16):
            output = model(x[i:i + 16])
            pred = output.data.max(1, keepdim=True)[1]
            correct += pred.eq(y[i:i + 16].data.view_as(pred)).cpu().sum().item()
    model.train()
    return correct / float(len(x))


def run(name, make, epochs=6):
    torch.manual_seed(6)
    model = ResNet(BasicBlock, [1, 1])
    optimizer = make(model.parameters())
    ema = ModelEMA(model)
    criterion = nn.CrossEntropyLoss()
    test_x, test_y = blobs(32)
    train_x, train_y = blobs(128)
    for epoch in range(epochs):
        permutation = torch.randperm(len(train_x))
        train_loss, total = 0, 0
        for i in range(0, len(train_x), 16):
            indices = permutation[i:i + 16]
            inputs, targets = train_x[indices], train_y[indices]
            optimizer.zero_grad()
            outputs = model(inputs)
            loss = criterion(outputs, targets)
            loss.backward()
            optimizer.step()
            ema.update(model)
            train_loss += loss.item()
            total += targets.size(0)
        if epoch % 3 == 2:
            print('%s epoch %d loss %.2f of %d' % (name, epoch, train_loss / (total // 16), total))
    print('%s better than chance: %s, averaged: %s' % (name, evaluate(model, test_x, test_y) > 0.3, evaluate(ema.ema, test_x, test_y) >= 0.2))


run('lookahead sgd', lambda p: Lookahead(torch.optim.SGD(p, lr=0.02, momentum=0.9, weight_decay=1e-4), k=5, alpha=0.5))
run('lookahead adam', lambda p: Lookahead(torch.optim.Adam(p, lr=3e-3), k=4))
run('radam', lambda p: RAdam(p, lr=3e-3))
