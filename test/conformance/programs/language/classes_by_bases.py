"""isinstance and issubclass of objects that are no classes, but have `__bases__`."""
class Bases:
    def __init__(self, *b): self.b = b
    @property
    def __bases__(self): return self.b
class Inst:
    def __init__(self, c): self.c = c
    @property
    def __class__(self): return self.c
base = Bases(); derived = Bases(base)
print(isinstance(Inst(derived), base), isinstance(Inst(base), derived), issubclass(derived, base), issubclass(base, derived), issubclass(base, (int, base)))
for f in (lambda: issubclass(base, int), lambda: issubclass(3, int), lambda: issubclass(int, 3), lambda: isinstance(3, 3), lambda: issubclass(int, base), lambda: type.__subclasscheck__(int, base)):
    try: print(f())
    except TypeError as e: print(e)
class E:
    @property
    def __bases__(self): raise RuntimeError("b")
for f in (lambda: isinstance(Inst(derived), E()), lambda: issubclass(E(), base), lambda: isinstance(Inst(E()), base)):
    try: print(f())
    except RuntimeError as e: print("re", e)
def deep(n):
    c = ()
    for i in range(n): c = (c,)
    return c
try: isinstance(1, deep(100000))
except RecursionError as e: print(e)
