# Iterators and generators that are begun on one side and go on at the other.

import itertools

import numpy as np

import _frames


def count(log):
    try:
        n = 0
        while True:
            got = yield n
            n = n + 1 if got is None else got
    except KeyError as error:
        log.append(f"caught {error}")
        yield "from the handler"
    finally:
        log.append("over")


log = []
numbers = count(log)
print(next(numbers), _frames.take(numbers, 3), next(numbers), log)
del numbers
print(log)
print(_frames.send_all(count(log), [10, None, 20]), log)
print(_frames.throw_into(count(log), KeyError("k")), log)
try:
    _frames.throw_into(count(log), ValueError("v"))
except ValueError as error:
    print(error, log)
table = _frames.Table(a=np.arange(4), b=np.arange(4) * 0.5)
rows = table.rows()
print(next(rows), [int(row["a"]) for row in rows], list(rows))
for row, extra in zip(table.rows(), itertools.count(5)):
    print(int(row["a"]) + extra, end=" ")
print()
print([(name, column.values.tolist()) for name, column in table.columns.items()], list(table))
a, b = table
print(a, b, [*table.a], sum(table.a), max(table.b), 3 in table.a, list(reversed(table.a)), table.a.index(2), table.a.count(1))
print(_frames.drain(x * x for x in table.a), _frames.drain(map(lambda r: float(r["b"]), table.rows())))
print(_frames.take(itertools.cycle(table.b), 6), list(itertools.islice(_frames.merge([1, 5], [2, 6]), 3)))


def outer():
    yield "first"
    result = yield from table.rows()
    yield result


print(sum(1 for _ in outer()), list(outer())[-1])
for x in np.nditer(np.arange(3)):
    print(int(x), end=" ")
for i, x in np.ndenumerate(np.eye(2)):
    print(i, x, end=" ")
print()


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


countdown = Countdown(6)
print(_frames.take(countdown, 2), next(countdown), _frames.drain(countdown), _frames.drain(Countdown(2)))
print(np.fromiter((i * 2 for i in range(4)), dtype=np.int64), np.array(list(Countdown(3))))
pairs = iter([("a", 1), ("b", 2)])
print(dict(pairs), _frames.drain(pairs), list(_frames.Store(x=1).items()), dict(_frames.Store(y=2)), {**_frames.Store(z=3)})
