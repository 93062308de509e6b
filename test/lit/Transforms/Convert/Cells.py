# RUN: %janusc %s --emit=py-after-control-flow | %FileCheckOrUpdate %s
# A variable that an inner function shares stays one: no value is passed on.

def counter(xs):
    n = 0

    def bump():
        nonlocal n
        n += 1

    for x in xs:
        if x:
            n = 0
        bump()
    return n

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def counter(xs):
# CHECK-NEXT:     n: None
# CHECK-NEXT:     n = 0
# CHECK-NEXT:     def bump():
# CHECK-NEXT:         nonlocal n
# CHECK-NEXT:         n += 1
# CHECK-NEXT:     def loop_body(item):
# CHECK-NEXT:         nonlocal n
# CHECK-NEXT:         x = item
# CHECK-NEXT:         cond = x
# CHECK-NEXT:         def if_body():
# CHECK-NEXT:             nonlocal n
# CHECK-NEXT:             n = 0
# CHECK-NEXT:             return ()
# CHECK-NEXT:         def else_body():
# CHECK-NEXT:             nonlocal n
# CHECK-NEXT:             return ()
# CHECK-NEXT:         ag__.if_stmt(cond, if_body, else_body)
# CHECK-NEXT:         ag__.converted_call(bump, ())
# CHECK-NEXT:         return ()
# CHECK-NEXT:     ag__.for_stmt(xs, None, loop_body, ())
# CHECK-NEXT:     return n
