# RUN: %janusc %s --emit=py-after-control-flow | %FileCheckOrUpdate %s
# The branches return every variable that one of them assigns and that is read later.

def clip(x, low):
    if x < low:
        t = low - x
        x = low
        print(t)
    return x


def maybe(c):
    if c:
        y = 1
    z = 2
    if z:
        z = y
    return z


def store(a, x):
    if x:
        a.v = x

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def clip(x, low):
# CHECK-NEXT:     cond = x < low
# CHECK-NEXT:     def if_body(x=x):
# CHECK-NEXT:         t = low - x
# CHECK-NEXT:         x = low
# CHECK-NEXT:         ag__.converted_call(print, (t,))
# CHECK-NEXT:         return x,
# CHECK-NEXT:     def else_body(x=x):
# CHECK-NEXT:         return x,
# CHECK-NEXT:     x, = ag__.if_stmt(cond, if_body, else_body)
# CHECK-NEXT:     return x
# CHECK-NEXT: def maybe(c):
# CHECK-NEXT:     y = ag__.Undefined('y')
# CHECK-NEXT:     cond_1 = c
# CHECK-NEXT:     def if_body_1(y=y):
# CHECK-NEXT:         y = 1
# CHECK-NEXT:         return y,
# CHECK-NEXT:     def else_body_1(y=y):
# CHECK-NEXT:         return y,
# CHECK-NEXT:     y, = ag__.if_stmt(cond_1, if_body_1, else_body_1)
# CHECK-NEXT:     z = 2
# CHECK-NEXT:     cond_2 = z
# CHECK-NEXT:     def if_body_2(z=z):
# CHECK-NEXT:         z = ag__.ld(y)
# CHECK-NEXT:         return z,
# CHECK-NEXT:     def else_body_2(z=z):
# CHECK-NEXT:         return z,
# CHECK-NEXT:     z, = ag__.if_stmt(cond_2, if_body_2, else_body_2)
# CHECK-NEXT:     return z
# CHECK-NEXT: def store(a, x):
# CHECK-NEXT:     cond_3 = x
# CHECK-NEXT:     def if_body_3():
# CHECK-NEXT:         a.v = x
# CHECK-NEXT:         return ()
# CHECK-NEXT:     def else_body_3():
# CHECK-NEXT:         return ()
# CHECK-NEXT:     ag__.if_stmt(cond_3, if_body_3, else_body_3)
