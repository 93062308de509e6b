# RUN: %janusc %s --emit=ir --passes= | %FileCheck %s
# Control flow in functional form has the regions of the statements; other uses of the module are calls.
import janus_functional as ag__

def halve(x, n):
    def test(x, steps):
        return ag__.and_(x > 1, lambda: steps < n)
    def body(x, steps):
        return x / 2, steps + 1
    x, steps = ag__.while_stmt(test, body, (x, 0))
    return x

# CHECK-LABEL: func @halve(
# CHECK:       slot.store $.state1
# CHECK-NEXT:  while cond {
# CHECK:         [[HOLDS:%[0-9]+]] = py.call %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}} : dyn
# CHECK-NEXT:    [[TRUTH:%[0-9]+]] = py.truth [[HOLDS]] : bool
# CHECK-NEXT:    condition [[TRUTH]]
# CHECK-NEXT:  } do {
# CHECK:         py.unpack 2
# CHECK-LABEL: func @halve.<locals>.test(
# CHECK:       [[FIRST:%[0-9]+]] = py.gt
# CHECK:       [[TRUTH:%[0-9]+]] = py.truth [[FIRST]]
# CHECK-NEXT:  if [[TRUTH]] : dyn then {
# CHECK-NEXT:    py.call
# CHECK:       } else {
# CHECK-NEXT:    yield_values [[FIRST]]

def found(xs, wanted):
    def body(item, done):
        return ag__.if_stmt(item == wanted, lambda: True, lambda: done),
    done, = ag__.for_stmt(xs, lambda done: ag__.not_(done), body, (False,))
    return ag__.ld(done)

# The test comes before the first item and behind each turn.
# CHECK-LABEL: func @found(
# CHECK:       [[ITERATOR:%[0-9]+]] = py.iter
# CHECK:       if %{{[0-9]+}} then {
# CHECK:         for [[ITERATOR]]
# CHECK:           py.unpack 1
# CHECK:           bool.not
# CHECK-NEXT:      if %{{[0-9]+}} then {
# CHECK-NEXT:        break
# CHECK:         py.call_method "ld"

def rebound(ag__, x):
    return ag__.not_(x)

# CHECK-LABEL: func @rebound(
# CHECK:       py.call_method "not_"
