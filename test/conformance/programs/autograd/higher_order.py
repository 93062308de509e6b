"""Gradients of gradients."""
import torch
import torch.nn.functional as F

x = torch.tensor(2.0, requires_grad=True)
y = x ** 4
(g,) = torch.autograd.grad(y, x, create_graph=True)
(h,) = torch.autograd.grad(g, x, create_graph=True)
(k,) = torch.autograd.grad(h, x)
print(g.item(), h.item(), k.item())

torch.manual_seed(0)
functions = {
    "tanh": torch.tanh, "sigmoid": torch.sigmoid, "exp": torch.exp, "log": lambda t: t.abs().add(0.5).log(),
    "softplus": F.softplus, "gelu": F.gelu, "silu": F.silu, "softmax": lambda t: t.softmax(-1),
    "log_softmax": lambda t: t.log_softmax(-1), "sin": torch.sin, "cube": lambda t: t ** 3,
    "division": lambda t: 1 / (1 + t * t), "mean": lambda t: (t - t.mean(-1, keepdim=True)) ** 2,
    "norm": lambda t: t.norm(dim=-1), "prod": lambda t: t.prod(-1), "cumsum": lambda t: (t * t).cumsum(-1),
    "layer_norm": lambda t: F.layer_norm(t, (4,)), "matmul": lambda t: t @ t.t(), "max": lambda t: (t * t).max(-1)[0],
    "leaky_relu": lambda t: F.leaky_relu(t * t * t), "elu": F.elu, "logsumexp": lambda t: t.logsumexp(-1),
    "index": lambda t: (t * t)[:, [0, 2]], "cat": lambda t: torch.cat([t * t, t], 1), "var": lambda t: (t * t).var(1),
}
for name, function in functions.items():
    t = torch.randn(3, 4, dtype=torch.float64, requires_grad=True)
    out = function(t)
    weights = torch.linspace(0.5, 1.5, out.numel(), dtype=torch.float64).reshape(out.shape)
    (first,) = torch.autograd.grad((out * weights).sum(), t, create_graph=True)
    (second,) = torch.autograd.grad((first * first).sum(), t)
    print(name, [round(v, 6) for v in first.flatten()[:3].tolist()], [round(v, 6) for v in second.flatten()[:3].tolist()])

# a penalty on the gradient, as in training of critics
torch.manual_seed(1)
net = torch.nn.Sequential(torch.nn.Linear(3, 5), torch.nn.Tanh(), torch.nn.Linear(5, 1))
points = torch.randn(4, 3, requires_grad=True)
score = net(points).sum()
(slope,) = torch.autograd.grad(score, points, create_graph=True)
penalty = ((slope.norm(2, dim=1) - 1) ** 2).mean()
penalty.backward()
print([round(float(p.grad.abs().sum()), 5) if p.grad is not None else None for p in net.parameters()])

# through a convolution
conv = torch.nn.Conv2d(2, 3, 3, padding=1)
image = torch.randn(1, 2, 5, 5, requires_grad=True)
(slope,) = torch.autograd.grad(conv(image).pow(2).sum(), image, create_graph=True)
slope.pow(2).sum().backward()
print(round(float(conv.weight.grad.abs().sum()), 2), round(float(image.grad.abs().sum()), 2))

# through groups of channels: a penalty of gradients, as of a discriminator
critic = torch.nn.Sequential(torch.nn.Conv2d(2, 4, 3), torch.nn.GroupNorm(2, 4), torch.nn.Tanh(), torch.nn.Flatten(), torch.nn.Linear(36, 1)).double()
image = torch.randn(3, 2, 5, 5, dtype=torch.float64, requires_grad=True)
(slope,) = torch.autograd.grad(critic(image).sum(), image, create_graph=True)
((slope.flatten(1).norm(2, dim=1) - 1) ** 2).mean().backward()
print([round(float(p.grad.abs().sum()), 6) if p.grad is not None else None for p in critic.parameters()], round(float(image.grad.abs().sum()), 6))
