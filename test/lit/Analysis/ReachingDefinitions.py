# RUN: %janusc %s --emit=reaching | %FileCheck %s
# At the return z has two definitions, and y may be undefined.
# CHECK-LABEL: f (line
# CHECK: return z, y  # z: line {{[0-9]+}} line {{[0-9]+}}; y: line {{[0-9]+}} undefined
def f(c, x):
    if c:
        y = x
    z = 1
    while x < 4:
        z = x
        x = x + 1
    return z, y
