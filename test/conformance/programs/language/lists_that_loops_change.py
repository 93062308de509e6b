"""Loops over lists that change, end, or are held by the loop alone."""
import gc
import sys
import weakref


class Item:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("end of", self.name)


def growing(items):
    seen = []
    for x in items:
        seen.append(x)
        if len(items) < 9:
            items.append(x * 2)
    return seen, items


def shrinking(items):
    seen = []
    for x in items:
        seen.append(x)
        items.remove(x)
    return seen, items


def cleared(items):
    for x in items:
        items.clear()
    else:
        items += "new"
    return items


def replaced(items):
    seen = []
    for x in items:
        items[:] = [x, x + 1, x + 2]
        seen.append(x)
    return seen


def pairs(items):
    total = 0
    for a, b in items:
        total += a * b
        if total == 2:
            items[1] = [5, 6]
        elif total == 32:
            items.append((1, 100))
    return total


def wrong_pairs(items):
    for a, b in items:
        pass


def first_even(items):
    for x in items:
        for y in x:
            if y % 2 == 0:
                break
        else:
            continue
        return y
    return None


print(growing([1, 2]), growing([]), shrinking(list(range(7))))
print(cleared([1, 2, 3]), replaced([1, 2, 3, 4]), pairs([(1, 2), (3, 4), (5, 0)]))
print(first_even([[1, 3], [], [5, 8, 10]]), first_even([[1]]))
for items in ([(1, 2), (1, 2, 3)], [(1, 2), 5], [(1, 2), "x"], [[1, 2], {3}]):
    try:
        wrong_pairs(items)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error, error.__traceback__.tb_next.tb_lineno)


# Items are held until the loop lets go of them.
def alone():
    for x in [Item("first"), Item("second"), Item("third")]:
        print("in the loop", x.name)
        if x.name == "second":
            break
    print("after the break", x.name)


def to_the_end():
    for x in [Item("one"), Item("two")]:
        x = None
    else:
        print("else")
    print("after the loop")


def raising():
    for x in [["alpha"], ["beta"]]:
        raise KeyError(x)


alone()
to_the_end()
try:
    raising()
except KeyError as error:
    print(error)
    error = None


def given(items):
    for x in items:
        del items
        items = [7, 8, 9]
        yield x


print(list(given([1, 2, 3])))


# Iterators, lists of other classes, what is no iterable, counts of references.
class Backwards(list):
    def __iter__(self):
        return reversed(list(self[:]))


class Plain(list):
    pass


def sums(items):
    total = 0
    for i, x in enumerate(items):
        total = total * 3 + x * (i + 1)
    for x in items:
        total = total * 5 + x
    return total


print(sums([1, 2, 3]), sums(Backwards([1, 2, 3])), sums(Plain([1, 2, 3])), sums((1, 2, 3)), sums({1: 0, 2: 0}))
it = iter([1, 2, 3, 4])
for x in it:
    print(x, next(it))
for x in it:
    print("never")
for nothing in (None, 5):
    try:
        for x in nothing:
            pass
    except TypeError as error:
        print(error)


def held(items):
    before = sys.getrefcount(items)
    for x in items:
        pass
    return sys.getrefcount(items) - before


print(held([1, 2, 3]))


# Loops within loops over one list, by recursion and by generators that are left.
def steps(items, depth=0):
    for x in items:
        if depth < 2 and x < 3 and len(items) < 20:
            items.append(x + 1)
            steps(items, depth + 1)
    return len(items)


print(steps([1, 2]))


def walk(items):
    for x in items:
        for y in items:
            yield x, y


some = Plain([1, 2])
walker = walk(some)
print(next(walker), next(walker))
some.append(walker)
gone = weakref.ref(some)
del some, walker, items
gc.collect()
print(gone())

table = [[i * j for j in range(4)] for i in range(3)]
for row in table:
    for i, x in enumerate(row):
        row[i] = x + 1
print(table, [x for row in table for x in row if x % 2], {x: row[x % 4] for row in table for x in row})
