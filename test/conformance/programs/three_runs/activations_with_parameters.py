"""CELU and PReLU: nodes, types that they refuse, and training with them, in place, too."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(2, 3, 4, requires_grad=True)
slopes = torch.full((3,), 0.25, requires_grad=True)
for result in (F.celu(x, 0.5), F.celu(x * 1, 0.5, inplace=True), torch.celu(x), torch.celu_(x * 1), nn.CELU(2)(x), F.prelu(x, slopes),
               F.prelu(x, slopes[:1]), F.prelu(x.transpose(0, 1), torch.ones(2, requires_grad=True))):
    x.grad = slopes.grad = None
    result.square().sum().backward()
    print(type(result.grad_fn).__name__, result.stride(), round(x.grad.sum().item(), 4),
          None if slopes.grad is None else [round(v, 4) for v in slopes.grad.tolist()])

for value, weight in ((torch.randn(2, 3), torch.ones(3).double()), (torch.arange(6).reshape(2, 3), torch.ones(3)),
                      (torch.arange(6).reshape(2, 3), torch.ones(3).long()), (torch.randn(2, 3).half(), torch.ones(3)),
                      (torch.tensor(-2.0), torch.tensor([0.5])), (torch.randn(3), torch.ones(3)), (torch.tensor([-1.0, 2.0]), torch.tensor(0.5)),
                      (torch.tensor([-1.0, 2.0, float("nan")]).bfloat16(), torch.tensor([0.3]).bfloat16())):
    try:
        print(F.prelu(value, weight))
    except (RuntimeError, NotImplementedError) as error:
        print(error)
for alpha in (0.0, 0, 2):
    for value in (torch.tensor([-1.0, 2.0]), torch.tensor([-1, 2])):
        try:
            print(F.celu(value, alpha))
        except (RuntimeError, NotImplementedError) as error:
            print(error)

net = nn.Sequential(nn.Linear(4, 8), nn.CELU(0.7), nn.Linear(8, 6), nn.PReLU(6), nn.Linear(6, 6), nn.CELU(inplace=True), nn.Linear(6, 5), nn.PReLU(),
                    nn.Linear(5, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
inputs, targets = torch.randn(32, 4), torch.randn(32, 1)
for step in range(20):
    optimizer.zero_grad()
    loss = F.mse_loss(net(inputs), targets)
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}")
print([round(v, 3) for v in net[3].weight.tolist()])

leaf = torch.randn(5, dtype=torch.float64, requires_grad=True)
weight = torch.tensor([0.3], dtype=torch.float64, requires_grad=True)
for step in range(12):
    (first,) = torch.autograd.grad(F.prelu(leaf, weight).pow(3).sum() + F.celu(leaf, 0.4).pow(2).sum(), leaf, create_graph=True)
    second = torch.autograd.grad(first.sum(), (leaf, weight))
    print([round(v, 6) for v in first.tolist()], [[round(v, 6) for v in g.tolist()] for g in second])
