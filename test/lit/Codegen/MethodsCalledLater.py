# A method whose arguments are computed before its call is not bound in an object; a range that is only iterated over is not made.
# RUN: %janusc %s --emit=cpp | sed -n '/^static jn_value f_[a-z]*(.*{/,/^}/p' | %FileCheck %s


# CHECK-LABEL: f_called(
# CHECK: [[F:t[0-9]+]] = jn_load_method({{.*}}, &[[SELF:m[0-9]+]]);
# CHECK: jn_value a[] = {[[SELF]], {{.*}}}; {{t[0-9]+}} = jn_call_bound([[F]], a, 2);
# CHECK: jn_release([[F]]); jn_release([[SELF]]);
def called(o, x):
    o.take(x.one + 1)


# CHECK-LABEL: f_kept(
# CHECK: jn_load_attr(
# CHECK: jn_call_function(
def kept(o, x):
    take = o.take
    take(x.one + 1)
    return take


# CHECK-LABEL: f_named(
# CHECK: jn_load_attr(
# CHECK: jn_call_kw(
def named(o, x):
    o.take(value=x.one + 1)


# CHECK-LABEL: f_iterated(
# CHECK: jn_call_iterated(
# CHECK: jn_loop_start(
def iterated(n):
    for i in range(n):
        pass


# CHECK-LABEL: f_shown(
# CHECK-NOT: jn_call_iterated(
# CHECK: jn_call_function(
def shown(n):
    numbers = range(n)
    for i in numbers:
        pass
    return numbers
