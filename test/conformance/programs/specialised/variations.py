"""Ten variations of one training loop: activation, pooling, optimizers, groups, decay, clipping, layers."""
# tier2: activation.loop.body 95% after 1
# tier2: average_pooling.loop.body 95% after 1
# tier2: adam.loop.body 95% after 1
# tier2: adamw_groups.loop#2.body 95% after 1
# tier2: weight_decay.loop.body 95% after 1
# tier2: clipping.loop.body 95% after 1
# tier2: extra_layer.loop.body 95% after 1
# tier2: no_bias.loop.body 95% after 1
# tier2: module_list.loop.body 95% after 1
# tier2: accumulated_loss.loop.body 95% after 1
# tier2-failures: 20
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(7)
images = torch.randn(24, 1, 8, 8)
labels = torch.randint(0, 3, (24,))


class Net(nn.Module):
    def __init__(self, activation, pool, bias=True):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, padding=1, bias=bias)
        self.act = activation
        self.pool = pool
        self.fc = nn.Linear(64, 3, bias=bias)

    def forward(self, x):
        return self.fc(torch.flatten(self.pool(self.act(self.conv(x))), 1))


class Deep(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.first = nn.Linear(64, 16)
        self.layers = nn.ModuleList([nn.Linear(16, 16) for _ in range(count)])
        self.last = nn.Linear(16, 3)

    def forward(self, x):
        x = torch.tanh(self.first(x.flatten(1)))
        for layer in self.layers:
            x = x + torch.tanh(layer(x))
        return self.last(x)


def activation():
    model = Net(nn.GELU(), nn.MaxPool2d(2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(22):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    print("activation", f"{loss.item():.4f}")


def average_pooling():
    model = Net(nn.ReLU(), nn.AvgPool2d(2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(22):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    print("average", f"{loss.item():.4f}")


def adam():
    model = Net(nn.ReLU(), nn.MaxPool2d(2))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(22):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    print("adam", f"{loss.item():.4f}")


def adamw_groups():
    model = Net(nn.ReLU(), nn.MaxPool2d(2))
    decayed = [p for p in model.parameters() if p.dim() > 1]
    others = [p for p in model.parameters() if p.dim() <= 1]
    optimizer = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.1},
                                   {"params": others, "weight_decay": 0.0, "lr": 0.02}], lr=0.01)
    for step in range(22):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    print("adamw", f"{loss.item():.4f}")


def weight_decay():
    model = Net(nn.ReLU(), nn.MaxPool2d(2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-3, nesterov=True)
    for step in range(22):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    print("decay", f"{loss.item():.4f}")


def clipping():
    model = Net(nn.ReLU(), nn.MaxPool2d(2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    largest = 0.0
    for step in range(22):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.5)
        largest = max(largest, norm.item())
        optimizer.step()
    print("clipping", f"{loss.item():.4f} {largest:.4f}")


def extra_layer():
    model = nn.Sequential(nn.Flatten(), nn.Linear(64, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(22):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    print("extra", f"{loss.item():.4f}")


def no_bias():
    model = Net(nn.SiLU(), nn.MaxPool2d(2), bias=False)
    optimizer = torch.optim.RMSprop(model.parameters(), lr=0.005)
    for step in range(22):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    print("no bias", f"{loss.item():.4f}")


def module_list():
    model = Deep(3)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(22):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
    print("list", f"{loss.item():.4f}")


def accumulated_loss():
    model = Deep(1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        total, correct = 0.0, 0
        for i in range(0, 24, 8):
            x, y = images[i:i + 8], labels[i:i + 8]
            output = model(x)
            loss = F.cross_entropy(output, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * x.size(0)
            correct += (output.argmax(1) == y).sum().item()
        print(epoch, f"{total / len(images):.4f}", correct)


activation()
average_pooling()
adam()
adamw_groups()
weight_decay()
clipping()
extra_layer()
no_bias()
module_list()
accumulated_loss()
