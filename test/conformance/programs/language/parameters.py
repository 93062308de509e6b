# Every kind of parameter, defaults evaluated once, and the errors of calls that do not fit.
def positional_only(a, b=2, /, c=3):
    return a, b, c


def everything(a, b=1, *rest, key, other="o", **named):
    return a, b, rest, key, other, sorted(named.items())


def shared(item, into=[]):
    into.append(item)
    return into


print(positional_only(1), positional_only(1, 5, c=6))
print(everything(1, key=2))
print(everything(1, 2, 3, 4, key=5, other=6, extra=7))
print(everything(*[1, 2], *(3,), **{"key": 4}, **{"z": 1}))
print(shared(1), shared(2), shared(3, []))

for call in (lambda: positional_only(),
             lambda: positional_only(a=1),
             lambda: positional_only(1, 2, 3, 4),
             lambda: everything(1),
             lambda: everything(1, key=1, a=2),
             lambda: shared(1, thing=2),
             lambda: shared(1, 2, 3, 4)):
    try:
        call()
    except TypeError as error:
        print("TypeError:", error)
