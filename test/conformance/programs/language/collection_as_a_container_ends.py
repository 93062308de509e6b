# The collector runs while a container ends whose items run code as they go.
import gc


class Item:
    def __init__(self, n):
        self.n = n
        self.more = [n]

    def __del__(self):
        gc.collect()
        ended.append(self.n)


ended = []
things = [[Item(0), Item(1)], Item(2)]
things.clear()
print(ended)
pair = ({"a": Item(3)}, {Item(4)}, Item(5))
del pair
print(ended)
for i in range(6, 9):
    try:
        raise ValueError(Item(i), [Item(i + 10)])
    except ValueError as error:
        kept = [error.args]
        del error
    kept = None
print(ended)


def numbers():
    held = Item(20)
    others = [Item(21)]
    yield 1
    yield len(others)


g = numbers()
next(g)
g = None
print(sorted(ended), gc.isenabled())
