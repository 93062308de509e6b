# A residual network for images of 32 by 32 with momentum, weight decay, crops and flips, and a cosine schedule.
import torch
import torch.nn as nn
import torch.nn.functional as F


class BasicBlock(nn.Module):
    def __init__(self, planes_in, planes, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(planes_in, planes, 3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        self.shortcut = nn.Sequential()
        if stride != 1 or planes_in != planes:
            self.shortcut = nn.Sequential(nn.Conv2d(planes_in, planes, 1, stride=stride, bias=False), nn.BatchNorm2d(planes))

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += self.shortcut(x)
        return F.relu(out)


class ResNet(nn.Module):
    def __init__(self, blocks=(1, 1, 1), classes=10):
        super().__init__()
        self.planes = 16
        self.conv1 = nn.Conv2d(3, 16, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(16)
        self.layer1 = self.stage(16, blocks[0], 1)
        self.layer2 = self.stage(32, blocks[1], 2)
        self.layer3 = self.stage(64, blocks[2], 2)
        self.linear = nn.Linear(64, classes)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, mode="fan_out", nonlinearity="relu")

    def stage(self, planes, count, stride):
        layers = []
        for each in [stride] + [1] * (count - 1):
            layers.append(BasicBlock(self.planes, planes, each))
            self.planes = planes
        return nn.Sequential(*layers)

    def forward(self, x):
        out = F.relu(self.bn1(self.conv1(x)))
        out = self.layer3(self.layer2(self.layer1(out)))
        out = F.adaptive_avg_pool2d(out, 1).view(out.size(0), -1)
        return self.linear(out)


def augmented(images):
    padded = F.pad(images, (2, 2, 2, 2))
    top, left = torch.randint(0, 5, (2,)).tolist()
    images = padded[:, :, top:top + 32, left:left + 32]
    flipped = torch.rand(images.size(0), 1, 1, 1) < 0.5
    return torch.where(flipped, images.flip(3), images)


torch.manual_seed(0)
classes = torch.randn(10, 3, 32, 32)
labels = torch.randint(0, 10, (1024,))
images = classes[labels] + torch.randn(1024, 3, 32, 32)
net = ResNet()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=6)
for epoch in range(6):
    net.train()
    train_loss, correct, total = 0, 0, 0
    order = torch.randperm(1024)
    for begin in range(0, 1024, 64):
        places = order[begin:begin + 64]
        inputs, targets = augmented(images[places]), labels[places]
        optimizer.zero_grad()
        outputs = net(inputs)
        loss = criterion(outputs, targets)
        loss.backward()
        optimizer.step()
        train_loss += loss.item()
        _, predicted = outputs.max(1)
        total += targets.size(0)
        correct += predicted.eq(targets).sum().item()
    scheduler.step()
    print("epoch %d loss %.3f acc %.1f%% (%d/%d)" % (epoch, train_loss / 16, 100.0 * correct / total, correct, total))
