# RUN: %janusc %s --emit=names | %FileCheck %s
# Attributes and literal items of a variable are names; what hangs on a value (`a[i]`, `f().x`) is not.
# CHECK-LABEL: f (line
# CHECK: a.b.c = x  # names: a a.b a.b.c x
# CHECK: a[0] = a[-1] + a["k"].v  # names: a a[0] a[-1] a['k'] a['k'].v
# CHECK: a[i] = g(a).b  # names: a i g
# CHECK: return a.b.c  # names: a a.b a.b.c
def f(x, a, i):
    a.b.c = x
    a[0] = a[-1] + a["k"].v
    a[i] = g(a).b
    return a.b.c
