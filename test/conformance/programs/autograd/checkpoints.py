"""torch.utils.checkpoint: both kinds, sequences, what is refused."""
# float-tolerance: 1e-3
import torch
import torch.nn as nn
import torch.utils.checkpoint as C


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Dropout(0.5), nn.ReLU(), nn.Linear(4, 2), nn.Tanh())
x = torch.randn(2, 3, requires_grad=True)
for ur in (True, False):
    calls = []

    def f(a, k=1):
        calls.append(k)
        return net(a) * k
    torch.manual_seed(5)
    o = C.checkpoint(f, x, use_reentrant=ur)
    o.sum().backward()
    print(ur, x.grad, net[0].weight.grad.sum())
    x.grad = None
    net.zero_grad()
    torch.manual_seed(5)
    o = C.checkpoint_sequential(net, 2, x, use_reentrant=ur)
    o.sum().backward()
    print(x.grad)
    x.grad = None
    net.zero_grad()
attempt(lambda: C.checkpoint(f, x, k=2, use_reentrant=True))
attempt(lambda: C.checkpoint(f, x, k=2, use_reentrant=False).shape)
attempt(lambda: C.checkpoint(f, x, use_reentrant=True, context_fn=3))
y = C.checkpoint(lambda a, b: (a * b, a + b), x, x * 2, use_reentrant=False)
print(y[0].grad_fn is not None)
