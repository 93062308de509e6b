# Threads of a package that call back into compiled code, and hand over what it made.

import threading

import numpy as np
import torch

import _frames

print(_frames.in_thread(lambda: "answer"), _frames.in_thread(lambda a, b: a + b, 1, 2))
try:
    _frames.in_thread(lambda: {}["missing"])
except KeyError as error:
    print("missing", error)
try:
    _frames.in_thread(_frames.Table().pipe, lambda t: t.nothing)
except AttributeError as error:
    print(error)
total = []


def work(item):
    total.append(item)
    return sum(i * item for i in range(50))


print(_frames.pool(work, list(range(12))), sorted(total))
weights = torch.arange(4.0)


def scaled(i):
    return weights * i


results = _frames.pool(scaled, [1, 2, 3])
print(results, [type(r) is torch.Tensor for r in results])
print(_frames.pool(lambda i: np.full(2, i), [1, 2]), _frames.pool(lambda i: _frames.Column("c", [i]), [5, 6]))
nested = _frames.in_thread(lambda: _frames.in_thread(lambda: _frames.in_thread(lambda: "three deep")))
print(nested)
x = torch.ones(2, requires_grad=True)


def loss(i):
    return (x * i).sum()


for part in _frames.pool(loss, [1, 2, 3]):
    part.backward()
print(x.grad)
state = {"count": 0}
lock = threading.Lock()


def locked(i):
    with lock:
        state["count"] += i
    return threading.current_thread() is threading.main_thread()


_frames.pool(locked, list(range(10)), workers=2)
print(state)


def numbers(n):
    for i in range(n):
        yield i * i


print(_frames.in_thread(_frames.drain, numbers(5)), _frames.in_thread(lambda: list(numbers(3))))
generator = numbers(6)
print([_frames.in_thread(next, generator) for _ in range(3)], next(generator))
with torch.no_grad():
    print(_frames.in_thread(lambda: torch.ones(1)))
print(_frames.pool(lambda t: t.sum().item(), [torch.ones(i) for i in range(1, 4)]))
