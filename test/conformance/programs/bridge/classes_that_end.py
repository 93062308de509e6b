# Classes of the program that packages were given end when neither side has them any more.
import gc
import weakref

import _kinds


def once(i):
    class Item:
        def __init__(self, number=i):
            self.number = number

        def __repr__(self):
            return f"Item({self.number})"

    class Part(Item):
        def __len__(self):
            return self.number

    class Failed(ValueError):
        pass

    class Worse(Failed):
        def __str__(self):
            return f"worse than {self.args[0]}"

    def fails():
        raise Worse(i)

    said = [_kinds.seen(Item()), _kinds.made(Part, i + 1), _kinds.seen(Part(i + 2)), _kinds.caught(fails, Failed)]
    try:
        _kinds.raises(Worse, i)
    except Failed as error:
        said.append(str(error))
    return said, [weakref.ref(each) for each in (Item, Part, Failed, Worse)]


def living(known):
    # What Python has let go of is told when control comes back.
    for _ in range(3):
        _kinds.collect()
        gc.collect()
    return [each().__name__ for each in known if each() is not None]


known = []
for i in range(20):
    said, more = once(i)
    known += more
    if i % 5 == 0:
        print(said)
print(living(known))


def held():
    class Held:
        pass

    class Raised(Exception):
        pass
    _kinds.keep(Held())
    _kinds.keep(Raised("kept"))
    return [weakref.ref(Held), weakref.ref(Raised)]


known = held()
print(living(known))
print([each().__name__ for each in known], type(known[0]()()).__name__, type(_kinds.kept[0]) is known[0]())
print(_kinds.drop())
print(living(known))


# One that Python has let go of comes again.
class Again:
    def __repr__(self):
        return "again"


for i in range(3):
    print(_kinds.seen(Again()), _kinds.made(Again), living([weakref.ref(Again)]))
