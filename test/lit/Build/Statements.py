# The order of evaluation, and what each statement becomes.
# RUN: %janusc %s --emit=ir | %FileCheck %s


# CHECK-LABEL: func @augmented
# CHECK: %0 = slot.load $d : dyn
# CHECK-NEXT: %1 = slot.load $k : dyn
# CHECK-NEXT: %2 = py.getitem %0, %1 : dyn
# CHECK-NEXT: %3 = slot.load $v : dyn
# CHECK-NEXT: %4 = py.iadd %2, %3 : dyn
# CHECK-NEXT: py.setitem %0, %1, %4
def augmented(d, k, v):
    d[k] += v


# CHECK-LABEL: func @chain
# CHECK: py.lt
# CHECK-NEXT: py.truth
# CHECK-NEXT: if
# CHECK: py.lt
# CHECK: yield_values
def chain(a, b, c):
    return a < b < c


# CHECK-LABEL: func @handlers
# CHECK: try body {
# CHECK: except(%[[E:[0-9]+]]: exception)
# CHECK: py.exception_matches %[[E]]
# CHECK: reraise_exception %[[E]]
def handlers(f):
    try:
        f()
    except ValueError as error:
        return error


# A comprehension is built in place; one whose variable is captured is a function.
# CHECK-LABEL: func @inplace
# CHECK: py.list_append
# CHECK-LABEL: func @captured
# CHECK: py.function @captured.<locals>.<listcomp>
def inplace(xs):
    return [x + 1 for x in xs]


def captured(xs):
    return [lambda: x for x in xs]
