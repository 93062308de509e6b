"""Methods of torch.Tensor itself are added and replaced while specialised steps run."""
# tier2: main.loop.body 5
# float-tolerance: 1e-4
import torch


def main():
    torch.manual_seed(0)
    w = torch.randn(4, 3, requires_grad=True)
    x = torch.randn(8, 4)
    backward, tanh = torch.Tensor.backward, torch.Tensor.tanh
    for step in range(20):
        loss = (x @ w).tanh().sum()
        loss.backward()
        with torch.no_grad():
            w -= 0.01 * w.grad
        w.grad = None
        print(step, f"{loss.item():.4f} {w.sum().item():.4f}")
        if step == 7:
            torch.Tensor.doubled = lambda self: self * 2
        if step == 9:
            torch.Tensor.backward = lambda self, *rest: backward(self * 3, *rest)
        if step == 12:
            torch.Tensor.backward = backward
            torch.Tensor.tanh = lambda self: self.sigmoid()
        if step == 15:
            torch.Tensor.tanh = tanh
    print(torch.ones(2).doubled())


main()
