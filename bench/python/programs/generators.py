"""Generators: chains, trees by `yield from`, `send`."""


class Node:
    def __init__(self, key):
        self.key, self.left, self.right = key, None, None

    def add(self, key):
        node = self
        while True:
            side = "left" if key < node.key else "right"
            following = getattr(node, side)
            if following is None:
                setattr(node, side, Node(key))
                return
            node = following

    def __iter__(self):
        if self.left is not None:
            yield from self.left
        yield self.key
        if self.right is not None:
            yield from self.right


def numbers(n):
    i = 0
    while i < n:
        yield i
        i += 1


def running():
    total = count = 0
    while True:
        total += yield total / count if count else 0.0
        count += 1


def work(rounds=6):
    result = 0
    for k in range(rounds):
        root = Node(500)
        for i in range(1500):
            root.add(i * 7919 % 1009)
        result += sum(key for key in root if key % 2)
        result += sum(x * y for x, y in zip(numbers(15000), (v + k for v in numbers(15000) if v % 3)))
        mean = running()
        next(mean)
        for i in range(8000):
            last = mean.send(i)
        result += int(last)
    return result
