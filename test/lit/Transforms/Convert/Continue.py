# RUN: %janusc %s --emit=py-after-continue | %FileCheckOrUpdate %s
# The flag is reset in each iteration.

def total(xs):
    s = 0
    for x in xs:
        with open(x) as file:
            if not file:
                continue
            s += 1
        for y in x:
            if y > x:
                continue
            s = s + y
    return s

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def total(xs):
# CHECK-NEXT:     s = 0
# CHECK-NEXT:     for x in xs:
# CHECK-NEXT:         did_continue_1 = False
# CHECK-NEXT:         with open(x) as file:
# CHECK-NEXT:             if not file:
# CHECK-NEXT:                 did_continue_1 = True
# CHECK-NEXT:             if not did_continue_1:
# CHECK-NEXT:                 s += 1
# CHECK-NEXT:         if not did_continue_1:
# CHECK-NEXT:             for y in x:
# CHECK-NEXT:                 did_continue = False
# CHECK-NEXT:                 if y > x:
# CHECK-NEXT:                     did_continue = True
# CHECK-NEXT:                 if not did_continue:
# CHECK-NEXT:                     s = s + y
# CHECK-NEXT:     return s
