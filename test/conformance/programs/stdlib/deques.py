# collections.deque.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


from collections import deque

d = deque([1, 2, 3, 4], maxlen=5)

show(
    lambda: (d, deque(), deque("abc"), deque([1, 2, 3], 2), deque([], 0), len(d), d[0], d[-1], d[2], 3 in d, 9 in d, list(d), list(reversed(d)), d.maxlen, deque().maxlen, bool(deque()), d.count(2), d.index(3), d.copy(), d.copy().maxlen),
    lambda: (d == deque([1, 2, 3, 4]), d != deque(), d < deque([2]), d == [1, 2, 3, 4], deque([1]) + deque([2]), deque([1, 2]) * 2, 3 * deque("a"), deque([1, 2], 3) * 2, repr(deque([1, "a"], maxlen=3)), sorted(deque([3, 1])), type(iter(d)).__name__),
    lambda: d[9],
    lambda: d["a"],
    lambda: deque().pop(),
    lambda: deque().popleft(),
    lambda: deque([1]).remove(2),
    lambda: deque([1]).index(5),
    lambda: deque(5),
    lambda: deque([], -1),
    lambda: deque([], "a"),
    lambda: deque([1]) + [1],
    lambda: hash(deque()),
    lambda: deque([1], 1).insert(0, 5),
    lambda: d < 5,
    lambda: d.foo,
)
e = deque(maxlen=3)
for i in range(6):
    e.append(i)
    e.appendleft(-i)
print(e)
f = deque(range(10))
f.rotate(3)
print(f)
f.rotate(-5)
print(f)
f.extend("ab")
f.extendleft("cd")
f.insert(2, "ins")
f.insert(-1, "end")
f.remove("a")
del f[0]
f[1] = "one"
f.reverse()
print(f, f.pop(), f.popleft(), len(f))
f += [1, 2]
print(f)
f.extend(f)
print(len(f))
f.clear()
print(f, f.copy())
for i in range(100):
    f.append(i)
    if i % 3 == 0:
        f.popleft()
print(len(f), f[0], f[-1], sum(f))
try:
    for x in f:
        f.append(x)
except RuntimeError as error:
    print(error)
loop = deque([1])
loop.append(loop)
print(loop)


class Queue(deque):
    def push(self, x):
        self.append(x)


q = Queue([1])
q.push(2)
print(q, q.copy(), type(q.copy()).__name__, q == deque([1, 2]))
