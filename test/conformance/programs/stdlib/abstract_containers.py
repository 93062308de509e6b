# collections.abc: what follows from a few methods, who belongs to what; the containers to derive from.
from collections.abc import *
from collections import UserList, UserString, UserDict, ChainMap, Counter, deque, defaultdict, OrderedDict
import collections, typing
class L(MutableSequence):
    def __init__(self, *a): self.d = list(a)
    def __getitem__(self, i): return self.d[i]
    def __setitem__(self, i, v): self.d[i] = v
    def __delitem__(self, i): del self.d[i]
    def __len__(self): return len(self.d)
    def insert(self, i, v): self.d.insert(i, v)
l = L(3, 1, 2); l.append(5); l += [6, 7]; l.reverse(); print(l.d, l.pop(), 5 in l, l.index(1), l.count(6), list(reversed(l))); l.remove(6); l.extend(x for x in "ab"); print(l.d); l.clear(); print(len(l))
class M(MutableMapping):
    def __init__(self, *a, **k): self.s = {}; self.update(*a, **k)
    def __getitem__(self, k): return self.s[k.lower()]
    def __setitem__(self, k, v): self.s[k.lower()] = v
    def __delitem__(self, k): del self.s[k.lower()]
    def __iter__(self): return iter(self.s)
    def __len__(self): return len(self.s)
m = M({"A": 1}, b=2); print(m["a"], "B" in m, dict(m), list(m.items()), m.pop("A"), m.get("zz", 0), m.setdefault("C", 3), m == {"b": 2, "c": 3}, m.popitem(), len(m), sorted(m.values()), m.keys() & {"c", "b"}, ("c", 3) in m.items())
try: m.pop("q")
except KeyError as e: print("KeyError", e)
class S(Set):
    def __init__(self, it): self.e = list(dict.fromkeys(it))
    def __iter__(self): return iter(self.e)
    def __contains__(self, x): return x in self.e
    def __len__(self): return len(self.e)
    def __repr__(self): return f"S({self.e})"
print(S("ab") & S("bc"), S("ab") | S("bc"), S("ab") - S("b"), S("ab") ^ S("bc"), S("a") <= S("ab"), S("ab") == S("ba"), S("ab") < {"a", "b", "c"}, S("ab").isdisjoint("c"), S("ab")._hash() == frozenset("ab").__hash__())
for cls, args in ((L, ()), (Sequence, ()), (Mapping, ())):
    try: print(cls(*args) is not None)
    except TypeError as e: print(e)
class Half(MutableSequence):
    def __len__(self): return 0
try: Half()
except TypeError as e: print(e)
for obj in ([], (), "", b"", {}, set(), frozenset(), range(1), iter([]), (i for i in []), len, 5, deque(), {}.keys(), defaultdict(), OrderedDict(), Counter(), memoryview(b"")):
    print(type(obj).__name__, [c.__name__ for c in (Hashable, Iterable, Iterator, Generator, Reversible, Sized, Container, Callable, Collection, Sequence, MutableSequence, Set, MutableSet, Mapping, MutableMapping, KeysView) if isinstance(obj, c)])
u = UserList([3, 1]); u.append(2); u.sort(); print(u, u[1:], u + [9], type(u[:1]).__name__, u == [1, 2, 3]); s = UserString("abc"); print(s.upper(), s + "d", s[1], type(s.upper()).__name__, "b" in s, s == "abc")
c = ChainMap({"a": 1}, {"b": 2}); c["z"] = 0; print(c, c | {"q": 5}, c.parents, c.copy(), "b" in c, list(c.items())); 
try: del c["b"]
except KeyError as e: print(e)
class Fake:
    def __iter__(self): return iter(())
    __len__ = None
print(isinstance(Fake(), Iterable), isinstance(Fake(), Sized), issubclass(list, Sequence), issubclass(dict, MutableMapping), collections.abc.Sequence is Sequence)
class Reg: pass
Sequence.register(Reg); print(isinstance(Reg(), Sequence), issubclass(Reg, Collection))
print(Iterable[int], Callable[[int], str], Mapping[str, int], list[int] | None, typing.get_args(dict[str, int]), typing.get_origin(list[int]))
a = Counter("aab"); b = Counter("abc"); print(a + b, a - b, a & b, a | b, +Counter(a=-1, b=2), a.total(), list(a.elements()), a == Counter(a=2, b=1), Counter(a=1) <= a, a.most_common(1)); a.subtract("aaa"); print(a); a &= b; print(a)
