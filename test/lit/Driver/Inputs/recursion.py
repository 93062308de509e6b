import torch


class Tree:
    def __init__(self, word, left=None, right=None):
        self.word, self.left, self.right = word, left, right


words = torch.arange(12.0).view(6, 2) / 10
w = torch.tensor([[0.5, -0.2], [0.1, 0.3]], requires_grad=True)


def encode(t):
    if t.word is not None:
        return words[t.word]
    return torch.tanh((encode(t.left) + 2 * encode(t.right)) @ w)


def step(t):
    loss = encode(t).sum()
    loss.backward()
    return loss.item()


def chain(n):
    t = Tree(n % 6)
    for i in range(n):
        t = Tree(None, t, Tree(i % 6)) if i % 3 else Tree(None, Tree(i % 6), t)
    return t


for n in [*range(1, 13)] * 4 + [30, 200]:
    print(round(step(chain(n)), 4), round(w.grad.sum().item(), 3))
