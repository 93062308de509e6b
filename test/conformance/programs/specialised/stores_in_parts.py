"""Parts of tensors that are written in each step, at places that move: memories, rows that change places, tables of turns."""
# tier2: Memory.push 60
# tier2: Memory.latest 60
# tier2: shifted 60
# tier2: of_blocks 60
# tier2: <module>.loop.body 24
# float-tolerance: 1e-4
import torch

torch.manual_seed(0)


class Memory:
    """A ring of rows, with what was seen last in front of each sample."""

    def __init__(self, size, width):
        self.rows = torch.zeros(size, width)
        self.rewards = torch.zeros(size, dtype=torch.float64)
        self.columns = torch.zeros(width, size)
        self.size = size
        self.at = 0

    def push(self, row, reward):
        self.rows[self.at] = row
        self.rewards[self.at] = reward
        self.columns[:, self.at] = row * 2
        self.at = (self.at + 1) % self.size

    def latest(self):
        return self.rows[self.at - 1]


def shifted(window, row):
    window[:-1] = window[1:].clone()
    window[-1] = row
    window[0], window[1] = window[1].clone(), window[0].clone()


def of_blocks(blocks, start, row):
    blocks[start:start + 2] = row
    blocks[start, 1:3] += 1.0
    blocks[start + 1].mul_(0.5)


def table(costs, most):
    """A table filled row by row, of which each row needs the one before; as many as contents say."""
    best = torch.zeros(costs.shape)
    best[0] = costs[0]
    i = 1
    total = best[0].sum()
    while i < costs.shape[0] and total < most:
        best[i] = torch.minimum(best[i - 1], best[i - 1].flip(0)) + costs[i]
        total = total + best[i].sum()
        i += 1
    return best, i


def swept(x, most):
    """Two tensors whose parts take each other's place, turn by turn."""
    y = x * 2
    x = x + 0.0
    n = 0
    while (x[0] + y[0]).sum() < most:
        k = n % 2
        old = x[k].clone()
        x[k] = y[1 - k] + 1
        y[k] = old
        y[1 - k, 0] = x[k, 1]
        n += 1
    return x, y, n


def main():
    memory = Memory(7, 3)
    window, blocks = torch.randn(4, 3), torch.zeros(9, 4)
    matrix = torch.zeros(4, 4)
    for step in range(72):
        row = torch.randn(3)
        memory.push(row, row.sum())
        shifted(window, row)
        of_blocks(blocks, step % 8, torch.arange(4.0) + step)
        matrix.diagonal()[step % 4] = 1.0 + step
        matrix.diagonal(1).copy_(row)
        print(memory.at, memory.latest().tolist(), memory.columns.sum().item(), memory.rewards.sum().item())
        print(window.tolist(), blocks.sum(0).tolist(), matrix.trace().item(), matrix.sum().item())


main()
for trial in range(30):
    costs = torch.rand(6, 3)
    filled, rows = table(costs, 3.0 + trial % 5)
    print(filled.tolist(), rows, costs.sum().item())
    left, right, turns = swept(torch.rand(2, 3), 4.0 + trial)
    print(left.tolist(), right.tolist(), turns)
