"""What pickles remember: objects that come twice, structures that hold themselves, memos that the program looks at."""
import io
import pickle


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


class Node:
    def __init__(self, name):
        self.name, self.next = name, None

    def __reduce__(self):
        return Node, (self.name,), {"next": self.next}


class Clearing:
    """Makes the pickler forget as it is written."""

    def __init__(self, pickler, value):
        self.pickler, self.value = pickler, value

    def __reduce__(self):
        self.pickler.clear_memo()
        return list, ((self.value, self.value),)


class Late:
    def __reduce_ex__(self, protocol):
        return complex, (1, 2)


def shape(v, seen=None):
    seen = {} if seen is None else seen
    if id(v) in seen:
        return f"#{seen[id(v)]}"
    if isinstance(v, (list, tuple, dict, set, frozenset, Point, Node)):
        seen[id(v)] = len(seen)
    if isinstance(v, dict):
        return "{" + ", ".join([f"{shape(k, seen)}: {shape(x, seen)}" for k, x in v.items()]) + "}"
    if isinstance(v, (list, tuple)):
        return type(v).__name__ + "(" + ", ".join([shape(x, seen) for x in v]) + ")"
    if isinstance(v, (Point, Node)):
        return type(v).__name__ + shape(vars(v), seen)
    return repr(v)


text, shared = "a text " * 3, [1, 2]
loop = []
loop.append(loop)
ring = ([],)
ring[0].append(ring)
chain = Node("a")
chain.next = Node("b")
chain.next.next = chain
point = Point(text, shared)
values = [[text, text, shared, shared], {"k": text, text: "k"}, loop, ring, chain, [point, point, Point(point, 2)], (1, (1, 2), (1, 2, 3), (1,) * 4),
          {i: (i, str(i), [i] * 3) for i in range(300)}, [f"word{i}" for i in range(1200)], [Late(), Late(), 1j], {}, [], (), "", b"",
          [True, None, -1, 255, 256, 65536, -2 ** 31, 2 ** 31, 2 ** 63, -2 ** 70, 1.5, float("inf")], "\u00e4\ud800"[:1] * 3, "x" * 70000, [b"y" * 70000] * 2,
          dict.fromkeys(range(1001)), list(range(2001)), {1: {}}, [point, [Point(1, [point]), Point, Point]]]
for protocol in range(6):
    for value in values:
        data = pickle.dumps(value, protocol)
        again = pickle.loads(data)
        print(protocol, len(data), shape(again)[:150] == shape(value)[:150], shape(again)[:60])
        if len(data) < 90:
            print(data)

# One pickler and unpickler for several objects.
file = io.BytesIO()
pickler = pickle.Pickler(file, 4)
pickler.dump([text, shared])
pickler.dump([shared, text, point])
pickler.clear_memo()
pickler.dump(shared)
print(file.getvalue())
file.seek(0)
reader = pickle.Unpickler(file)
first = reader.load()
second = reader.load()
print(first, shape(second), second[0] is first[1], reader.load())
pickler = pickle.Pickler(io.BytesIO(), 2)
pickler.fast = True
pickler.dump([text, text])
for protocol in (2, 4):
    file = io.BytesIO()
    pickler = pickle.Pickler(file, protocol)
    pickler.dump([text, Clearing(pickler, shared), text, [text, shared], Clearing(pickler, text), shared])
    print(file.getvalue())

# Numbers that are left out, and such as were never given.
print(pickle.loads(b"]r\x00\x00\x00\x05(h\x00"[:1] + b"r\x00\x00\x00\x05K\x01a."), pickle.loads(b"]q\x07(K\x01h\x07e.")[0])
print(pickle.loads(b"\x80\x04]\x94q\x05]\x94h\x00h\x05\x86."), pickle.loads(b"(lp5\n0g5\n."))
for wrong in (b"h\x00.", b"]q\x01h\x00.", b"g5\n.", b"]\x94h\x01.", b"\x94.", b"N.", b"(K\x01", b"K\x01", b""):
    try:
        print(pickle.loads(wrong))
    except (pickle.UnpicklingError, KeyError, EOFError, IndexError) as error:
        print(type(error).__name__)


class Changing:
    def __init__(self, target):
        self.target = target

    def __reduce__(self):
        self.target["more"] = 1
        return int, ()


d = {"a": 1}
d["b"] = Changing(d)
try:
    pickle.dumps(d)
except RuntimeError as error:
    print(error)


class Shadowed(Point):
    pass


o = Shadowed(1, 2)
print(pickle.loads(pickle.dumps(o)).x)
o.__reduce_ex__ = lambda protocol: (str, ("own",))
print(type(pickle.loads(pickle.dumps([Shadowed(3, 4), o]))[1]).__name__)
