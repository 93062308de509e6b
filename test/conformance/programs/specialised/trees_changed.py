"""Trees that change when a recursion over them has long been a graph: what is no node as the profile had them runs generic, once."""
# tier2: <module>.loop.body.part 85% after 6
# float-tolerance: 1e-5
import random

import torch
import torch.nn as nn

random.seed(1)
torch.manual_seed(1)
torch.set_default_dtype(torch.float64)
V, H = 12, 4


class Tree:
    def __init__(self, word=None, left=None, right=None):
        self.word, self.left, self.right, self.note = word, left, right, "plain"

    def scale(self):
        return 1


class Odd(Tree):
    def scale(self):
        return 3


def make(n):
    if n == 1:
        return Tree(random.randrange(V))
    k = random.randint(1, n - 1)
    return Tree(None, make(k), make(n - k))


embedding = nn.Embedding(V, H)
w = nn.Linear(2 * H, H)


def encode(t):
    if t.word is not None:
        return embedding(torch.tensor(t.word)) * t.scale()
    return torch.tanh(w(torch.cat([encode(t.left), encode(t.right)])))


def step(t):
    loss = encode(t).pow(2).sum()
    loss.backward()
    return loss.item()


def leaf(t):
    while t.word is None:
        t = t.left
    return t


def nest(n):
    t = Tree(1)
    for i in range(n):
        t = Tree(None, t, Tree(i % V))
    return t


def changed(kind):
    t = make(6)
    first = leaf(t)
    if kind == "class":
        t.left = Odd(4)
    elif kind == "class of an instance":
        first.__class__ = Odd
    elif kind == "missing":
        t.left = None
    elif kind == "no attribute":
        del first.word
    elif kind == "out of range":
        first.word = V + 3
    elif kind == "float":
        first.word = 1.0
    elif kind == "bool":
        first.word = True
    elif kind == "large":
        first.word = 2**70
    elif kind == "shared":
        t.left = t.right
    elif kind == "a word for an inner node":
        t.word = 3
    elif kind == "hidden method":
        first.scale = lambda: 5
    elif kind == "more attributes":
        first.extra = t.extra = 1
    elif kind == "other note":
        first.note = None
    elif kind == "no tree":
        t = 3
    elif kind == "single":
        t = Tree(2)
    elif kind == "deep":
        t = nest(70)
    elif kind == "too deep":
        t = nest(1200)
    return t


KINDS = [
    "class", "class of an instance", "missing", "no attribute", "out of range", "float", "bool", "large", "shared",
    "a word for an inner node", "hidden method", "more attributes", "other note", "no tree", "single", "deep", "too deep",
]
for i in range(90):
    value = step(make(random.randint(2, 8)))
    if i % 10 == 9:
        print(i, round(value, 5), round(w.weight.grad.sum().item(), 4))
for kind in KINDS:
    try:
        print(kind, round(step(changed(kind)), 5))
    except Exception as error:
        print(kind, type(error).__name__)
    print(round(step(make(5)), 5), round(w.weight.grad.sum().item(), 4), round(embedding.weight.grad.sum().item(), 4))
Tree.scale = lambda self: 7
print("another method", round(step(make(5)), 5))
w.register_forward_hook(lambda module, inputs, output: output + 1)
print("a hook", round(step(make(5)), 5), round(w.weight.grad.sum().item(), 4))
embedding.weight.requires_grad_(False)
print("frozen", round(step(make(5)), 5), round(w.weight.grad.sum().item(), 4))
with torch.no_grad():
    print("without gradients", round(encode(make(5)).sum().item(), 5))
