# RUN: %janusc %s --emit=py-after-return | %FileCheckOrUpdate %s
# One return at the end is left; a return in a loop ends it and skips its else clause.

def sign(x):
    """Docstring."""
    if x < 0:
        return -1
    elif x == 0:
        return
    print(x)
    return 1


def find(xs, lim):
    for i, x in enumerate(xs):
        if x > lim:
            return i
    else:
        lim = 0
    try:
        return xs[lim]
    except IndexError:
        print("none")
    else:
        print("found")
    finally:
        print("done")


def plain(x):
    print(x)
    return x


def generator(x):
    if x:
        return
    yield x

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: def sign(x):
# CHECK-NEXT:     'Docstring.'
# CHECK-NEXT:     do_return = False
# CHECK-NEXT:     retval = None
# CHECK-NEXT:     if x < 0:
# CHECK-NEXT:         retval = -1
# CHECK-NEXT:         do_return = True
# CHECK-NEXT:     elif x == 0:
# CHECK-NEXT:         retval = None
# CHECK-NEXT:         do_return = True
# CHECK-NEXT:     if not do_return:
# CHECK-NEXT:         print(x)
# CHECK-NEXT:         retval = 1
# CHECK-NEXT:         do_return = True
# CHECK-NEXT:     return retval
# CHECK-NEXT: def find(xs, lim):
# CHECK-NEXT:     do_return_1 = False
# CHECK-NEXT:     retval_1 = None
# CHECK-NEXT:     for i, x in ag__.breakable(enumerate(xs), lambda: do_return_1):
# CHECK-NEXT:         if x > lim:
# CHECK-NEXT:             retval_1 = i
# CHECK-NEXT:             do_return_1 = True
# CHECK-NEXT:     else:
# CHECK-NEXT:         if not do_return_1:
# CHECK-NEXT:             lim = 0
# CHECK-NEXT:     if not do_return_1:
# CHECK-NEXT:         try:
# CHECK-NEXT:             retval_1 = xs[lim]
# CHECK-NEXT:             do_return_1 = True
# CHECK-NEXT:         except IndexError:
# CHECK-NEXT:             print('none')
# CHECK-NEXT:         else:
# CHECK-NEXT:             if not do_return_1:
# CHECK-NEXT:                 print('found')
# CHECK-NEXT:         finally:
# CHECK-NEXT:             print('done')
# CHECK-NEXT:     return retval_1
# CHECK-NEXT: def plain(x):
# CHECK-NEXT:     print(x)
# CHECK-NEXT:     return x
# CHECK-NEXT: def generator(x):
# CHECK-NEXT:     if x:
# CHECK-NEXT:         return
# CHECK-NEXT:     (yield x)
