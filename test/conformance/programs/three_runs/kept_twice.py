"""Forward parts whose backward runs elsewhere, and which keep one value several times: equal operations of several turns
become one in the graph, after what they keep was numbered."""
import torch

torch.manual_seed(5)
w = (torch.randn(3, 3) * 0.4).requires_grad_()
u = torch.randn(3).requires_grad_()


def forward(x, g, n):
    h = x
    for k in range(n):
        h = torch.sigmoid(x @ w) * g
        g = torch.tanh(g * u + h)
    return h, g


def later(x, g, n):
    h, g = forward(x, g, n)
    return h * g


for step in range(9):
    x, g = torch.tensor([-0.75, -0.45, 0.1 * step]), torch.tensor([-0.9, 0.0, -0.3])
    values = [later(x, g, 4), later(x * 2, g + 1, 3)]
    w.grad = u.grad = None
    (values[0].sum() + values[1].mean()).backward()
    print(step, [round(each, 3) + 0.0 for each in [*w.grad.flatten().tolist(), *u.grad.tolist()]])
