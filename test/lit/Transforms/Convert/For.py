# RUN: %janusc %s --emit=py-after-control-flow | %FileCheckOrUpdate %s
# A target may be a pattern; a variable that is first assigned in the loop starts undefined.

def last(pairs):
    for (a, b), k in pairs:
        y = a * b
    return y, k


def stops(xs):
    for x in xs:
        if x > 2:
            break
    return x

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def last(pairs):
# CHECK-NEXT:     k = ag__.Undefined('k')
# CHECK-NEXT:     y = ag__.Undefined('y')
# CHECK-NEXT:     def loop_body(item, k, y):
# CHECK-NEXT:         (a, b), k = item
# CHECK-NEXT:         y = a * b
# CHECK-NEXT:         return k, y
# CHECK-NEXT:     k, y = ag__.for_stmt(pairs, None, loop_body, (k, y))
# CHECK-NEXT:     return ag__.ld(y), ag__.ld(k)
# CHECK-NEXT: def stops(xs):
# CHECK-NEXT:     x = ag__.Undefined('x')
# CHECK-NEXT:     did_break = False
# CHECK-NEXT:     def loop_body_1(item_1, x, did_break):
# CHECK-NEXT:         x = item_1
# CHECK-NEXT:         cond = x > 2
# CHECK-NEXT:         def if_body(did_break=did_break):
# CHECK-NEXT:             did_break = True
# CHECK-NEXT:             return did_break,
# CHECK-NEXT:         def else_body(did_break=did_break):
# CHECK-NEXT:             return did_break,
# CHECK-NEXT:         did_break, = ag__.if_stmt(cond, if_body, else_body)
# CHECK-NEXT:         return x, did_break
# CHECK-NEXT:     def extra_test(x, did_break):
# CHECK-NEXT:         return not did_break
# CHECK-NEXT:     x, did_break = ag__.for_stmt(xs, extra_test, loop_body_1, (x, did_break))
# CHECK-NEXT:     return ag__.ld(x)
