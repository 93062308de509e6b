"""Arguments, and values that pass, become objects that the loop compares them with; so do the ends of a chosen backward."""
import torch


class Store:
    pass


def count_first(cells, store):
    n = 0
    for cell in cells:
        cell.add_(1)
        if cell is store.first:
            n += 1
    return n


def until_mark(tensors, marks):
    for t in reversed(tensors):
        t.mul_(1.5)
        if t is marks[0]:
            break
    return [round(t.sum().item(), 3) for t in tensors]


class Visitor:
    def __init__(self):
        self.last, self.again = None, 0

    def visit(self, a, b):
        if a is self.last or b is self.last:
            self.again += 1
        self.last = a
        return a + b


def views_of_one(rows, store):
    total = 0
    for row in rows:
        total += 10 if row is store.row else 1
        row.add_(0.5)
    return total


def chosen(weight, wanted, x):
    loss = (weight * x).sum()
    gradient, = torch.autograd.grad(loss, [wanted], allow_unused=True)
    return None if gradient is None else gradient.tolist()


def counted(items, wanted):
    return [items.count(wanted), wanted in items, {items[0]: 1, items[1]: 2}.get(wanted)]


store, other = Store(), torch.zeros(2)
store.first = torch.zeros(2)
cells = [other, other]
for step in range(32):
    print(step, count_first(cells, store), other.tolist())
    if step == 20:
        cells[0] = store.first
    if step == 26:
        cells[1] = store.first

tensors, marks = [torch.full((2,), float(i)) for i in range(3)], [torch.zeros(2)]
for step in range(10):
    print(step, until_mark(tensors, marks))
    if step == 6:
        marks[0] = tensors[1]

visitor, a, b, c = Visitor(), torch.ones(2), torch.ones(2) * 2, torch.ones(2) * 3
for step in range(24):
    pair = (a, b) if step % 2 else (c, b)
    if step > 15:
        pair = (a, a) if step % 3 else (b, a)
    print(step, visitor.visit(*pair).tolist(), visitor.again)

base = torch.zeros(4, 2)
rows = [base[0], base[1], base[2]]
store.row = base[3]
for step in range(20):
    print(step, views_of_one(rows, store), base.sum().item())
    if step == 12:
        rows[1] = store.row
    if step == 16:
        store.row = rows[2]

weight, stranger = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
for step in range(16):
    print(step, chosen(weight, weight if step > 11 else stranger, torch.tensor([1.0, step])))

things = [torch.zeros(1), torch.zeros(1), Store(), Store()]
for step in range(20):
    wanted = things[3] if step < 14 else things[2] if step < 17 else things[3]
    print(step, counted(things[2:] if step > 10 else [things[2], things[2]], wanted))
