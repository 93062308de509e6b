"""A hook on a parameter that the steps update in place, registered and removed between them."""
# tier2: main.loop.body 5
# float-tolerance: 1e-4
import torch


def main():
    torch.manual_seed(2)
    w = torch.randn(3, 2, requires_grad=True)
    x = torch.randn(5, 3)
    handle = None
    for step in range(16):
        loss = (x @ w).tanh().sum()
        loss.backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
        w.grad = None
        print(step, f"{loss.item():.4f}")
        if step == 6:
            handle = w.register_hook(lambda grad: grad * 3)
        if step == 10:
            handle.remove()


main()
