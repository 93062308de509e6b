"""Numbers that count up from step to step as places: samples of a memory that fills, ranges, rows counted from the end."""
# tier2: <module>.loop.body 40
# float-tolerance: 1e-4
import torch

torch.manual_seed(0)


class Memory:
    def __init__(self, size):
        self.rows = torch.arange(3.0 * size).view(size, 3)
        self.filled = 0

    def sample(self, count):
        index = torch.randint(0, self.filled, (count,))
        low = torch.randint(self.filled // 2, self.filled + 1, (2,))
        return self.rows[index].sum(), low


def encoded(start, table):
    places = torch.arange(start, start + 4)
    angles = places.float() * 0.1
    return table[places % table.shape[0]] + torch.sin(angles)


def looked_back(rows, at):
    newest, before = rows[at - 1], rows[at - 2]
    return (newest - before).tolist()


def masked(scores, at):
    scores[at - 3] = -1.0
    scores[at - 1] += 2.0
    scores[at - 2:at] *= 0.5
    return scores.sum().item()


memory = Memory(64)
table, rows, scores = torch.randn(7), torch.randn(50, 3), torch.rand(60)
for step in range(48):
    memory.filled = step + 4
    total, low = memory.sample(5)
    values = encoded(step * 4, table)
    print(total.item(), low.tolist(), values.tolist())
    print(looked_back(rows, step % 4), masked(scores, step + 3))
