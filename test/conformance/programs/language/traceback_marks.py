"""What tracebacks mark under the failing part of a line that does several things."""




def f1():
    a = "日本"; b = "日本" + 1; return

def f2():
    a = "日本"; b = {"日": 1}["本"]; return

def f3():
    x = [1]; a = "é́"; b = x["é́日"]; return

def f4():
    n = None; b = n+(1); return

def f5():
    n = None; b = (n)+(1); return

def f6():
    n = None; b = n//(1); return

def f7():
    n = None; b = (n)//(1); return

def f8():
    n = None; b = ( n ) // ( 1 ); return

def f9():
    n = None; b = n+1; return

def f10():
    n = None; b = n  +1; return

def f11():
    n = None; b = n  -+1; return

def f12():
    n = None; b = (n)[(1)]; return

def f13():
    n = None; b = (n) [ (1) ] ; return

def f14():
    n = None; b = (n) [ (1): 2 ] ; return

def f15():
    n = None; b = (n) [ 1, 2, ] ; return

def f16():
    n = None; b = n[()] ; return

def f17():
    n = None; b = (1, 2)+n ; return

def f18():
    n = None; b = f"{1}"+n ; return

def f19():
    n = None; b = f"{1+n}]" ; return

def f20():
    n = None; b = (n
      + 1) ; return

def f21():
    n = None; b = -n + 2; return

def f22():
    n = None; b = -(n + 2) * 3; return

def f23():
    n = None; b = 3 ** -n; return

def f24():
    n = None; b = -3 ** n; return

def f25():
    n = None; b = [1, 2][n]; return

def f26():
    n = None; b = "a"[n]; return

def f27():
    n = None; b = n["😀"] + "😀"; return "😀", n

def f28():
    n = None; b = "😀" + n["😀"]; return "😀", n

def f30():
    n = None; b = (1 if n else 2)[n]; return

def f31():
    n = None; b = (yy := n)[n]; return

def f32():
    n = None; b = [i for i in range(3)][n]; return

def f33():
    n = None; b = {1:2}[n]; return

def f34():
    n = None; b = n@n; return

def f35():
    n = None; b = n<<n; return

def f36():
    n = None; b = n[1][2]; return

def f37():
    n = [1]; b = n[0][2]; return

def f38():
    n = [1]; b = n[0](2)[1]; return

def f39():
    n = [1]; n[0][2] = 4; return

def f40():
    n = [1]; n[5] = 4; return

def f41():
    n = [1]; del n[5]; return

def f42():
    n = [1]; n[5] += 1; return

def f43():
    n = [1]; n  +=  1; return

def f44():
    n = [1]; b = 1 + n . foo; return

def f45():
    n = [1]; b = not n + 1; return

def f46():
    n = None; b = n + n if n is None else 3; return

def f47():
    n = None; b = n < 3; return

def f48():
    n = None; b = 1 < n + 2 < 3; return

def f49():
    n = None; b = 1 < 2 < n < 3; return

def f51():
    n = None; print("a", *n); return

def f52():
    n = None; print("a", *n, **n); return

def f53():
    n = None; print("a", **n); return

def f54():
    n = None; print(*n, **n); return

def f55():
    n = None; print(*n, sep=n.foo); return

def f56():
    n = None; b = (n . foo) . bar; return

def f57():
    n = None; b = "abc".join([1]); return

def f58():
    n = None; b = ("abc"
       .upper()
       .nope()
       .lower()); return

def f59():
    n = None; b = ("abc"
       .upper()
       .join([1])
       .lower()); return

def f60():
    n = None; b = ("abc"
       .upper()
       .center("x"
               "z")
       .lower()); return

def f61():
    n = None; b = ("abc"
       .upper
       .nope
       .lower); return

def f62():
    n = None; b = (int
         ("z")); return

def f63():
    n = None; b = n.foo(
         ("z")); return

def f64():
    n = None; b = n.foo(1 + 2,
         *("z")); return

def f65():
    n = None; b = [x for x in n]; return

def f68():
    n = None; b = list(x for x in n); return

def f69():
    n = None; b = list(x for x in [1] for y in n); return

def f70():
    n = None; b = list(x for x in [1] if n.foo); return

def f71():
    n = None; assert n == 1; return

def f72():
    n = None; assert not n == 1 and (n or n), n; return

def f73():
    n = None; assert (n if n == 1 else n is not None), n; return

def f74():
    n = None; raise ValueError; return

def f75():
    n = None; raise ValueError from n.x; return

def f76():
    n = None; import a.b.c, os; return

def f78():
    n = None; global gg; del gg; return

def f79():
    n = None; x, y = 1, n.foo; return

def f80():
    n = None; x, (y, z) = 1, 2; return

def f81():
    n = None; x, (y, z), n.foo = 1, (2, 3), 3; return

def f82():
    n = None; [x, y] = n; return

def f83():
    n = None; x = y = z, w = n; return

def f84():
    n = None; n.foo = n[1] = 2; return

def f85():
    n: int = None; m: int = n + 1; return

def f86():
    n = None; return (1,
       n + 2)

def f87():
    n = None; return {"a": n.x,
       "b": 2}

def f88():
    n = None; return f"{n!r:>{n.x}}"

def f89():
    n = None; return f"{1:{n}}" "abc"

def f90():
    return __missing__

def f91():
    n = None; return (n
     )[1]

def f92():
    n = None; return print(n, file=n.x, sep=
       3)


def run():
    last = None
    for name in list(globals()):
        if name[0] == "f" and name[1:].isdigit():
            try:
                globals()[name]()
            except Exception as e:
                e.__cause__ = last
                last = e
            else:
                print(name, "did not fail")
    raise last


run()
