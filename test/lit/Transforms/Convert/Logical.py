# RUN: %janusc %s --emit=functional | %FileCheckOrUpdate %s
# Lazy operands are thunks; identity tests and chains stay Python.

def logic(a, b, m):
    p = a and b() or m
    q = not a != b
    r = m is None
    s = a < b < m
    t = 3 in m
    u = 3 not in m
    return p == q, r, s, t, u

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def logic(a, b, m):
# CHECK-NEXT:     p = ag__.or_(ag__.and_(a, lambda: ag__.converted_call(b, ())), lambda: m)
# CHECK-NEXT:     q = ag__.not_(ag__.not_eq(a, b))
# CHECK-NEXT:     r = m is None
# CHECK-NEXT:     s = a < b < m
# CHECK-NEXT:     t = ag__.in_(3, m)
# CHECK-NEXT:     u = ag__.not_in(3, m)
# CHECK-NEXT:     return ag__.eq(p, q), r, s, t, u
