"""LeNet of the user's own classes: modules without nn.Module, parameters in a dict, an optimizer that
updates under no_grad. It is one region, as with torch's classes."""
# tier2: main.loop.body 95% after 1
# allocations: main.loop.body none after 2
# tier2-failures: 0
# float-tolerance: 1e-4
import math

import torch
import torch.nn.functional as F


class MyModule:
    def __init__(self):
        self.params = {}
        self.children = {}

    def add(self, name, child):
        self.children[name] = child
        return child

    def parameters(self):
        found = list(self.params.values())
        for child in self.children.values():
            found.extend(child.parameters())
        return found

    def __call__(self, *args):
        return self.forward(*args)


class MyLinear(MyModule):
    def __init__(self, inputs, outputs):
        super().__init__()
        bound = 1 / math.sqrt(inputs)
        self.params["weight"] = torch.empty(outputs, inputs).uniform_(-bound, bound).requires_grad_()
        self.params["bias"] = torch.zeros(outputs, requires_grad=True)

    def forward(self, x):
        return x @ self.params["weight"].t() + self.params["bias"]


class MyConv(MyModule):
    def __init__(self, inputs, outputs, size, padding=0):
        super().__init__()
        self.padding = padding
        bound = 1 / math.sqrt(inputs * size * size)
        self.params["weight"] = torch.empty(outputs, inputs, size, size).uniform_(-bound, bound).requires_grad_()
        self.params["bias"] = torch.zeros(outputs, requires_grad=True)

    def forward(self, x):
        return F.conv2d(x, self.params["weight"], self.params["bias"], padding=self.padding)


class LeNet(MyModule):
    def __init__(self):
        super().__init__()
        self.conv1 = self.add("conv1", MyConv(1, 6, 5, padding=2))
        self.conv2 = self.add("conv2", MyConv(6, 16, 5))
        self.fc1 = self.add("fc1", MyLinear(400, 120))
        self.fc2 = self.add("fc2", MyLinear(120, 84))
        self.fc3 = self.add("fc3", MyLinear(84, 10))

    def forward(self, x):
        x = F.max_pool2d(torch.relu(self.conv1(x)), 2)
        x = F.max_pool2d(torch.relu(self.conv2(x)), 2)
        x = x.reshape(x.shape[0], -1)
        x = torch.relu(self.fc1(x))
        x = torch.relu(self.fc2(x))
        return self.fc3(x)


class MySGD:
    def __init__(self, parameters, lr, momentum):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self.velocity = [torch.zeros_like(p) for p in self.parameters]

    def zero_grad(self):
        for p in self.parameters:
            p.grad = None

    def step(self):
        with torch.no_grad():
            for p, v in zip(self.parameters, self.velocity):
                v.mul_(self.momentum).add_(p.grad)
                p.sub_(self.lr * v)


def main():
    torch.manual_seed(0)
    model = LeNet()
    optimizer = MySGD(model.parameters(), lr=0.01, momentum=0.9)
    images = torch.randn(50, 1, 28, 28)
    labels = torch.randint(0, 10, (50,))
    for step in range(24):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}")
    print([f"{p.abs().sum().item():.4f}" for p in model.parameters()])


main()
