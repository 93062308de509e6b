"""The user's own module, layer and optimizer classes; the update under no_grad."""
import torch


class MyModule:
    def __init__(self):
        self.params = {}

    def __call__(self, x):
        return self.forward(x)


class MyLinear(MyModule):
    def __init__(self, n, m):
        super().__init__()
        self.params["w"] = torch.randn(m, n, requires_grad=True)
        self.params["b"] = torch.zeros(m, requires_grad=True)

    def forward(self, x):
        return x @ self.params["w"].t() + self.params["b"]


class Net(MyModule):
    def __init__(self):
        super().__init__()
        self.a = MyLinear(4, 8)
        self.b = MyLinear(8, 3)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


class MySGD:
    def __init__(self, params, lr):
        self.params = list(params)
        self.lr = lr
        self.velocity = [torch.zeros_like(p) for p in self.params]

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def step(self):
        with torch.no_grad():
            for p, v in zip(self.params, self.velocity):
                v.mul_(0.9).add_(p.grad)
                p -= self.lr * v


def main():
    torch.manual_seed(1)
    net = Net()
    optimizer = MySGD([*net.a.params.values(), *net.b.params.values()], 0.05)
    x, y = torch.randn(16, 4), torch.randn(16, 3)
    for step in range(8):
        loss = ((net(x) - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{step} {loss.item():.4f}")


main()
