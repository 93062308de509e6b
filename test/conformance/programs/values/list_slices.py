# Slices of lists: reading, assigning, deleting; slice objects.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


a = list(range(10))

show(
    lambda: (a[2:5], a[:3], a[7:], a[:], a[::2], a[::-1], a[8:2:-2], a[-3:], a[:-3], a[100:], a[-100:3], a[5:2], a[::100], a[9::-3], a[-1:-4:-1], a[None:None:None], a[slice(2, 4)]),
    lambda: a[::0],
    lambda: a["a":],
    lambda: a[1.0:],
    lambda: (slice(5), slice(1, 5), slice(1, 5, 2), slice(None), slice(1, 5).start, slice(1, 5).stop, slice(5).step, slice(1, 2) == slice(1, 2), slice(1, 2) == slice(1, 3), slice(1, 2) < slice(1, 3)),
    lambda: (slice(1, 10, 3).indices(7), slice(None, None, -1).indices(5), slice(-3, None).indices(5), slice(10, -10, -2).indices(5), slice(0).indices(0)),
    lambda: slice(1).indices(-1),
    lambda: slice(),
    lambda: slice(1, 2, 3, 4),
    lambda: hash(slice(1)),
    lambda: (a[2 ** 100:], a[:2 ** 100], a[-2 ** 100:2], "abc"[2 ** 70:], a[::2 ** 70], a[::-2 ** 70]),
    lambda: (a[True:5], (1, 2, 3)[1:], "hello"[1:-1], b"hello"[::2], range(10)[2:8:2], range(10)[::-1]),
)
def assigned(start, stop, step, values):
    b = list(range(8))
    try:
        b[start:stop:step] = values
    except Exception as error:
        return type(error).__name__, str(error)
    return b


def deleted(start, stop, step=None):
    b = list(range(8))
    del b[start:stop:step]
    return b


print(assigned(2, 4, None, "xyz"), assigned(0, 0, None, [1, 2]), assigned(None, None, None, []))
print(assigned(2, 6, None, [9]), assigned(7, 100, None, range(3)), assigned(5, 2, None, "ab"))
print(assigned(None, None, 2, "abcd"), assigned(None, None, -2, "abcd"), assigned(0, 6, 3, (1, 2)))
print(assigned(None, None, 2, "abc"), assigned(0, 4, 2, 5), assigned(0, 4, None, 5), assigned(0, 4, 0, []))
print(assigned(1, 3, 1, {"k": 1}), assigned(3, 1, -1, "ab"), assigned(0, 8, 9, ["z"]))
print(deleted(2, 4), deleted(0, 0), deleted(None, None, 2), deleted(None, None, -3), deleted(5, 1, -2))
print(deleted(None, None), deleted(1, 100, 4), deleted(7, None), deleted(None, -7))
b = [1, 2, 3]
b[1:2] = b
print(b)
b[:] = reversed(b)
print(b)
b[len(b):] = [7]
b[:0] = "ab"
print(b)
