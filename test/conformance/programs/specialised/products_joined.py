"""Products that share a factor: a recurrent network, a tree, a layer used for vectors. A graph makes one product of those
that do not need each other, and one of the sum of those that make a gradient."""
# tier2: main.loop.body 90% after 1
# tier2: main.loop#1.body 90% after 1
# tier2: main.loop#2.body 90% after 1
# tier2: main.loop#4.body 90% after 1
# tier2: main.loop#5.body 90% after 1
# tier2-tolerance: 1e-4
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class TwoLayers(nn.Module):
    """Two recurrent layers: the projections of the second are of what the first one gives."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.LSTMCell(6, 12), nn.GRUCell(12, 12)
        self.readout = nn.Linear(12, 3)

    def forward(self, xs):
        h, c, g = torch.zeros(4, 12), torch.zeros(4, 12), torch.zeros(4, 12)
        outputs = []
        for x in xs:
            h, c = self.first(x, (h, c))
            outputs.append(h)
        for x in outputs:
            g = self.second(x, g)
        return self.readout(g), outputs


class Tree(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf, self.node = nn.Linear(5, 8), nn.Linear(16, 8)

    def forward(self, tree, words):
        if isinstance(tree, int):
            return torch.tanh(self.leaf(words[tree]))
        return torch.tanh(self.node(torch.cat([self.forward(tree[0], words), self.forward(tree[1], words)])))




def main():
    # ---- sequences; what the first layer gives lives on, with its history
    network = TwoLayers()
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    xs, y = torch.randn(5, 4, 6), torch.tensor([0, 1, 2, 0])
    for i in range(6):
        logits, outputs = network(xs)
        loss = F.cross_entropy(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.5f} {network.first.weight_ih.grad.norm().item():.5f} {len(outputs)}")

    # ---- a tree of vectors: nodes of one height at once
    tree = Tree()
    optimizer = torch.optim.SGD(tree.parameters(), lr=0.1)
    words = torch.randn(6, 5)
    for i in range(6):
        loss = tree((((0, 1), (2, 3)), (4, 5)), words).pow(2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.5f} {tree.node.weight.grad.sum().item():.5f} {tree.leaf.bias.grad.sum().item():.5f}")

    # ---- results that live on have memory of their own
    layer = nn.Linear(4, 3)
    kept = []
    for i in range(6):
        a, b, c = layer(torch.full((4,), float(i))), layer(torch.ones(2, 4) * i), layer(torch.ones(1, 4))
        kept = [a, b]
        (b.sum() + c.sum()).backward()
    print(kept[0]._is_view(), kept[1].untyped_storage().nbytes(), f"{layer.weight.grad.sum().item():.4f}")
    with torch.no_grad():
        kept[1].fill_(7.0)
    print([f"{v:.4f}" for v in kept[0].tolist()], kept[1].tolist())

    # ---- a condition, a draw and a write between the products
    weight = torch.randn(5, 5, requires_grad=True)
    for i in range(6):
        a = torch.ones(2, 5) * (i + 1) @ weight
        noise = (torch.rand(2, 5) < 0.5).float()
        if a.sum() > 1000:
            print("large")
        b = (noise @ weight).clone()
        b.mul_(2)
        d = (torch.eye(5)[:2] @ weight) * b
        loss = (a + b + d).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            weight -= 0.001 * weight.grad
        weight.grad = None
        print(f"{loss.item():.4f}")

    # ---- infinities and what is not a number
    weight = torch.tensor([[1.0, float("inf")], [0.0, 1.0]], requires_grad=True)
    rows = [torch.tensor([[1.0, 0.0]]), torch.tensor([[2.0, 3.0]]), torch.tensor([[float("nan"), 1.0]])]
    for i in range(6):
        outputs = [row @ weight for row in rows]
        total = outputs[0].sum() + outputs[1].sum() * 0.5 + outputs[2].sum()
        total.backward()
        print(total.item(), weight.grad.tolist(), [o.tolist() for o in outputs])
        weight.grad = None


main()
