"""Gradients that a branch has reset or not, in loops that are unrolled, then added to."""
# tier2: <module>.loop#1.body 95% after 3
import torch

w = torch.ones(5, requires_grad=True)
k = 0
for epoch in range(20):
    for i in range(3):
        (w * i).sum().backward()
        k += 1
        if k % 4 == 0:
            w.grad = None
print(w.grad)
