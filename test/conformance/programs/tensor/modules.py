# nn.Module: registration, nesting, parameters, modes, state_dict, printing.
import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.linear = nn.Linear(n, n)
        self.scale = nn.Parameter(torch.ones(n))
        self.register_buffer("seen", torch.zeros(1))

    def forward(self, x):
        self.seen += 1
        return torch.relu(self.linear(x)) * self.scale


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(4) for _ in range(2)])
        self.head = nn.Sequential(nn.Linear(4, 3), nn.Dropout(0.5), nn.ReLU(), nn.Linear(3, 2))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


torch.manual_seed(0)
net = Net()
print(net)
print([name for name, _ in net.named_parameters()], sum(p.numel() for p in net.parameters()))
print([name for name, _ in net.named_modules()], [type(child).__name__ for child in net.children()])
net.eval()
x = torch.ones(2, 4)
print(net.training, net.head[1].training, net(x).shape, net.blocks[0].seen, net(x).equal(net(x)))
net.train()
state = net.state_dict()
print(list(state)[:4], state["blocks.0.seen"], type(state).__name__)
other = Net()
print(other.load_state_dict(state), torch.equal(other.head[0].weight, net.head[0].weight))
other.zero_grad()
del state["head.0.bias"]
try:
    other.load_state_dict(state)
except RuntimeError as error:
    print(error)
try:
    nn.Linear(3, 2)(torch.ones(1, 4))
except RuntimeError as error:
    print(error)
for p in net.parameters():
    p.requires_grad = False
print(any(p.requires_grad for p in net.parameters()), net.head[0].in_features, net.double().head[0].weight.dtype)
