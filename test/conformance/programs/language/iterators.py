# The iterator protocol and the built-ins that consume it.
class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


class OldStyle:
    def __getitem__(self, index):
        if index > 2:
            raise IndexError
        return index * 10


print(list(Countdown(4)), sum(Countdown(5)), max(Countdown(3)), 2 in Countdown(5))
print(list(OldStyle()), [*OldStyle(), *Countdown(2)])
print(list(enumerate("ab", start=1)), list(zip([1, 2, 3], "ab")), dict(zip("xy", [1, 2])))
print(list(map(lambda a, b: a + b, [1, 2], [10, 20])), list(filter(None, [0, 1, "", "a"])))
print(sorted([3, 1, 2], reverse=True), sorted("bA", key=str.lower), list(reversed([1, 2, 3])))
print(any(n > 2 for n in range(4)), all([]), min([3, 1], default=0), min([], default="none"))
it = iter([1, 2, 3])
print(next(it), list(it), next(it, "done"))
print(list(iter(lambda numbers=iter([1, 2, 0, 3]): next(numbers), 0)))
try:
    list(zip([1], [1, 2], strict=True))
except ValueError as error:
    print(error)
for bad in (lambda: iter(3), lambda: next([]), lambda: list(5), lambda: max([])):
    try:
        bad()
    except (TypeError, ValueError) as error:
        print(error)
for i in range(3):
    if i == 5:
        break
else:
    print("no break")
print(list(range(10, 0, -3)), range(5)[1:4], len(range(0, 100, 7)), 14 in range(0, 100, 7))
