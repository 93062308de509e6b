# Recursion of several shapes, and its limit as an exception.
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))


def permutations(items):
    if not items:
        return [[]]
    return [[head] + tail for i, head in enumerate(items)
            for tail in permutations(items[:i] + items[i + 1:])]


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def hanoi(n, a="A", b="B", c="C"):
    return [] if n == 0 else hanoi(n - 1, a, c, b) + [a + c] + hanoi(n - 1, b, a, c)


def endless(n):
    return endless(n + 1) + 1


print(fib(20), ackermann(2, 3), is_even(100), len(hanoi(6)), hanoi(2))
print(permutations([1, 2, 3]))
try:
    endless(0)
except RecursionError as error:
    print(type(error).__name__, str(error)[:32])
depth = (lambda f: f(f, 0))(lambda f, n: n if n == 500 else f(f, n + 1))
print(depth)
