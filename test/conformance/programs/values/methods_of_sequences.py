# __add__, __mul__ and their like of built-in sequences, called as methods, refuse what they cannot take.
import array, collections
for v in ([1], (1,), "a", b"a", bytearray(b"a"), array.array("b", [1]), collections.deque([1])):
    for name, arg in (("__mul__", "bad"), ("__rmul__", "bad"), ("__imul__", "bad"), ("__add__", 1), ("__mul__", 2), ("__mul__", 1.5)):
        if hasattr(v, name):
            try: print(type(v).__name__, name, getattr(v, name)(arg))
            except TypeError as e: print(type(v).__name__, name, e)


class Listed(list):
    def __add__(self, other):
        return Listed(super().__add__(other))


class Other:
    def __radd__(self, other):
        return "radd"

    def __rmul__(self, other):
        return "rmul"


print([1] + Other(), [1] * Other(), Listed([1]) + [2], "a" * Other(), collections.deque([1]) * 2)
try:
    Listed([1]) + Other()
except TypeError as error:
    print(error)
items = same = collections.deque([1, 2], 3)
items *= 2
print(items is same, items)
