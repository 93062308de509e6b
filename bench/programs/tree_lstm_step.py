# One training step of a TreeLSTM over one fixed tree of 31 nodes: 150 hidden, 300 inputs, SGD.
# unit: nodes 31
# tolerance: 1e-3
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

torch.manual_seed(0)
H, E = 150, 300


class TreeLSTM(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf = nn.Linear(E, 2 * H)
        self.gates = nn.Linear(2 * H, 5 * H)
        self.out = nn.Linear(H, 5)

    def node(self, tree):
        if isinstance(tree, int):
            c, o = self.leaf(words[tree].unsqueeze(0)).chunk(2, 1)
            return torch.sigmoid(o) * torch.tanh(c), c
        hl, cl = self.node(tree[0])
        hr, cr = self.node(tree[1])
        i, fl, fr, o, u = self.gates(torch.cat([hl, hr], 1)).chunk(5, 1)
        c = torch.sigmoid(i) * torch.tanh(u) + torch.sigmoid(fl) * cl + torch.sigmoid(fr) * cr
        return torch.sigmoid(o) * torch.tanh(c), c

    def forward(self, tree):
        return self.out(self.node(tree)[0])


def build(low, high):
    if high - low == 1:
        return low
    middle = (low + high) // 2
    return (build(low, middle), build(middle, high))


model = TreeLSTM()
optimizer = optim.SGD(model.parameters(), lr=1e-2)
words = torch.randn(16, E)
tree = build(0, 16)
label = torch.tensor([3])


def step():
    optimizer.zero_grad()
    loss = F.cross_entropy(model(tree), label)
    loss.backward()
    optimizer.step()
    return loss.detach()
