# Built-in iterators and getters are copied and pickled at the place where they are.
import array
import copy
import operator
import pickle

sources = [[1, 2, 3, 4], (1, 2, 3, 4), "abcd", "añb", b"abcd", bytearray(b"abcd"), range(5), range(10 ** 20, 10 ** 20 + 4), {1: 2, 3: 4, 5: 6}, {7, 8, 9},
           array.array("i", [1, 2, 3])]


class Indexed:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * i


for source in sources:
    for taken in (0, 2, 9):
        it = iter(source)
        for _ in range(taken):
            next(it, None)
        other = copy.copy(it)
        again = pickle.loads(pickle.dumps(it))
        print(type(it).__name__, taken, list(other), list(again), list(it), list(it))
for make in (lambda: reversed([1, 2, 3]), lambda: reversed((1, 2, 3)), lambda: enumerate("abc", 5), lambda: zip("ab", [1, 2]),
             lambda: map(str, [1, 2, 3]), lambda: filter(None, [0, 1, 2]), lambda: iter(Indexed()), lambda: zip("ab", "c", strict=True)):
    it = make()
    next(it)
    made = it.__reduce__()
    print(type(it).__name__, made[0].__name__, len(made))
    try:
        print(list(copy.deepcopy(it)), list(it))
    except ValueError as error:
        print(error)
it = iter([1, 2, 3])
it.__setstate__(2)
print(list(it), iter([1]).__reduce__()[1:], iter([]).__reduce__()[1:])
for getter in (operator.itemgetter(1), operator.itemgetter(0, 2), operator.attrgetter("real.imag"), operator.methodcaller("count", "a"),
               operator.methodcaller("split", sep="b")):
    again = pickle.loads(pickle.dumps(getter))
    print(repr(again), again(3) if isinstance(getter, operator.attrgetter) else again("abc"))
try:
    operator.concat(1, [2])
except TypeError as error:
    print(error)
items = array.array("i", [1, 2])
same = items
items *= 2
print(items is same, items, pickle.loads(pickle.dumps(items)), pickle.loads(pickle.dumps(array.array("u", "añ"), 2)),
      array._array_reconstructor(array.array, "i", 9, b"\x00\x00\x00\x07"))
view = memoryview(items)
for change in (lambda: items.append(1), lambda: items.pop(), lambda: items.extend([1]), lambda: items.__setitem__(slice(0, 1), array.array("i"))):
    try:
        change()
    except BufferError as error:
        print(error)
view.release()
items.append(9)
print(items)
