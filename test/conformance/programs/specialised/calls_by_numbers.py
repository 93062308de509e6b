"""Recursions whose depth hangs on numbers or contents: one graph for any number of calls. Numbers, tensors and tuples of them are given and answered; two functions that call each other."""
# tier2: numbers.loop.body 85% after 4
# tier2: contents.loop.body 85% after 4
# tier2: pairs.loop.body 85% after 4
# tier2: owners 85% after 4
# float-tolerance: 1e-6
import torch

torch.set_default_dtype(torch.float64)
W = torch.tensor([[0.6, 0.1], [-0.2, 0.7]])


def tree(x, d):
    if d == 0:
        return torch.tanh(x)
    return tree(x, d - 1) + tree(x * 0.5, d - 1)


def square(x, d):
    return x if d == 0 else square(x * x, d - 1)


def even(x, n):
    return x if n == 0 else odd(x * 2, n - 1)


def odd(x, n):
    return -x if n == 0 else even(x + 1, n - 1)


def power(a, n):
    if n == 0:
        return torch.eye(2)
    half = power(a, n // 2)
    result = half @ half
    if n % 2:
        return result @ a
    return result


def numbers():
    for k in range(20):
        print(tree(torch.ones(2), k % 6), square(torch.tensor(1.1), k % 4) + square(torch.tensor(0.9), 3 - k % 4))
        print(even(torch.ones(2), k % 8), odd(torch.ones(2), k % 5), power(W, k))


def factorial(n):
    if n <= 1:
        return torch.ones(())
    return n * factorial(n - 1)


def grow(h, d):
    h = torch.tanh(h @ W)
    if d >= 6 or h.sum() < 0.4:
        return h.sum()
    return h[0] + grow(h * 0.9, d + 1) + grow(h.flip(0), d + 1)


def bisect(low, high, n):
    middle = (low + high) / 2
    if n == 0:
        return middle
    if middle * middle > 2:
        return bisect(low, middle, n - 1)
    return bisect(middle, high, n - 1)


def contents():
    for k in range(20):
        print(factorial(torch.tensor(float(k % 7))), grow(torch.tensor([k / 7, 1.0]), 0))
        print(bisect(torch.zeros(()), torch.tensor(2.0), 3 + k))


class Cell:
    scale = 0.5

    def run(self, state, n, sign=1.0):
        h, c = state
        if n < 0:
            return h * sign, c, n
        h, c, left = self.run((torch.sin(c) * self.scale, h + c), n - 2, -sign)
        return h + c, c * sign, left + 1


def pairs():
    cell = Cell()

    def leaves(x, n):
        return (x, 1) if n < 2 else tuple(map(sum, zip(leaves(x, n - 1), leaves(x * 2, n - 2))))

    def chain(x, d):
        if d == 0:
            return x
        return torch.tanh(chain(x, d - 1) * 0.9)

    for k in range(16):
        print(cell.run((torch.ones(2), torch.zeros(2)), k % 5), chain(torch.ones(2), 20 * k))


def halved(x, n):
    if n <= 1:
        return x
    return halved(x / 2, n // 2)


def owners(x, n):
    """Its answer lives on: it is what it was given, or a new tensor."""
    return halved(x, n)


numbers()
contents()
pairs()
given = torch.ones(3)
for k in range(20):
    kept = owners(given, k % 5)
    kept += 1
    print(k, kept is given, kept._version, given)
for each in (fall for fall in (5000.0, 3.0)):
    try:
        print(factorial(torch.tensor(each)))
    except RecursionError:
        print("too deep")
