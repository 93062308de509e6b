# Sorting by callbacks on both sides: keys, comparisons, stability, exceptions within.

import functools
import heapq

import numpy as np

import _frames


class Card:
    def __init__(self, rank, suit):
        self.rank, self.suit = rank, suit

    def __lt__(self, other):
        return self.rank < other.rank

    def __eq__(self, other):
        return isinstance(other, Card) and (self.rank, self.suit) == (other.rank, other.suit)

    def __hash__(self):
        return hash((self.rank, self.suit))

    def __repr__(self):
        return f"{self.rank}{self.suit}"


cards = [Card(r, s) for r, s in zip([5, 2, 5, 1, 2], "abcde")]
print(list(_frames.merge(sorted(cards[:3]), sorted(cards[3:]))), sorted(cards))
print(list(_frames.merge([1, 4, 9], [2, 3, 10], key=lambda x: x % 10)), max(cards).suit)
table = _frames.Table(n=[3, 1, 2, 1], s=["c", "a", "b", "z"])
for key in (lambda row: row["n"], lambda row: (row["n"], row["s"]), lambda row: -row["n"], lambda row: str(row["s"])):
    print(table.sort(key).s, table.sort(key, reverse=True).n)
print(sorted(table.n.values, key=lambda v: -v), sorted(table.s.values.tolist(), reverse=True), sorted(table))
compare = functools.cmp_to_key(lambda a, b: int(b) - int(a))
print(sorted(np.array([3, 1, 2]), key=compare), [int(v) for v in heapq.nsmallest(2, np.array([3, 1, 2]))])
seen = []


def failing(row):
    seen.append(int(row["n"]))
    if len(seen) == 3:
        raise ValueError(f"at {row['s']}")
    return row["n"]


try:
    table.sort(failing)
except ValueError as error:
    print(error, seen)
for i in range(3):
    order = sorted(range(4), key=lambda j: (j * (i + 2)) % 5)
    print(table[order].n, table[np.array(order)].s)
print(table.n.apply(lambda v: v * 2), table.n.map_items(lambda i, v: i + int(v)))
print({card: i for i, card in enumerate(cards)}[Card(1, "d")], _frames.drain(reversed(cards)), Card(2, "b") in cards)
