"""Callbacks that a library of Python calls in the order that it wants."""
import bisect
import functools
import heapq
import itertools
import operator

import numpy as np
import pprint
from sched import scheduler
from concurrent.futures import ThreadPoolExecutor


class Card:
    def __init__(self, rank, suit):
        self.rank, self.suit = rank, suit

    def __lt__(self, other):
        return (self.rank, self.suit) < (other.rank, other.suit)

    def __eq__(self, other):
        return isinstance(other, Card) and (self.rank, self.suit) == (other.rank, other.suit)

    def __hash__(self):
        return hash((self.rank, self.suit))

    def __repr__(self):
        return f"{self.rank}{self.suit}"


cards = [Card(r, s) for r, s in [(3, "c"), (1, "d"), (2, "a"), (1, "b")]]
array = np.empty(4, dtype=object)
array[:] = cards
print(np.sort(array), np.argsort(array), len(array))
print(np.array(cards, dtype=object)[0] is cards[0], set(array) == set(cards))

seen = []


def key(card):
    seen.append(card.rank)
    return -card.rank


sort = np.frompyfunc(key, 1, 1)
print(sort(array), seen)
print(np.vectorize(lambda c, n: c.rank * n, otypes=[int])(array, 10))

now = [0]
order = []
s = scheduler(lambda: now[0], lambda delay: now.__setitem__(0, now[0] + delay))
for delay, name in [(5, "late"), (1, "soon"), (3, "between")]:
    s.enter(delay, 1, lambda name=name: order.append((now[0], name)))
s.run()
print(order)
print(np.apply_along_axis(lambda row: row[::-1], 1, np.arange(6).reshape(2, 3)).tolist())
print(np.fromiter((c.rank for c in cards), dtype=int).tolist(), np.piecewise(np.array([-1.0, 2.0]), [True, False], [lambda x: x * x, 0]).tolist())


def failing(card):
    if card.rank == 2:
        raise LookupError(card)
    return card.rank


try:
    np.frompyfunc(failing, 1, 1)(array)
except LookupError as error:
    print("lookup", error, error.args[0] is cards[2])
with ThreadPoolExecutor(1) as pool:
    print(list(pool.map(key, cards)))
