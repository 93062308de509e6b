# pickle: protocols 0 and 1, names that have a number, buffers outside of the pickle, names of Python 2.
import collections
import copyreg
import pickle


class A:
    def __init__(self):
        self.x = 3


class B(int):
    pass


class S:
    __slots__ = ("a",)


class L(list):
    pass


class Old:
    def __getnewargs_ex__(self):
        return (1,), {"k": 2}

    def __new__(cls, *args, **keywords):
        self = object.__new__(cls)
        self.made_of = args, keywords
        return self


number = B(3)
number.z = 1
items = L([1, 2])
items.k = 2
recursive = []
recursive.append((recursive,))
values = [1, -5, 1 << 40, True, False, None, 1.5, "a\nb\\é\U0001f600\x1a", b"ab\xff", b"", (1,), (1, 2, 3, 4), [1, 2], {"a": 1, "b": [1]},
          {1}, frozenset([2]), A(), number, items, recursive, 3j, A, len, range(3), collections.OrderedDict(a=1),
          collections.Counter("aa"), collections.deque([1], 3), bytearray(b"x"), float("inf"), Ellipsis, (), [], {}, "", S, KeyError, ValueError("x"), Old()]
for protocol in range(6):
    for value in values:
        data = pickle.dumps(value, protocol)
        made = pickle.loads(data)
        print(protocol, data, type(made).__name__, vars(made) if isinstance(made, (A, B, L, Old)) else repr(made))
    try:
        print(vars(type(pickle.loads(pickle.dumps(S(), protocol)))).keys() >= {"a"})
    except TypeError as error:
        print(error)
copyreg.add_extension("collections", "OrderedDict", 17)
print(pickle.dumps(collections.OrderedDict, 2), pickle.loads(pickle.dumps(collections.OrderedDict, 2)))
copyreg.remove_extension("collections", "OrderedDict", 17)
buffers = []
buffer = pickle.PickleBuffer(bytearray(b"abc"))
data = pickle.dumps([buffer], 5, buffer_callback=buffers.append)
print(data, bytes(buffers[0].raw()), pickle.loads(data, buffers=[b"xyz"]))
for wrong in (lambda: pickle.loads(data), lambda: pickle.dumps(buffer, 4), lambda: pickle.dumps(1, 4, buffer_callback=print),
              lambda: pickle.loads(b"\x80\x02\x82\x05."), lambda: pickle.loads(b"c__builtin__\nxrange\n."),
              lambda: pickle.loads(b"cCookie\nnothing\n.")):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)


class Numbered(pickle.Pickler):
    def persistent_id(self, value):
        return 7 if value == "outside" else None


import io
for protocol in (0, 1):
    file = io.BytesIO()
    Numbered(file, protocol).dump(["outside", "inside"])
    print(file.getvalue())
