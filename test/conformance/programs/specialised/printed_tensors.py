"""Tensors that a step prints: what they hold then, and how they say that they require gradients. The second half prints results that
live on with their history."""
# tier2: train.loop.body 85% after 4
# tier2: <module>.loop.body 85% after 4
# tier2: <module>.loop#1.body 85% after 4
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 4)
        self.outer = nn.Linear(4, 1)

    def forward(self, x):
        return self.outer(torch.tanh(self.inner(x)))


def train():
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x = torch.randn(16, 3)
    y = x.sum(1, keepdim=True)
    for i in range(24):
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        print(f"step {i}: {loss:.3f}", loss.detach().round(decimals=2), net.outer.weight.grad[0, :2].round(decimals=2))
        print("loss", loss, net.outer.bias.detach())
        print("%s and %s" % (net.outer.bias.grad, i), "{} {}".format(loss.detach()[None], net.outer.bias.detach()), f"{loss:.3f} {loss.detach()[None]}")


def shapes(x, k):
    y = x * k
    print(y, y.sum(), y.double(), y > 1, y.long(), y[:0], y.reshape(1, 2, 3), sep="\n", end=".\n")
    print(torch.arange(1200.0) * k, torch.zeros(2, 0), torch.complex(y, x)[0])
    y.add_(1)
    print(str(y[0]), repr(y[0, 0]), y.view(-1)[-1], y.t().exp())
    return y


def kept(w, x, k):
    """The operation that made a result, also where a parameter, a view or an update in place did."""
    a = w * x
    print(a.split(1)[1], a.unbind()[0], a.chunk(2, 1)[0].sum(), a.detach().split(2)[0])
    print(a, (a + k).sum(), a[0], a.view(-1)[:2], a.detach(), F.linear(x, w), F.glu(a, 0))
    a = a * 2
    a += 1
    print(a, w.detach().requires_grad_())
    with torch.no_grad():
        print(a * 2, w + 1)
    return a.sum()


def results(w, q):
    return (F.dropout(w, 0.5), F.glu(w), F.rrelu(w, training=True), F.adaptive_avg_pool2d(q, 1),
            F.scaled_dot_product_attention(q, q, q), F.linear(w, w), w[None] @ w.t(), F.linear(w[0], w))


class Kept:
    def step(self, make, w, q):
        """Keeps the results of a backward pass that has run."""
        self.made = make(w, q)
        loss = sum([each.sum() * 2 for each in self.made])
        loss.backward()
        self.loss = loss


train()
for i in range(1, 12):
    shapes(torch.ones(2, 3), i)
weight = torch.rand(2, 3, requires_grad=True)
for i in range(12):
    kept(weight, torch.full((2, 3), i * 0.5), i).backward()
leaf = torch.ones(2, 4, requires_grad=True)
image = torch.ones(1, 4, 8, 8, requires_grad=True)
for i in range(8):
    print([repr(each).split("grad_fn=")[-1] for each in results(leaf, image)])
keeper = Kept()
for i in range(8):
    leaf.grad = image.grad = None
    keeper.step(results, leaf, image)
    print([repr(each).split("grad_fn=")[-1] for each in keeper.made], keeper.loss.grad_fn.name())
