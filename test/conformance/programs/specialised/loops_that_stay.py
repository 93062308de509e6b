"""Loops whose number of turns hangs on contents of tensors, or is another one from call to call: one turn stands for all
of them in the graph. What a turn hands to the next: numbers, tensors, attributes, contents written in place; ways out by
`break` and `continue`, `else`, loops in loops, random numbers, variables that the last turn has left."""
# tier2: power 20
# tier2: newton 20
# tier2: lengths 20
# tier2: walk 20
# tier2: gcd 20
# tier2: searched 20
# tier2: grid 20
# tier2: in_place 20
# tier2: counted 20
# tier2: fibonacci 20
# form-tier2: other loops that stay are regions of the program only: there, the functions of their state are called
import torch


def power(a, x, tolerance):
    n = 0
    value = torch.tensor(0.0)
    while True:
        y = a @ x
        new = y.norm()
        x = y / new
        n += 1
        if abs(new - value) < tolerance:
            break
        value = new
    return x, new, n


def newton(x, target):
    steps = 0
    while (x * x - target).abs().max() > 1e-3:
        x = x - (x * x - target) / (2 * x)
        steps += 1
    return x, steps


class Cell:
    def __init__(self, weight):
        self.weight = weight
        self.calls = 0
        self.last = torch.zeros(3)

    def step(self, h, x):
        self.calls += 1
        self.last = torch.tanh(h @ self.weight + x)
        return self.last


def lengths(cell, xs, length):
    h = torch.zeros(3)
    for t in range(length):
        h = cell.step(h, xs[t])
    return h


def walk(x, limit):
    steps = 0
    while x.abs().sum() < limit:
        x = x + torch.randn(3) * 0.5
        steps += 1
        if steps >= 200:
            break
    else:
        x = x * 10
    return x, steps


def gcd(a, b):
    turns = 0
    while b.item() != 0:
        a, b = b * 1, a % b
        turns += 1
    return a * 1, turns


def searched(x, wanted):
    found = -1
    for k in range(1, wanted + 6, 2):
        if x[k % 8] < 0:
            continue
        if k % 8 >= wanted:
            found = k
            break
        x = x * 0.5
    else:
        k = -k
    return x, found, k


def grid(x, n):
    total = 0.0
    for i in range(n):
        while x.sum() > 4:
            x = x * 0.75
            total += 1
        x = x + i
    return x, total


def in_place(x, n):
    count = torch.zeros((), dtype=torch.int64)
    view = x[1:]
    while x.sum() < n:
        x += 0.5
        view.mul_(1.125)
        count.add_(1)
    return x.sum(), view.sum(), count


def counted(x, n):
    lowest = x
    for i in range(n):
        x = x - 0.25
        if x.min() < -1:
            lowest = x
    return lowest + 0, x, i


def fibonacci(one, two, n):
    numbers = 0
    for i in range(n, 0, -1):
        one, two = two * 1, one + two
        numbers += i
    return one, two, numbers


def main():
    torch.manual_seed(3)
    a = torch.randn(6, 6)
    a = a @ a.t()
    start = torch.randn(6)
    cell = Cell(torch.randn(3, 3) * 0.4)
    inputs = torch.randn(9, 3)
    for call in range(24):
        x, value, n = power(a, start, 0.01)
        print("power", n, f"{value.item():.2f}")
        x, n = newton(torch.full((4,), 1.0 + call % 3), torch.tensor([2.0, 3.0, 5.0, 7.0 + call]))
        print("newton", n, [f"{each:.3f}" for each in x.tolist()])
        h = lengths(cell, inputs, 2 + call * 5 % 8)
        print("lengths", [f"{each:.4f}" for each in h.tolist()], cell.calls, h is cell.last)
        x, n = walk(torch.zeros(3), 2.0 + call % 2)
        print("walk", n, f"{x.sum().item():.4f}")
        x, n = gcd(torch.tensor(48 + 36 * call), torch.tensor(18 + call % 5))
        print("gcd", x.item(), n)
        x, found, k = searched(torch.arange(8.0) - 2 + call % 3, 4 + call % 4)
        print("searched", x.tolist(), found, k)
        x, total = grid(torch.ones(3), call % 6 + 1)
        print("grid", [f"{each:.4f}" for each in x.tolist()], total)
        x = torch.zeros(4)
        sums, view, count = in_place(x, 3 + call % 7)
        print("in_place", f"{sums.item():.4f}", f"{view.item():.4f}", count.item(), x._version)
        lowest, x, i = counted(torch.tensor([1.0, 0.5]), 1 + call % 8)
        print("counted", lowest.tolist(), x.tolist(), i)
        one, two, numbers = fibonacci(torch.ones(2), torch.tensor([1.0, 2.0]), 1 + call % 9)
        print("fibonacci", one.tolist(), two.tolist(), numbers)


with torch.no_grad():
    main()
