# RUN: %janusc %s --emit=definedness | %FileCheck %s
# A name that some path leaves unbound, one that no path binds, and one that a handler unbinds again.
# CHECK-LABEL: f (line
# CHECK: y + z  # maybe unbound: y unbound: z
# CHECK: x  # maybe unbound: unbound: x
# CHECK: e.args  # maybe unbound: unbound:
# CHECK: return e  # maybe unbound: e unbound:
def f(c, x):
    if c:
        y = x
    y + z
    z = 1
    del x
    x
    e = None
    try:
        g()
    except E as e:
        e.args
    return e
