# tier2: <module>.loop.body 100% after 3
# Functions of torch.special, torch.linalg and torch.nn.functional that are no Python, under the names of their modules.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
w = torch.randn(3, 3, requires_grad=True)
for step in range(12):
    x = torch.special.expit(w * 2) + torch.special.expm1(w) + torch.special.erf(w)
    x = F.leaky_relu(F.linear(x, w), 0.1)
    loss = x.sum() + torch.linalg.vector_norm(w) + torch.special.log_softmax(w, 1).mean()
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
    print(step, f"{loss.item():.4f}", f"{w.grad.abs().sum().item():.3f}")
    w.grad = None
