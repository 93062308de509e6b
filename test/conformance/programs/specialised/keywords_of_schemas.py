# tier2: <module>.loop.body 85% after 4
import torch
import torch.nn.functional as F

x = torch.linspace(-1, 1, 6, dtype=torch.float64).reshape(2, 3).requires_grad_()
for step in range(60):
    y = torch.relu(input=x) + torch.sum(input=x, axis=1, keepdims=True) + F.linear(input=x, weight=torch.eye(3, dtype=torch.float64))
    y = y + torch.clamp(input=x, min=-0.5, max=0.5) + torch.mean(input=x, dim=0, keepdim=True) + F.softplus(input=x)
    z = torch.max(input=y, dim=1).values.sum() + torch.mul(input=x, other=y).sum() + torch.cat(tensors=[x, y], axis=1).mean()
    z.backward()
    with torch.no_grad():
        x -= 0.001 * x.grad
        x.grad = None
print(x)
