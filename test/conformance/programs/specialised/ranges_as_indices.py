"""Ranges as indices and as elements of tensors, and sums to the shapes of what was broadcast, in steps."""
# tier2: main.loop.body 90% after 4
# tier2: processes.loop.body 90% after 4
import torch
import torch.nn.functional as F


def main():
    w = torch.randn(4, 5, requires_grad=True)
    for step in range(14):
        x = torch.rand(6, 4)
        y = torch.randint(0, 5, (6,))
        logits = x @ w
        smooth = torch.full_like(logits, 0.05)
        smooth[range(6), y] = 0.8
        picked = logits[range(6), y] - logits[range(5, -1, -1), y]
        rows = torch.tensor(range(2, 8, 2)) + torch.tensor([range(3), range(4, 1, -1)])
        bias = torch.zeros(1, 5)
        bias.add_((logits.detach() * 0.1).sum_to_size(1, 5))
        loss = F.binary_cross_entropy_with_logits(logits + bias, smooth) + picked.square().mean()
        loss.backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
            w.grad = None
        print(step, f"{loss.item():.5f}", rows.tolist(), f"{bias.sum().item():.4f}", x[range(1, 3)].shape)


def processes():
    x = torch.linspace(-2, 2, 9, dtype=torch.float64).unsqueeze(1)
    y = torch.sin(2 * x)
    length = torch.zeros((), dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.Adam([length], lr=0.05)
    for step in range(14):
        kernel = torch.exp(-(x - x.t()).square() / (2 * length.exp() ** 2)) + 0.01 * torch.eye(9, dtype=torch.float64)
        factor = torch.linalg.cholesky(kernel)
        loss = 0.5 * (y * torch.cholesky_solve(y, factor)).sum() + factor.diagonal().log().sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.5f} {length.item():.5f}")


torch.manual_seed(0)
main()
processes()
