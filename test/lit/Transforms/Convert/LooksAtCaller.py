# RUN: %janusc %s --emit=py-after-control-flow | %FileCheckOrUpdate %s
# Code that looks at the function it is in stays there: the whole function when it is about variables,
# the statement when it is `super()`.
class Net(Base):
    def scaled(self, x):
        if x:
            y = super().scaled(x)
        else:
            y = 1
        if y:
            y = super(Net, self).scaled(y)
        return y


def variables(x):
    if x:
        y = 1
    return sorted(locals()), eval("y")

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: class Net(Base):
# CHECK-NEXT:     def scaled(self, x):
# CHECK-NEXT:         if x:
# CHECK-NEXT:             y = ag__.converted_call(super().scaled, (x,))
# CHECK-NEXT:         else:
# CHECK-NEXT:             y = 1
# CHECK-NEXT:         cond = y
# CHECK-NEXT:         def if_body(y=y):
# CHECK-NEXT:             y = ag__.converted_call(ag__.converted_call(super, (Net, self)).scaled, (y,))
# CHECK-NEXT:             return y,
# CHECK-NEXT:         def else_body(y=y):
# CHECK-NEXT:             return y,
# CHECK-NEXT:         y, = ag__.if_stmt(cond, if_body, else_body)
# CHECK-NEXT:         return y
# CHECK-NEXT: def variables(x):
# CHECK-NEXT:     if x:
# CHECK-NEXT:         y = 1
# CHECK-NEXT:     return ag__.converted_call(sorted, (locals(),)), eval('y')
