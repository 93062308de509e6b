"""autograd.grad and backward(inputs=) in functions given tensors with a history."""
import torch
w = torch.tensor([2.0, 3.0], requires_grad=True)
def penalty(h):
    y = (h * w).sum()
    g, = torch.autograd.grad(y, w)
    return g
def unused(h):
    g, = torch.autograd.grad(h.sum() * 2, w, allow_unused=True)
    return g
def viabackward(h):
    w.grad = None
    (h * w).sum().backward(inputs=[w])
    return w.grad
def main():
    x = torch.ones(2)
    for k in range(6):
        h = w * w
        n = 0
        while n < k % 3 or h.sum() < 1:      # a loop that is no graph
            n += 1
            h = h * 1.0
        print(penalty(h).tolist())
        h = w * w
        while n < k % 3 or h.sum() < 1:
            n += 1
        print(unused(h))
        h = w * w
        while n < k % 3 or h.sum() < 1:
            n += 1
        print(viabackward(h).tolist())
main()
