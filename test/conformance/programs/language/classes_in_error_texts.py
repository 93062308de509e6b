"""Error texts that name a class: by its qualified name for properties, by its own name elsewhere; half-defined slots."""


def attempt(run, *args):
    try:
        print(run(*args))
    except Exception as error:
        print(type(error).__name__, error, error.args)


def delete(o, key):
    del o[key]


def store(o, key):
    o[key] = 1


def outer():
    class Box:
        __slots__ = ("slot",)

        @property
        def x(self):
            return 1

        y = property(None, lambda self, v: None)
        z = property()

        def method(self, a):
            pass

    class Plain:
        def __getitem__(self, key):
            raise IndexError

        def __index__(self):
            return 0

    class Stores:
        def __setitem__(self, key, value):
            pass

    class Deletes:
        def __delitem__(self, key):
            pass

    class Set:
        def __get__(self, o, owner):
            return 1

        def __set__(self, o, value):
            pass

    class Delete:
        def __get__(self, o, owner):
            return 1

        def __delete__(self, o):
            pass

    class Uses:
        a = Set()
        b = Delete()

    class Meta(type):
        @property
        def p(cls):
            return 1

    class OfMeta(metaclass=Meta):
        pass

    return Box, Plain, Stores, Deletes, Uses, OfMeta


Box, Plain, Stores, Deletes, Uses, OfMeta = outer()
box, plain, uses = Box(), Plain(), Uses()
for name in ("x", "y", "z", "slot", "none"):
    attempt(getattr, box, name)
    attempt(delattr, box, name)
    if name != "slot":
        attempt(setattr, box, name, 1)
attempt(box.method)
attempt(box.method, 1, 2)
attempt(Box, 1)
attempt(Box.slot.__get__, plain)
for o in (box, plain, Stores(), Deletes(), (), "a", b"a", 3, range(3), {1}, frozenset(), {}.keys(), {}.items(), None, int, 1.5, len,
          Exception(), object()):
    for key in (0, True, plain, "a", slice(0, 1)):
        attempt(delete, o, key)
    attempt(store, o, 0)
for sequence in (plain, Stores(), 3, {1}):
    attempt(lambda: list(reversed(sequence)))
attempt(delattr, uses, "a")
attempt(setattr, uses, "b", 1)
attempt(setattr, OfMeta, "p", 1)
attempt(delattr, OfMeta, "p")
late = property(lambda self: 1)
Plain.late = late
attempt(setattr, plain, "late", 1)
attempt(delattr, plain, "late")
attempt(late.__set__, 3, 1)
attempt(late.__delete__, uses)
attempt(property().__get__, uses)
