"""ResNet with label smoothing, mixup/cutmix, EMA through AveragedModel, cosine schedule with restarts, gradient accumulation, GradScaler off."""
# tier2: <module>.loop#1.body 35% after 4
# tier2: ResNet.forward 80% after 4
# float-tolerance: 2e-3
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn, update_bn

torch.manual_seed(99)
torch.backends.cudnn.benchmark = True
torch.set_num_threads(1)


class BasicBlock(nn.Module):
    expansion = 1

    def __init__(self, in_planes, planes, stride=1):
        super(BasicBlock, self).__init__()
        self.conv1 = nn.Conv2d(in_planes, planes, kernel_size=3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, kernel_size=3, stride=1, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Sequential()
        if stride != 1 or in_planes != self.expansion * planes:
            self.shortcut = nn.Sequential(nn.Conv2d(in_planes, self.expansion * planes, kernel_size=1, stride=stride, bias=False),
                                          nn.BatchNorm2d(self.expansion * planes))

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += self.shortcut(x)
        return F.relu(out)


class ResNet(nn.Module):
    def __init__(self, block, num_blocks, num_classes=4):
        super(ResNet, self).__init__()
        self.in_planes = 4
        self.conv1 = nn.Conv2d(3, 4, kernel_size=3, stride=1, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(4)
        self.layer1 = self._make_layer(block, 4, num_blocks[0], stride=1)
        self.layer2 = self._make_layer(block, 8, num_blocks[1], stride=2)
        self.linear = nn.Linear(8 * block.expansion, num_classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode='fan_out', nonlinearity='relu')
            elif isinstance(m, (nn.BatchNorm2d, nn.GroupNorm)):
                nn.init.constant_(m.weight, 1)
                nn.init.constant_(m.bias, 0)

    def _make_layer(self, block, planes, num_blocks, stride):
        layers = []
        for stride in [stride] + [1] * (num_blocks - 1):
            layers.append(block(self.in_planes, planes, stride))
            self.in_planes = planes * block.expansion
        return nn.Sequential(*layers)

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.layer2(self.layer1(out))
        out = F.avg_pool2d(out, 5)
        out = out.view(out.size(0), -1)
        return self.linear(out)


class LabelSmoothingCrossEntropy(nn.Module):
    def __init__(self, smoothing=0.1):
        super().__init__()
        self.smoothing = smoothing
        self.confidence = 1. - smoothing

    def forward(self, x, target):
        logprobs = F.log_softmax(x, dim=-1)
        nll_loss = -logprobs.gather(dim=-1, index=target.unsqueeze(1))
        nll_loss = nll_loss.squeeze(1)
        smooth_loss = -logprobs.mean(dim=-1)
        return (self.confidence * nll_loss + self.smoothing * smooth_loss).mean()


def rand_bbox(size, lam):
    W, H = size[2], size[3]
    cut = (1. - lam) ** 0.5
    cw, ch = int(W * cut), int(H * cut)
    cx, cy = int(torch.randint(W, (1,))), int(torch.randint(H, (1,)))
    return max(cx - cw // 2, 0), max(cy - ch // 2, 0), min(cx + cw // 2, W), min(cy + ch // 2, H)


def batch(n):
    y = torch.randint(4, (n,))
    x = torch.randn(n, 3, 10, 10) * 0.6
    x[torch.arange(n), y % 3] += 0.8
    x[y == 3] *= 0.3
    return x, y


model = ResNet(BasicBlock, [1, 1])
print(sum(p.numel() for p in model.parameters() if p.requires_grad))
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9))
decay, no_decay = [], []
for name, param in model.named_parameters():
    (no_decay if len(param.shape) == 1 or name.endswith(".bias") else decay).append(param)
optimizer = torch.optim.SGD([{'params': no_decay, 'weight_decay': 0.}, {'params': decay, 'weight_decay': 5e-4}], lr=0.05, momentum=0.9, nesterov=True)
scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=4, T_mult=2)
criterion = LabelSmoothingCrossEntropy(0.1)
scaler = torch.amp.GradScaler('cuda', enabled=False)
accum = 2
for step in range(48):
    x, y = batch(16)
    if step % 3 == 2:
        lam = 0.7
        index = torch.randperm(x.size(0))
        x1, y1, x2, y2 = rand_bbox(x.size(), lam)
        x[:, :, x1:x2, y1:y2] = x[index, :, x1:x2, y1:y2]
        lam = 1 - ((x2 - x1) * (y2 - y1) / (x.size()[-1] * x.size()[-2]))
        out = model(x)
        loss = criterion(out, y) * lam + criterion(out, y[index]) * (1. - lam)
    else:
        loss = criterion(model(x), y)
    scaler.scale(loss / accum).backward()
    if (step + 1) % accum == 0:
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
        ema.update_parameters(model)
        scheduler.step(step / 4)
    if step % 12 == 11:
        print(step, f'{loss.item():.4f}', ['%.5f' % v for v in scheduler.get_last_lr()])
update_bn([batch(16) for _ in range(3)], ema)
model.eval()
ema.eval()
with torch.no_grad():
    x, y = batch(64)
    print('%.3f' % F.cross_entropy(model(x), y), '%.3f' % F.cross_entropy(ema(x), y), ema.n_averaged)
