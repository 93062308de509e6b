# A loop of a function goes through a list by place; that of a generator, and an iterator with other uses, do not.
# RUN: %janusc %s --emit=cpp | sed -n '/^static jn_value f_[a-z_]*(.*{/,/^}/p' | %FileCheck %s


# CHECK-LABEL: f_with_else(jn_function
# CHECK: [[THROUGH:t[0-9]+]] = jn_loop_start(v_items, &[[PLACE:i[0-9]+]]);
# CHECK: jn_loop_next([[THROUGH]], &[[PLACE]]);
# CHECK: done{{[0-9]+}}:;
# CHECK-NEXT: jn_release([[THROUGH]]); [[THROUGH]] = jn_none();
def with_else(items):
    for x in items:
        print(x)
    else:
        print("all")


# CHECK-LABEL: f_generator(jn_generator
# CHECK-NOT: jn_loop_
# CHECK: jn_iter(v_items)
# CHECK: = jn_next(
def generator(items):
    for x in items:
        yield x
