# List, set, dict and generator comprehensions, their scopes and order of evaluation.
x = "outer"
print([x * x for x in range(5)], x)
print([(a, b) for a in range(3) for b in range(a) if (a + b) % 2])
print({k: v for k, v in zip("abc", range(3))}, sorted({n % 3 for n in range(10)}))
print(sum(n for n in range(10) if n % 2), list(n for n in "ab"))
matrix = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in matrix] for i in range(3)])


def trace(label, value):
    print(label, end=" ")
    return value


result = [trace("body", n) for n in trace("outer", range(2)) for _ in trace("inner", range(2))]
print(result)
print([y := 5, y * 2], y, [last := n for n in range(4)], last)


class Holder:
    items = [1, 2, 3]
    doubled = [item * 2 for item in items]


print(Holder.doubled)
functions = [lambda: n for n in range(3)]
print([f() for f in functions])
