# RUN: %janusc %s --emit=liveness | %FileCheck %s
# Loop state is x; t and i are not live after the loop, and n = 0 works although t is unbound.
# CHECK-LABEL: f (line
# CHECK: t = x * i  # live-in: x i live-out: x t
# CHECK: x = x + t  # live-in: x t live-out: x
# CHECK: return x  # live-in: x live-out:
def f(x, n):
    for i in range(n):
        t = x * i
        x = x + t
    return x
