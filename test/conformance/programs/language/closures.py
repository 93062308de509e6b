# Cells are shared, late-bound, and rebound by nonlocal.
def counter(start):
    value = start

    def increment(by=1):
        nonlocal value
        value += by
        return value

    def read():
        return value

    return increment, read


increment, read = counter(10)
increment()
increment(5)
print(read())

late = [lambda: i for i in range(3)]
early = [lambda i=i: i for i in range(3)]
print([f() for f in late], [f() for f in early])


def adders(n):
    return {k: (lambda x, k=k: x + k + n) for k in range(3)}


print([f(1) for f in adders(100).values()])


def unbound():
    def use():
        return later
    try:
        use()
    except NameError as error:
        print(type(error).__name__, error)
    later = 3
    return use()


print(unbound())


def local_before():
    try:
        print(x)
    except UnboundLocalError as error:
        print(error)
    x = 1
    del x
    try:
        return x
    except UnboundLocalError as error:
        return str(error)


print(local_before())


def compose(*functions):
    def composed(x):
        for function in reversed(functions):
            x = function(x)
        return x
    return composed


print(compose(lambda x: x + 1, lambda x: x * 2)(5))
