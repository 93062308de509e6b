# Tuples that are unpacked into two are not seen by the loop, and slices that are written at an item without a slice object.
# RUN: %janusc %s --emit=cpp | sed -n '/^static jn_value f_[a-z]*(.*{/,/^}/p' | %FileCheck %s


# CHECK-LABEL: f_pairs(
# CHECK: [[ITEM:t[0-9]+]] = jn_loop_next_pair({{t[0-9]+}}, &{{i[0-9]+}}, [[PAIR:p[0-9]+]]);
# CHECK: if ([[PAIR]][0].tag == JN_UNBOUND) {
# CHECK-NEXT: JN_CHECK_STATUS(jn_unpack_plain([[ITEM]], 2, [[PAIR]]), {{e[0-9]+}});
# CHECK: jn_decref([[ITEM]]);
def pairs(rows):
    total = 0
    for a, b in rows:
        total += a * b
    return total


# Three places, and an item that is used again.
# CHECK-LABEL: f_other(
# CHECK-NOT: jn_loop_next_pair
# CHECK: jn_unpack_plain({{t[0-9]+}}, 3, u)
# CHECK-NOT: jn_loop_next_pair
def other(rows):
    for a, b, c in rows:
        print(c)
    for row in rows:
        a, b = row
        print(row)


# CHECK-LABEL: f_slices(
# CHECK: [[BACK:t[0-9]+]] = jn_getslice_by({{.*}}, jn_none(), jn_int(-1));
# CHECK: jn_setslice({{.*}}, jn_none(), {{t[0-9]+}}, jn_none(), [[BACK]])
# CHECK: jn_getslice({{.*}}, jn_int(1), {{.*}});
def slices(items, k):
    for _ in range(k):
        items[:k + 1] = items[k::-1]
        print(items[1:k])


# CHECK-LABEL: f_deleted(
# CHECK: [[SLICE:t[0-9]+]] = jn_make_slice(
# CHECK: jn_delitem({{.*}}, [[SLICE]])
def deleted(items, k):
    del items[:k]
