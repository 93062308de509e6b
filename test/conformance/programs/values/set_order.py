# The order of sets of numbers and tuples of numbers is CPython's.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


def made(*items):
    s = set()
    for item in items:
        s.add(item)
    return s

show(
    lambda: (made(3, 1, 10, 2), made(100, 5, 37, 8, 99, 1000), made(*range(20, 0, -3)), made(8, 16, 24, 32, 0)),
    lambda: (set([5, 100, 37, 8, 99, 1000]), set(range(30)), set(range(1000, 0, -77)), set([2 ** 40, 2 ** 41, 5, 2 ** 61])),
    lambda: (set([-1, -2, -3, 0, 7]), set([1.5, 2.5, 0.1, 1e10]), set([(1, 2), (3, 4), (0, 0), (9, 9)])),
    lambda: (frozenset([9, 33, 1, 17]), frozenset(range(10)), frozenset([True, 5, 2.5])),
    lambda: (made(9, 33, 1, 17) | {2, 40}, made(9, 33, 1, 17) & made(1, 33, 5), made(9, 33, 1, 17) - {33}, made(9, 33, 1, 17) ^ made(33, 50, 2)),
    lambda: (set(range(100)) - set(range(3, 95)), set(range(50)) & set(range(0, 200, 7)), set([64, 128, 0, 32]) | set([96, 160])),
    lambda: (set(range(10)).union([30, 20], {40}), set(range(10)).difference([3, 4], [5]), set(range(10)).intersection([9, 3, 1], {3, 9}), set([5, 77]).symmetric_difference([77, 3])),
    lambda: ([made(5, 13, 21, 29).pop() for _ in range(1)], list(made(70, 6, 38)), sorted(made(3, 2, 1))),
    lambda: ({x * 37 % 101 for x in range(25)}, {x % 8 * 8 for x in range(20)}),
)
s = set(range(40))
for i in range(0, 40, 3):
    s.discard(i)
s.update([100, 200, 300])
print(s, len(s))
out = []
while s:
    out.append(s.pop())
print(out)
t = set(range(200))
t -= set(range(10, 190))
print(t)
t |= {500, 501}
t ^= {1, 2, 3, 900}
t &= set(range(0, 1000, 2))
print(t)
u = t.copy()
u.clear()
u.update(range(5), [7.5, 2])
print(u, t)
d = {7: 1, 15: 2, 23: 3, 31: 4}
print(set(d), set(d.keys()) | {39}, d.keys() & made(7, 23, 5), d.keys() - [7], d.keys() ^ {15, 47})
