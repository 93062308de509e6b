# RUN: %janusc %s --emit=py-after-break | %FileCheckOrUpdate %s
# A flag joins the loop's test and guards what follows; nested loops have flags of their own.

def search(rows, key):
    while True:
        key = next(rows)
        for item in key:
            if item:
                break
            print(item)
        else:
            break
        print("next")
    return key


def in_finally(x):
    while x:
        try:
            x = x - 1
        finally:
            break

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def search(rows, key):
# CHECK-NEXT:     did_break_1 = False
# CHECK-NEXT:     while not did_break_1:
# CHECK-NEXT:         key = next(rows)
# CHECK-NEXT:         did_break = False
# CHECK-NEXT:         for item in ag__.breakable(key, lambda: did_break):
# CHECK-NEXT:             if item:
# CHECK-NEXT:                 did_break = True
# CHECK-NEXT:             if not did_break:
# CHECK-NEXT:                 print(item)
# CHECK-NEXT:         if not did_break:
# CHECK-NEXT:             did_break_1 = True
# CHECK-NEXT:         if not did_break_1:
# CHECK-NEXT:             print('next')
# CHECK-NEXT:     return key
# CHECK-NEXT: def in_finally(x):
# CHECK-NEXT:     while x:
# CHECK-NEXT:         try:
# CHECK-NEXT:             x = x - 1
# CHECK-NEXT:         finally:
# CHECK-NEXT:             break
