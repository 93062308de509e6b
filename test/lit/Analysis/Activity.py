# RUN: %janusc %s --emit=activity | %FileCheck %s
# The variable of a generator is its own; an augmented assignment reads and writes; del writes.
# CHECK-LABEL: f (line
# CHECK: a.b = sum(x for x in xs)  # reads: a sum xs writes: a.b
# CHECK: g = lambda q: q + a.b  # reads: a writes: g
# CHECK: a.b += 1  # reads: a a.b writes: a.b
# CHECK: del xs  # reads: writes: xs
# CHECK: n = 1  # reads: writes: n
# CHECK: import os.path as path  # reads: writes: path
# CHECK: statement as s  # reads: statement writes: s
# CHECK: except E as e:  # reads: E writes: e
# CHECK: p  # reads: p writes:
# CHECK: case {"k": [v, *rest]}:  # reads: writes: v rest
# CHECK: return g(a.b)  # reads: g a.b a writes:
# CHECK-LABEL: lambda (line
# CHECK: q + a.b  # reads: q a.b a writes:
def f(a, xs, p):
    global n
    a.b = sum(x for x in xs)
    g = lambda q: q + a.b
    a.b += 1
    del xs
    n = 1
    import os.path as path
    with statement as s:
        pass
    try:
        pass
    except E as e:
        pass
    match p:
        case {"k": [v, *rest]}:
            pass
    return g(a.b)
