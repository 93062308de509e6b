# Random values of built-in types and of the program, in every protocol, by plain picklers and by subclasses; pickles that are
# damaged.
import hashlib
import io
import pickle
import random
import tempfile

NUMBERS = [0, 1, -1, 127, 128, -128, -129, 255, 256, 65535, 65536, 2**31 - 1, 2**31, -2**31, -2**31 - 1, 2**40, 2**63 - 1, -2**63, 2**63,
           2**100, -2**200]
LENGTHS = [0, 1, 255, 256, 300, 70000]


class Holder:
    def __init__(self, value):
        self.value = value


class Text(str):
    pass


class NamingPickler(pickle.Pickler):
    def persistent_id(self, obj):
        return "named" if isinstance(obj, Holder) and obj.value == "persistent" else None


class NamingUnpickler(pickle.Unpickler):
    def persistent_load(self, pid):
        return Holder("persistent " + pid)


def items(source, depth):
    many = depth == 1 and source.random() < 0.1
    count = source.choice([1000, 1001, 2001]) if many else source.randrange(5)
    return [value(source, depth - 1) for _ in range(count)]


def nested(source, depth):
    around = [value(source, depth - 1)]
    around.append(around)
    return around


def nested_tuple(source, depth):
    inner = []
    around = (inner, value(source, depth - 1))
    inner.append(around)
    return around


def shared(source, depth):
    part = value(source, depth - 1)
    return [part, part, {"a": part}]


LEAVES = [lambda s: None, lambda s: s.random() < 0.5, lambda s: s.choice(NUMBERS), lambda s: s.random() * 10 ** s.randrange(-300, 300),
          lambda s: "".join(s.choice("abc\u00e4\u20ac\U0001F600\n") for _ in range(s.randrange(6))), lambda s: "x" * s.choice(LENGTHS),
          lambda s: b"y" * s.choice(LENGTHS), lambda s: bytearray(b"z" * s.randrange(4)), lambda s: complex(1, -0.0),
          lambda s: s.choice([..., NotImplemented, int, Holder, dict]), lambda s: Text("of a subclass"),
          lambda s: "\ud800" if s.random() < 0.3 else f"key {s.randrange(5)}"]
CONTAINERS = [items, lambda s, d: tuple(items(s, d)),
              lambda s, d: {f"k{i}" if s.random() < 0.8 else (i, "t"): each for i, each in enumerate(items(s, d))},
              lambda s, d: {s.choice([1, 2, 3, 7]) for _ in range(3)}, lambda s, d: frozenset(range(s.randrange(5))),
              lambda s, d: Holder(value(s, d - 1)), nested, nested_tuple, shared]


def value(source, depth):
    kind = source.randrange(len(LEAVES) + (len(CONTAINERS) if depth else 0))
    return LEAVES[kind](source) if kind < len(LEAVES) else CONTAINERS[kind - len(LEAVES)](source, depth)


def digest(data):
    return hashlib.md5(data).hexdigest()[:12]


for seed in range(80):
    original = value(random.Random(seed), 4)
    for protocol in range(6):
        try:
            data = pickle.dumps(original, protocol)
        except Exception as error:
            print(seed, protocol, type(error).__name__, str(error)[:60])
            continue
        again = pickle.dumps(pickle.loads(data), protocol)
        file = io.BytesIO()
        NamingPickler(file, protocol).dump([original, Holder("persistent")])
        named = NamingUnpickler(io.BytesIO(file.getvalue())).load()
        print(seed, protocol, len(data), digest(data), digest(again), digest(file.getvalue()), named[1].value)

# Buffers beside the pickle.
out_of_band = pickle.dumps([pickle.PickleBuffer(bytearray(b"abc")), pickle.PickleBuffer(bytearray(b"de"))], 5, buffer_callback=lambda b: False)
print(out_of_band, pickle.loads(out_of_band, buffers=[bytearray(b"x"), bytearray(b"y"), bytearray(b"z")]), bytes(pickle.PickleBuffer(b"f")))

# Several pickles in a file, of which no more is read than belongs to each.
with tempfile.TemporaryFile() as file:
    for protocol in range(6):
        pickle.dump([value(random.Random(protocol), 3), "x" * 100000, protocol], file, protocol)
    file.write(b"the rest")
    file.seek(0)
    for protocol in range(6):
        loaded = pickle.load(file)
        print(len(loaded[1]), loaded[2], file.tell())
    print(file.read())

# Remembered through several calls of one pickler.
file = io.BytesIO()
pickler = pickle.Pickler(file, 4)
words = ["a", "b"]
pickler.dump(words)
pickler.dump([words, words])
print(file.getvalue())
pickler.clear_memo()
pickler.dump(words)
print(len(file.getvalue()))

for damaged in [b"", b"\x80\x04", b"\x80\x04]", b"\x80\x04.", b"(.", b"a.", b"\x80\x04K", b"h\x05.", b"\x85.", b"]a.", b"](e", b"e.",
                b"(e.", b"u.", b"\x94.", b"N\x85\x86.", b"\x95\xff\xff\xff\xff\xff\xff\xff\xff.", b"\x95\x05\0\0\0\0\0\0\0N.", b"}(K\x01u.",
                b"s.", b"\x8c\x05ab.", b"\x80\x09.", b"X\xff\xff\xff\xff", b"]N]a.", b"NNs.", b"}NNs.", b"q\x00.", b"Nq\x00h\x00\x86.",
                b"}(]Nu.", b"N(Ne."]:
    try:
        print(damaged, pickle.loads(damaged))
    except Exception as error:
        print(damaged, type(error).__name__, error)

deep = []
for _ in range(100000):
    deep = [deep]
try:
    pickle.dumps(deep)
except RecursionError:
    print("RecursionError")
