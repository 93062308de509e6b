# RUN: %janusc %s --emit=py-after-slices | %FileCheckOrUpdate %s
# Reads and writes; aliasing stays. Left alone: del, augmented assignment, patterns.

def window(x, i, y) -> dict[str, int]:
    z: list[int] = x[i]
    x[i] = y
    x[1:, ::2, None] = x[..., -1]
    x[i] += 1
    a, x[0] = y
    del x[i]
    return x[1:i:2]

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def window(x, i, y) -> dict[str, int]:
# CHECK-NEXT:     z: list[int] = x[i]
# CHECK-NEXT:     ag__.set_item(y, lambda: (x, i))
# CHECK-NEXT:     ag__.set_item(ag__.get_item(x, (..., -1)), lambda: (x, (slice(1, None, None), slice(None, None, 2), None)))
# CHECK-NEXT:     x[i] += 1
# CHECK-NEXT:     a, x[0] = y
# CHECK-NEXT:     del x[i]
# CHECK-NEXT:     return ag__.get_item(x, slice(1, i, 2))
