# RUN: %janusc %s --emit=py-after-ternary | %FileCheckOrUpdate %s
# Only one arm runs. An arm with `yield` stays as it is, and so does the code of a class body.

def pick(c, x):
    return x.log() if c else (x if x else -x)


def gen(c):
    v = (yield 1) if c else 2


class A:
    k = 1 if True else 2

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def pick(c, x):
# CHECK-NEXT:     return ag__.if_exp(c, lambda: ag__.converted_call(x.log, ()), lambda: ag__.if_exp(x, lambda: x, lambda: -x))
# CHECK-NEXT: def gen(c):
# CHECK-NEXT:     v = (yield 1) if c else 2
# CHECK-NEXT: class A:
# CHECK-NEXT:     k = 1 if True else 2
