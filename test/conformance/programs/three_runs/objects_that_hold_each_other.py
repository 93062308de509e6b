# Steps that leave objects behind which hold each other or themselves: no graph, and no way round in circles for the compiler.
from dataclasses import dataclass, field

import torch

w = torch.zeros(4, requires_grad=True)


class Node:
    def __init__(self, value):
        self.value = value
        self.other = None

    def total(self):
        return (self.value + self.other.value).sum()


@dataclass
class Tree:
    value: torch.Tensor
    parent: object = None
    children: list = field(default_factory=list)


kept = []
for step in range(24):
    a, b = Node(w), Node(w * 2)
    a.other, b.other = b, a
    a.shortcut = a.total
    root = Tree(w)
    root.children.append(Tree(w + 1, root))
    ring = [w]
    ring.append(ring)
    table = {"w": w}
    table["self"] = table
    loss = a.shortcut() + b.total() + root.children[0].parent.value.sum() + ring[1][0].sum() + table["self"]["w"].sum()
    loss.backward()
    kept = [a, root, ring, table]
    if step % 8 == 7:
        print(step, loss.item(), w.grad)
print(kept[0].other.other is kept[0], kept[1].children[0].parent is kept[1], kept[2][1] is kept[2])

shift = torch.distributions.transforms.ExpTransform()
for step in range(24):
    gumbel = torch.distributions.Gumbel(w, torch.ones(4))
    loss = gumbel.log_prob(torch.ones(4)).sum() + shift.inv(torch.ones(4) + w).sum()
    w.grad = None
    loss.backward()
print(w.grad)
