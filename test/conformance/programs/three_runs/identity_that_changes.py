"""Two objects that become one after the profile, and one that becomes two: functions, sentinels, tuples and others, compared by
`is`, by `==`, and as keys of dicts and sets. Modules of one name."""
import torch, functools, re, types
from collections import deque, OrderedDict
class O:
    def m(self): return 1
class Sl: __slots__ = ("a",)
class Ex(Exception): pass
class Str(str): pass
class Tup(tuple): pass
def gen(): yield 1
import enum
class E(enum.Enum): A = 1; B = 2
def pair(mk): return [mk(), mk()]
P = {
 "func": pair(lambda: (lambda x: x)), "bound": pair(lambda: O().m), "frozenset": pair(lambda: frozenset([1, 2])), "bytes": pair(lambda: bytes([1, 2])), "partial": pair(lambda: functools.partial(print, 1)),
 "size": pair(lambda: torch.ones(2).shape), "gen": pair(gen), "slots": pair(Sl), "exc": pair(lambda: Ex(1)), "str": pair(lambda: "".join(["a b", "c"])), "strsub": pair(lambda: Str("q")), "tupsub": pair(lambda: Tup((1,))), "tuple": pair(lambda: tuple([1, 2])),
 "deque": pair(deque), "od": pair(OrderedDict), "set": pair(lambda: {1}), "bytearray": pair(bytearray), "range": pair(lambda: range(3)), "slice": pair(lambda: slice(1)), "obj": pair(object), "ns": pair(types.SimpleNamespace), "storage": pair(lambda: torch.ones(1).untyped_storage()), "rng": pair(torch.Generator), "mod": pair(lambda: types.ModuleType("zz")), "it": pair(lambda: iter([1])), "dev": pair(lambda: torch.device("cpu")), "list": pair(list), "dict": pair(dict), "tensor": pair(lambda: torch.ones(1)), "param": pair(lambda: torch.nn.Parameter(torch.ones(1))), "module": pair(torch.nn.ReLU), "prop": pair(lambda: property(lambda s: 1)), "cls": pair(lambda: type("K", (), {})), "enum": [E.A, E.B], "complex": pair(lambda: complex(1, 2)), "big": pair(lambda: int("1" + "0" * 30)), "pat": pair(lambda: re.compile("a" + "b"))}
class H: pass
h = H(); g = H()
for k, (a, b) in P.items(): setattr(h, k, a); setattr(g, k, b)
def f_func(x): return x + (h.func is g.func)
def f_bound(x): return x + (h.bound is g.bound)
def f_frozenset(x): return x + (h.frozenset is g.frozenset)
def f_bytes(x): return x + (h.bytes is g.bytes)
def f_partial(x): return x + (h.partial is g.partial)
def f_size(x): return x + (h.size is g.size)
def f_gen(x): return x + (h.gen is g.gen)
def f_slots(x): return x + (h.slots is g.slots)
def f_exc(x): return x + (h.exc is g.exc)
def f_str(x): return x + (h.str is g.str)
def f_strsub(x): return x + (h.strsub is g.strsub)
def f_tupsub(x): return x + (h.tupsub is g.tupsub)
def f_tuple(x): return x + (h.tuple is g.tuple)
def f_deque(x): return x + (h.deque is g.deque)
def f_od(x): return x + (h.od is g.od)
def f_set(x): return x + (h.set is g.set)
def f_bytearray(x): return x + (h.bytearray is g.bytearray)
def f_range(x): return x + (h.range is g.range)
def f_slice(x): return x + (h.slice is g.slice)
def f_obj(x): return x + (h.obj is g.obj)
def f_ns(x): return x + (h.ns is g.ns)
def f_storage(x): return x + (h.storage is g.storage)
def f_rng(x): return x + (h.rng is g.rng)
def f_mod(x): return x + (h.mod is g.mod)
def f_it(x): return x + (h.it is g.it)
def f_dev(x): return x + (h.dev is g.dev)
def f_list(x): return x + (h.list is g.list)
def f_dict(x): return x + (h.dict is g.dict)
def f_tensor(x): return x + (h.tensor is g.tensor)
def f_param(x): return x + (h.param is g.param)
def f_module(x): return x + (h.module is g.module)
def f_prop(x): return x + (h.prop is g.prop)
def f_cls(x): return x + (h.cls is g.cls)
def f_enum(x): return x + (h.enum is g.enum)
def f_complex(x): return x + (h.complex is g.complex)
def f_big(x): return x + (h.big is g.big)
def f_pat(x): return x + (h.pat is g.pat)
fs = [f_func, f_bound, f_frozenset, f_bytes, f_partial, f_size, f_gen, f_slots, f_exc, f_str, f_strsub, f_tupsub, f_tuple, f_deque, f_od, f_set, f_bytearray, f_range, f_slice, f_obj, f_ns, f_storage, f_rng, f_mod, f_it, f_dev, f_list, f_dict, f_tensor, f_param, f_module, f_prop, f_cls, f_enum, f_complex, f_big, f_pat]
def run(n):
    out = {}
    for f in fs:
        w = torch.zeros(1)
        for i in range(n): w = f(w)
        out[f.__name__] = w.item()
    print(out)
run(24)
for k in P: setattr(g, k, getattr(h, k))
run(6)
for k, (a, b) in P.items(): setattr(g, k, b)
run(6)


def steps(name, box, f, change, back):
    w = torch.zeros(1)
    out = []
    for i in range(40):
        w = w + f(box)
        if i == 14:
            change(box)
        if i == 26:
            back(box)
        if i % 4 == 3:
            out.append(w.item())
    print(name, out)


class Box:
    pass


def first(x):
    return x


def second(x):
    return x + 1


MISSING, OTHER = object(), object()
ONE, TWO = tuple([1, 2]), tuple([1, 2])


def boxed(value, container):
    box = Box()
    box.value, box.container = value, container
    return box


def setting(value):
    return lambda box: setattr(box, "value", value)


steps("sentinel", boxed(OTHER, None), lambda b: 1.0 if b.value is MISSING else 2.0, setting(MISSING), setting(OTHER))
steps("in a dict", boxed(first, {second: 3.0}), lambda b: b.container.get(b.value, 1.0), setting(second), setting(first))
steps("in a set", boxed(first, {second}), lambda b: 3.0 if b.value in b.container else 1.0, setting(second), setting(first))
steps("in a list", boxed(first, [second, print]), lambda b: 3.0 if b.value in b.container else 1.0, setting(second), setting(first))
steps("in a tuple", boxed(first, (second, len)), lambda b: b.container.count(b.value) + 1.0, setting(len), setting(first))
steps("a new key", boxed(first, None), lambda b: float(len({second: 1, b.value: 2})), setting(second), setting(first))
steps("a new item", boxed(OTHER, None), lambda b: float(len({MISSING, b.value})), setting(MISSING), setting(OTHER))
steps("of pairs", boxed(first, {(second, 1): 4.0}), lambda b: b.container.get((b.value, 1), 1.0), setting(second), setting(first))
steps("types", boxed(torch.float32, {torch.float64: 5.0}), lambda b: b.container.get(b.value, 1.0), setting(torch.float64), setting(torch.float32))
steps("tuples", boxed(ONE, TWO), lambda b: 1.0 if b.value is b.container else 2.0, setting(TWO), setting(ONE))
steps("not", boxed(first, None), lambda b: 1.0 if b.value != second else 2.0, setting(second), setting(first))
steps("removed", boxed(first, None), lambda b: float([second, len, print, b.value].index(b.value)), setting(print), setting(first))

import torch.nn.functional as F


def through(box):
    return F.relu(torch.ones(1)).item()


def mock(box):
    global F
    F = types.ModuleType("torch.nn.functional")
    F.relu = lambda x: x * 100


def real(box):
    global F
    import torch.nn.functional as F


steps("modules", Box(), through, mock, real)
