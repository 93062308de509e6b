"""Attributes that lie beside the instance: what moves, hides, replaces or outlives them."""
import copy
import gc
import pickle
import weakref


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def total(self):
        return self.x + self.y


def read(o):
    return o.x


def write(o, value):
    o.x = value


# Sites that know the place, and instances that have it, at last one that has not.
points = [Point(i, 2 * i) for i in range(50)]
print(sum(read(p) for p in points), sum(p.total() for p in points))
for p in points:
    write(p, p.x + 1)
print(sum(map(read, points)), vars(points[3]), list(vars(points[-1])))


# Names that come in another order, go and come again.
def other_order(i):
    p = Point.__new__(Point)
    p.y = i
    p.x = -i
    return p


mixed = [Point(i, i) if i % 3 else other_order(i) for i in range(30)]
print([read(p) for p in mixed], list(vars(mixed[0])), list(vars(mixed[1])))
for i, p in enumerate(mixed):
    if i % 4 == 0:
        del p.x
        try:
            read(p)
        except AttributeError as error:
            print(i, error)
        write(p, "again")
print([read(p) for p in mixed], list(vars(mixed[4])))


# More attributes than any before, one at a time and at the end.
class Growing:
    pass


grown = []
for count in range(1, 16):
    g = Growing()
    for k in range(count):
        setattr(g, f"a{k}", count * k)
    grown.append(g)
print([(g.a0, len(vars(g)), getattr(g, "a7", None)) for g in grown])
for g in grown:
    g.last = len(vars(g))
    for k in range(12):
        setattr(g, f"b{k}", k)
print([(g.a0, g.last, g.b11, len(vars(g))) for g in grown])


# The dict outlives its instance, or is held by it and others.
def dict_of(x):
    p = Point(x, x)
    read(p)
    return p.__dict__


held = [dict_of(i) for i in range(5)]
[Point(9, 9) for _ in range(20)]
print(held)
held[0]["z"] = 1
held[1].clear()
print(held)


# Another dict, a dict of another class, none at all.
class Loud(dict):
    def __getitem__(self, key):
        return "never asked"


p = Point(1, 2)
old = p.__dict__
p.__dict__ = {"x": "new", "y": 3}
print(read(p), p.y, old)
old["x"] = "unseen"
write(p, 5)
print(read(p), old, p.__dict__)
p.__dict__ = Loud(x=7)
print(read(p), hasattr(p, "y"), type(vars(p)).__name__)
p.__dict__ = old
print(read(p), p.y)
q = Point("shared", 0)
q.__dict__ = p.__dict__
write(q, "both")
print(read(p), read(q), p.__dict__ is q.__dict__)
del p.__dict__
try:
    read(p)
except AttributeError as error:
    print(error)
p.x = "alone"
print(read(p), read(q), vars(p))
vars(q)[5] = "an int as key"
print(read(q), vars(q))


# Another class: more attributes, and a property of that name.
class Named(Point):
    extra = "of the class"


class Hidden(Point):
    @property
    def x(self):
        return "property"


def turn(o, cls):
    o.__class__ = cls
    return o


turned = [turn(Point(i, i), Named) for i in range(4)] + [Named(i, i) for i in range(4)]
for t in turned:
    t.extra = t.x * 2
    t.third = 3
print([read(t) for t in turned], [vars(t) for t in turned][::3])
back = [turn(t, Point) for t in turned]
print([read(t) for t in back], back[0].extra, [t.total() for t in back])
print([read(turn(Point(i, i), Hidden)) for i in range(3)])


# Values that end while a dict is emptied look for the others.
class Ends:
    def __init__(self, owner, log):
        self.owner, self.log = owner, log

    def __del__(self):
        owner = self.owner()
        self.log.append(sorted(vars(owner)) if owner is not None else None)
        self.log.append(getattr(owner, "x", "no x"))


class Owner:
    pass


for how in ("clear", "replace", "delete", "end"):
    log = []
    owner = Owner()
    owner.first = Ends(weakref.ref(owner), log)
    owner.x = 1
    owner.second = Ends(weakref.ref(owner), log)
    owner.x += 1
    if how == "clear":
        owner.__dict__.clear()
        owner.x = "after"
        print(owner.x, vars(owner))
    elif how == "replace":
        owner.__dict__ = {"x": "other"}
        print(owner.x)
    elif how == "delete":
        del owner.first
        print(owner.x, list(vars(owner)))
    owner = None
    print(how, log)


# Slots beside a dict, long chains, copies, pickles, cycles.
class Node:
    __slots__ = ("item", "__dict__", "__weakref__")

    def __init__(self, item, following=None):
        self.item, self.following = item, following


chain = None
for i in range(3000):
    chain = Node(i, chain)
    chain.mark = i
total, node = 0, chain
while node is not None:
    total += node.item + node.mark
    node = node.following
print(total)
first = weakref.ref(chain)
chain = node = None
print(first())

many = [copy.copy(Point(i, [i])) for i in range(3)] + [copy.deepcopy(Point(i, [i])) for i in range(3)]
many += [pickle.loads(pickle.dumps(Point(i, [i]))) for i in range(3)]
print([(read(p), p.y) for p in many])

gc.collect()
rings = []
for i in range(10):
    a, b = Owner(), Owner()
    a.x, b.x, a.other, b.other = i, i, b, a
    rings.append(weakref.ref(a))
a = b = None
print(gc.collect() > 0, [r() for r in rings])


# Instances made while the first one is.
class Tree:
    def __init__(self, depth):
        self.depth = depth
        self.left = Tree(depth - 1) if depth else None
        self.right = Tree(depth - 1) if depth else None
        self.size = 1 + sum(t.size for t in (self.left, self.right) if t)


trees = [Tree(4) for _ in range(3)]
print([t.size for t in trees], trees[1].left.right.depth, list(vars(trees[2].right)))
Tree.size = property(lambda self: "of the class")
print([t.size for t in trees], vars(trees[0])["size"])
