# RUN: %janusc %s --emit=py-after-assert | %FileCheckOrUpdate %s
# The message is evaluated on failure only.

def check(x):
    assert x
    assert x > 0, f"bad {x}"

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def check(x):
# CHECK-NEXT:     ag__.assert_stmt(x)
# CHECK-NEXT:     ag__.assert_stmt(x > 0, lambda: f'bad {x}')
