"""TreeLSTM over random binary trees with a label at every node (recursion, tuples, objects)."""
# tier2: TreeLSTM.forward.part#1 90% after 4
import random
import torch
import torch.nn as nn
import torch.nn.functional as F

WORDS = [("w%d" % i, (-1 if i < 10 else 1 if i < 20 else 0)) for i in range(30)]


class Tree:
    def __init__(self, word=None, left=None, right=None, score=0):
        self.word = word
        self.left = left
        self.right = right
        self.score = score

    @property
    def label(self):
        return 0 if self.score < 0 else 1 if self.score == 0 else 2

    def is_leaf(self):
        return self.word is not None

    def __len__(self):
        return 1 if self.is_leaf() else len(self.left) + len(self.right)


def random_tree(rng, leaves):
    if leaves == 1:
        k = rng.randrange(len(WORDS))
        return Tree(word=k, score=WORDS[k][1])
    n = rng.randint(1, leaves - 1)
    left, right = random_tree(rng, n), random_tree(rng, leaves - n)
    return Tree(left=left, right=right, score=max(-2, min(2, left.score + right.score)))


class TreeLSTM(nn.Module):
    def __init__(self, vocabulary, hidden, classes):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, hidden)
        self.leaf = nn.Linear(hidden, 2 * hidden)
        self.node = nn.Linear(2 * hidden, 5 * hidden)
        self.out = nn.Linear(hidden, classes)
        self.visited = 0

    def forward(self, tree, losses):
        self.visited += 1
        if tree.is_leaf():
            x = self.embedding(torch.tensor([tree.word]))
            o, c = self.leaf(x).chunk(2, dim=1)
            h, c = torch.sigmoid(o) * torch.tanh(c), c
        else:
            hl, cl = self(tree.left, losses)
            hr, cr = self(tree.right, losses)
            i, fl, fr, o, u = self.node(torch.cat([hl, hr], dim=1)).chunk(5, dim=1)
            c = torch.sigmoid(i) * torch.tanh(u) + torch.sigmoid(fl) * cl + torch.sigmoid(fr) * cr
            h = torch.sigmoid(o) * torch.tanh(c)
        losses.append(F.cross_entropy(self.out(h), torch.tensor([tree.label])))
        return h, c


def main():
    torch.manual_seed(1)
    rng = random.Random(3)
    trees = [random_tree(rng, rng.randint(3, 9)) for _ in range(40)]
    model = TreeLSTM(len(WORDS), 24, 3)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(3):
        rng.shuffle(trees)
        total, count = 0.0, 0
        for start in range(0, len(trees), 8):
            optimizer.zero_grad()
            losses = []
            for tree in trees[start:start + 8]:
                model(tree, losses)
            loss = torch.stack(losses).mean()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            total += loss.item() * len(losses)
            count += len(losses)
        print(f"epoch {epoch}: {total / count:.4f} over {count} nodes")
    with torch.no_grad():
        right = 0
        for tree in trees:
            h, _ = model(tree, [])
            right += int(model.out(h).argmax().item() == tree.label)
    print("right", right, "of", len(trees), "visited", model.visited, max(map(len, trees)))


main()
