# weakref, numbers, string templates.
import weakref, gc, string, numbers
class A:
    def m(self): return 5
a = A(); r = weakref.ref(a); print(r() is a); d = weakref.WeakValueDictionary(); d["k"] = a; k = weakref.WeakKeyDictionary(); k[a] = 1; s = weakref.WeakSet([a]); wm = weakref.WeakMethod(a.m); print(wm()(), len(d), len(k), len(s), a in s, d["k"] is a, list(d.items())[0][0], k[a])
f = weakref.finalize(a, print, "gone", 1); print(f.alive); p = weakref.proxy(a); print(p.m())
del a; gc.collect(); print(r(), len(d), len(k), len(s), wm(), f.alive)
try: p.m()
except ReferenceError as e: print(e)
print(isinstance(5, numbers.Integral), isinstance(5.0, numbers.Integral), isinstance(True, numbers.Number), isinstance(1j, numbers.Complex), isinstance("x", numbers.Number), isinstance(2.5, numbers.Real))
t = string.Template("$who likes ${what} $$5"); print(t.substitute(who="tim", what="kung"), t.safe_substitute(who="x"), string.ascii_letters, string.punctuation, string.capwords("hello big world"), t.get_identifiers())
for bad in ["$", "$1", "${a"]:
    try: string.Template("x\n" + bad).substitute(a=1)
    except ValueError as e: print(e)
try: t.substitute(who=1)
except KeyError as e: print(e)
print(string.Formatter().format("{0} {x!r:>5} {} ".replace("{} ", ""), 1, x="a"))
w2 = weakref.finalize(A(), print, "now"); w3 = A(); weakref.finalize(w3, print, "at exit")
