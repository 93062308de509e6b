# Instances of classes with and without a say in how they are pickled; exceptions.
import copy
import copyreg
import io
import pickle


class Plain:
    def __init__(self):
        self.x = [1]


def again(value, protocol=pickle.DEFAULT_PROTOCOL):
    return pickle.loads(pickle.dumps(value, protocol))


plain = Plain()
plain.me = plain.__dict__
print(pickle.dumps([plain, plain.__dict__, plain]))
plain.__dict__[5] = 6
print(sorted(map(str, vars(again(plain)))))


class Empty:
    pass


print(pickle.dumps(Empty()), vars(again(Empty())))


class Hooked(Plain):
    def __getattr__(self, name):
        raise AttributeError(name)


print(pickle.dumps(Hooked()), vars(again(Hooked())))


class TakesState(Plain):
    def __setstate__(self, state):
        self.got = state


print(vars(again(TakesState())))


class Defaults:
    x = 5

    def f(self):
        return 1


hiding = Defaults()
hiding.x, hiding.f = 6, 7
loaded = again(hiding)
print(loaded.x, loaded.f, Defaults().f())


class Made:
    def __new__(cls, *arguments):
        made = object.__new__(cls)
        made.arguments = arguments
        return made


print(again(Made(1)).arguments)


class Slotted:
    __slots__ = ("a", "__dict__")


slotted = Slotted()
slotted.a, slotted.b = 1, 2
loaded = again(slotted)
print(loaded.a, loaded.b)


class Items(list):
    pass


items = Items([1, 2])
items.z = 3
print(again(items), again(items).z)


class Meta(type):
    pass


class WithMeta(metaclass=Meta):
    pass


print(type(again(WithMeta())).__name__)

# Methods of an instance.
own = Empty()
own.__getstate__ = lambda: {"from": "the instance"}
print(vars(again(own)))
own = Empty()
own.__reduce_ex__ = lambda protocol: (list, ((1, 2),))
print(again(own))


# Reducers by class, and of a pickler.
class Registered:
    def __init__(self, v):
        self.v = v


copyreg.pickle(Registered, lambda c: (Registered, (c.v + 1,)))
print(again(Registered(1)).v)


class Tabled(pickle.Pickler):
    dispatch_table = {Plain: lambda p: (str, ("replaced",))}


class Overriding(pickle.Pickler):
    def reducer_override(self, obj):
        return (int, ("7",)) if isinstance(obj, Plain) else NotImplemented


for pickler in (Tabled, Overriding):
    file = io.BytesIO()
    pickler(file).dump([Plain(), Registered(5)])
    loaded = pickle.loads(file.getvalue())
    print(loaded[0], loaded[1].v)


def local():
    class Local:
        pass
    return Local()


try:
    pickle.dumps(local())
except Exception as error:
    print(type(error).__name__, error)

# Exceptions keep their attributes, and what else their classes hold.
noted = KeyError("k")
noted.extra = [1]
for error in [FileNotFoundError(2, "no", "f"), OSError(2, "no", "a", None, "b"), OSError(1), OSError("x"), ImportError("m", name="n", path="p"),
              ImportError("m"), StopIteration(4), SystemExit(3), noted]:
    for loaded in (again(error), again(error, 0), copy.copy(error), copy.deepcopy(error)):
        print(repr(loaded), str(loaded), [getattr(loaded, name, "-") for name in ("filename", "filename2", "name", "path", "extra")])


# Containers that change as their items are written.
class Grows:
    def __init__(self, grow):
        self.grow = grow

    def __reduce__(self):
        self.grow()
        return int, (5,)


growing = []
growing += [Grows(lambda: growing.append(2)), Grows(lambda: growing.append(3))]
print(again(growing))
table, numbers = {}, set()
table["a"] = Grows(lambda: table.update(b=1))
table["c"] = 1
numbers |= {Grows(lambda: numbers.add(7)), 1}
for value in (table, numbers):
    try:
        print(again(value))
    except RuntimeError as error:
        print(error)
