import torch

w = torch.tensor([[0.5, -0.2], [0.1, 0.3]], requires_grad=True)


def tree(x, d):
    if d == 0:
        return torch.tanh(x @ w)
    return tree(x, d - 1) + tree(x * 0.5, d - 1)


def step(x, d):
    loss = tree(x, d).sum()
    loss.backward()
    return loss.item()


x = torch.ones(2)
for d in [*range(7)] * 6 + [12]:
    print(round(step(x, d), 4), round(w.grad.sum().item(), 2))
try:
    with torch.no_grad():
        print(tree(x, 17).sum() > 0)
except RecursionError:
    print("too deep")
