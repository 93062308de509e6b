"""`out=`: results that go to a tensor of before, to an argument, to a part of a tensor; into a parameter."""
# tier2: step 85% after 4
# tier2: own 85% after 4
# tier2: train 85% after 4
# float-tolerance: 1e-5
import torch

total = torch.zeros(2, 3)
rows = torch.zeros(4, 3)
square = torch.zeros(2, 2)
found = torch.zeros(2, dtype=torch.long)
weight = torch.ones(3, requires_grad=True)


def step(x, k):
    torch.add(x, k, out=total)
    y = torch.mul(total, 2, out=total)
    torch.matmul(x, x.t(), out=square)
    torch.sigmoid(x[0], out=rows[2])
    torch.sum(x, 0, out=rows[1])
    torch.argmax(x, 1, out=found)
    torch.cat([x[:1], x[1:]], 0, out=x.new_zeros(2, 3))
    torch.add(x, x, alpha=2, out=None)
    return y is total, y.sum().item(), square.sum().item(), rows[:, 0].tolist(), found.tolist()


def own(x):
    y = torch.exp(x, out=x)
    z = torch.empty(2, 3)
    torch.sub(y, 1, out=z)
    return x, z, y is x


def train(x):
    loss = (weight * x).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        torch.sub(weight, weight.grad, alpha=0.01, out=weight)
    weight.grad = None
    return loss.item()


for i in range(16):
    print(total._version, step(torch.arange(6.0).reshape(2, 3) - i, i))
    print(own(torch.full((2, 3), i * 0.25)))
    print(train(torch.tensor([1.0, i * 0.5, -1.0])), weight.tolist())
    if i % 5 == 4:  # sizes that do not fit, an argument that is shown, a gradient
        for make in (lambda: torch.add(torch.ones(2), 1, out=torch.zeros(2).long()), lambda: torch.mul(weight, 2, out=torch.zeros(3))):
            try:
                print(make())
            except RuntimeError as e:
                print(e)
