# Generators: send, throw, close, return values, yield from, lazy pipelines.
def countdown(n):
    try:
        while n > 0:
            received = yield n
            if received is not None:
                n = received
            else:
                n -= 1
        return "liftoff"
    finally:
        print("closed")


g = countdown(3)
print(next(g), next(g), g.send(10), next(g))
g.close()
try:
    next(g)
except StopIteration as stop:
    print("stopped", stop.value)


def delegating():
    result = yield from countdown(2)
    print("result", result)
    yield from "xy"


print(list(delegating()))


def robust():
    while True:
        try:
            yield "ready"
        except ValueError as error:
            print("got", error)
            yield "handled"


r = robust()
print(next(r), r.throw(ValueError("bad")), next(r))


def naturals():
    n = 0
    while True:
        yield n
        n += 1


def take(n, iterable):
    for _, item in zip(range(n), iterable):
        yield item


squares = (n * n for n in naturals())
print(list(take(5, (s for s in squares if s % 2))))


class Tree:
    def __init__(self, value, *children):
        self.value, self.children = value, children

    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child


print(list(Tree(1, Tree(2, Tree(3)), Tree(4))))


def leaky():
    yield 1
    raise StopIteration("inside")


try:
    list(leaky())
except RuntimeError as error:
    print(error)
a, *rest = take(4, naturals())
print(a, rest)
