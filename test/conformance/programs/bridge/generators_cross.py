import _toolbox


def squares(n):
    for i in range(n):
        print("make", i)
        yield i * i
    print("end")


print(_toolbox.consume(squares(10), 3))
print(_toolbox.consume(squares(2), 5))
print(_toolbox.consume((x * 3 for x in range(100)), 4))
g = _toolbox.counter(4)
print(next(g), g.send(10), next(g))
print(list(g), list(g))


def delegate():
    result = yield from _toolbox.counter(2)
    print("result", result)
    yield "last"


print(list(delegate()))
print([x for x in _toolbox.counter(3)], dict(zip("abc", _toolbox.counter(3))), list(enumerate(_toolbox.counter(2), 5)))
a, *rest = _toolbox.counter(4)
print(a, rest, max(_toolbox.counter(5)), sum(_toolbox.counter(5)), sorted(_toolbox.counter(3), reverse=True))
g = squares(5)
print(_toolbox.consume(g, 2), next(g), _toolbox.call(next, g))


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


print(_toolbox.consume(Countdown(5), 99), _toolbox.call(list, Countdown(3)), _toolbox.call(sum, Countdown(4)))
c = _toolbox.counter(3)
next(c)
try:
    c.throw(KeyError("thrown"))
except KeyError as error:
    print("thrown", error)
c = _toolbox.counter(3)
next(c)
c.close()
print(list(c))


def failing():
    yield 1
    raise ValueError("inside")


try:
    _toolbox.consume(failing(), 5)
except ValueError as error:
    print(error)
print(_toolbox.call(lambda it: [it.send(None), it.send(None)], squares(3)))
