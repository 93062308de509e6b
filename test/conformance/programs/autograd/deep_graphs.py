"""Graphs of a hundred thousand nodes: neither the walk nor the end of the graph recurses."""
import torch

x = torch.ones(1, requires_grad=True)
y = x
for i in range(100000):
    y = y + 1
y.backward()
print(y.item(), x.grad)
del y

# a graph that is dropped without a backward pass
z = x
for i in range(100000):
    z = z * 1.0
del z

# many paths
a = torch.ones(1, requires_grad=True)
b = a
for i in range(20):
    b = b + b
b.backward()
print(a.grad)
