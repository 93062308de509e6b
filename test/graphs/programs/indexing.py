"""Slices, None, writes through views, gather, cat and stack, a loss in place, data of parameters."""
import torch


def main():
    torch.manual_seed(6)
    w = torch.randn(4, 6, requires_grad=True)
    table = torch.zeros(3, 4)
    x = torch.randn(5, 6)
    count = 0
    for step in range(8):
        y = x @ w.t()
        parts = torch.cat([y[:, :2], y[:, 2:] * 2], dim=1)
        both = torch.stack([parts, parts.flip(1)])
        picked = both[0, 1:4] + both[1, :3, None, 0]
        loss = (picked ** 2).mean() + both[:, ::2].abs().sum() * 0.01
        w.grad = None
        loss.backward()
        w.data.add_(w.grad, alpha=-0.002)
        table[step % 1] = w.grad.mean(1)
        table[1:, 0] += 1
        count += len(both)
        print(step, count, f"{loss.item():.4f} {table[0, 1].item():.4f}")


main()
