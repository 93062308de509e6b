# RUN: %janusc %s --emit=cfg | %FileCheck %s
# The break skips the else clause; the finally block is reached from both ways out of its body.
# CHECK-LABEL: f (line
# CHECK: [[TEST:[0-9]+]] test `x > 0`
# CHECK: statement `break` line {{[0-9]+}} -> [[AFTER:[0-9]+]]
# CHECK: finally
# CHECK: statement `return 0`
# CHECK: [[AFTER]] statement `return x`
def f(x):
    while x > 0:
        if x > 5:
            break
        try:
            x = x - 1
        finally:
            x = x * 1
    else:
        return 0
    return x
