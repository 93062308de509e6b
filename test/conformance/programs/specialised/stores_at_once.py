"""Tensors that are stored in others before they are written: each store has what was there before all of them."""
# tier2: main.loop.body 9
# float-tolerance: 1e-4
import torch
import torch.optim as optim

torch.manual_seed(0)
rows = torch.randn(8, 4)


def kept_before_an_update(weight, before, optimizer):
    loss = (rows @ weight).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    with torch.no_grad():
        before.copy_(weight)
    optimizer.step()
    return loss.item()


def kept_before_a_write(y, x):
    total = y.sum()
    x.copy_(y)
    y.add_(total)
    return total.item()


def part_kept(whole, kept):
    total = whole.sum()
    part = whole[1:3]
    kept.copy_(part)
    whole.mul_(0.9)
    return total.item()


def kept_on_sides(p, q, r, way):
    total = p.sum() + q.sum() + r.sum()
    if total > way:
        q.copy_(p)
        p.add_(0.25)
    else:
        p.copy_(r)
        r.sub_(0.125)
    return total.item()


def kept_turned(p, q):
    double = p * 2
    q.copy_(p.view(2, 2).t())
    p.copy_(double)
    return double.sum().item()


def kept_of_a_loop(start, kept, most):
    value = start
    while value.sum() < most:
        value = value * 1.5
    total = start.sum()
    kept.copy_(value)  # without a turn, that is `start`
    start.mul_(0.5)
    return total.item()


def exchanged(a, b):
    other = a.clone()
    a.copy_(b)
    b.copy_(other)
    return (a - b).sum().item()


def rows_exchanged(matrix, row):
    first = matrix[0].clone()
    matrix[0] = matrix[1]
    matrix[1] = row
    row.copy_(first)
    return matrix.sum().item()


def main():
    weight = torch.randn(4, 4, requires_grad=True)
    optimizer = optim.SGD([weight], lr=0.1)
    before = torch.zeros(4, 4)
    y, x = torch.rand(3), torch.zeros(3)
    whole, kept = torch.randn(4), torch.zeros(2)
    p, q, r = torch.randn(4), torch.randn(4), torch.randn(4)
    square, turned = torch.randn(4), torch.zeros(2, 2)
    a, b, matrix, row = torch.randn(3), torch.randn(3), torch.randn(2, 3), torch.randn(3)
    end = torch.zeros(4)
    for i in range(12):
        loss = kept_before_an_update(weight, before, optimizer)
        print(f"{loss:.4f} {(weight.detach() - before).abs().sum().item():.4f}")
        print(f"{kept_before_a_write(y, x):.4f}", y.tolist(), x.tolist())
        y.mul_(0.25)
        print(f"{part_kept(whole, kept):.4f}", kept.tolist())
        print(f"{kept_on_sides(p, q, r, float(i % 3 - 1)):.4f}", p.tolist(), q.tolist(), r.tolist())
        print(f"{kept_turned(square, turned):.4f}", turned.tolist())
        square.mul_(0.5)
        start = torch.rand(4) * (i % 4 + 0.5)
        print(f"{kept_of_a_loop(start, end, 3.0):.4f}", start.tolist(), end.tolist())
        print(f"{exchanged(a, b):.4f}", a.tolist(), b.tolist())
        print(f"{rows_exchanged(matrix, row):.4f}", matrix.tolist(), row.tolist())


main()
