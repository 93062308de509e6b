# RUN: %janusc %s --emit=py-after-lists | %FileCheckOrUpdate %s
# Displays, append and pop; not the targets of assignments, nor `pop` of a dictionary with a default.

def build(x, d):
    l = []
    l.append(x)
    last = l.pop()
    first = l.pop(0)
    [a, b] = [x, [last]]
    d.pop(x, None)
    l.append(*x)
    return l, first, a, b

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def build(x, d):
# CHECK-NEXT:     l = ag__.new_list([])
# CHECK-NEXT:     ag__.list_append(l, x)
# CHECK-NEXT:     last = ag__.list_pop(l)
# CHECK-NEXT:     first = ag__.list_pop(l, 0)
# CHECK-NEXT:     [a, b] = ag__.new_list([x, ag__.new_list([last])])
# CHECK-NEXT:     d.pop(x, None)
# CHECK-NEXT:     l.append(*x)
# CHECK-NEXT:     return l, first, a, b
