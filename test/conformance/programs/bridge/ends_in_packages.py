# Objects of the program that a package was the last to hold end when it lets them go, not when it has given control back.
import weakref

import _shelves


class Thing:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("end of", self.name)


class Asking(Thing):
    def __del__(self):
        print("end of", self.name, len(_shelves.kept))


class Plain:
    pass


def numbers(n):
    try:
        for i in range(n):
            yield i
    finally:
        print("no more numbers")


_shelves.keep(Thing("a"), Thing("b"))
_shelves.drop("dropped")
_shelves.keep(Thing("c"), Asking("d"), Thing("e"))
_shelves.drop_one_by_one()
_shelves.keep(Thing("f"))
_shelves.replace(Asking("g"))
held = Thing("h")
_shelves.keep(held)
_shelves.drop("both are let go")
print("held", held.name)
_shelves.keep(held)
held = None
_shelves.drop("only the package held it")

plain = Plain()
watched = weakref.ref(plain, lambda _: print("plain is gone"))
_shelves.keep(plain)
plain = None
print(watched() is None)
_shelves.drop("and now")
print(watched() is None)

generator = numbers(3)
print(next(generator))
_shelves.keep(generator)
del generator
_shelves.drop("generator dropped")

_shelves.keep(Thing("i"))
_shelves.fail()
_shelves.keep(Thing("k"), Thing("j"))
_shelves.sort(lambda thing: thing.name)
for i in range(3):
    _shelves.keep(Thing(i))
_shelves.drop_one_by_one()
print("done")
