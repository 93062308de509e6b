# RUN: %janusc %s --emit=py-after-control-flow | %FileCheckOrUpdate %s
# The state is what the loop assigns and reads again; the test is one function, evaluated once a round.

def halve(x, n):
    steps = 0
    while x > 1 and steps < n:
        t = x / 2
        x = t
        steps += 1
    return x

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def halve(x, n):
# CHECK-NEXT:     steps = 0
# CHECK-NEXT:     def loop_test(x, steps):
# CHECK-NEXT:         return x > 1 and steps < n
# CHECK-NEXT:     def loop_body(x, steps):
# CHECK-NEXT:         t = x / 2
# CHECK-NEXT:         x = t
# CHECK-NEXT:         steps += 1
# CHECK-NEXT:         return x, steps
# CHECK-NEXT:     x, steps = ag__.while_stmt(loop_test, loop_body, (x, steps))
# CHECK-NEXT:     return x
