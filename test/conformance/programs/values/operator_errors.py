# Texts of TypeErrors of operators, indexing, unpacking and calls of builtins.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


class Thing:
    pass


thing = Thing()

show(
    lambda: 1 + "a",
    lambda: "a" + 1,
    lambda: [] + 1,
    lambda: [] + (),
    lambda: () + [],
    lambda: b"" + "",
    lambda: "" + b"",
    lambda: {} + {},
    lambda: None + 1,
    lambda: 1 + None,
    lambda: thing + 1,
    lambda: 1 + thing,
    lambda: 1 - "a",
    lambda: "a" - 1,
    lambda: "a" * "b",
    lambda: [1] * "a",
    lambda: "a" * 1.5,
    lambda: 1.5 * "a",
    lambda: None * 2,
    lambda: 2 * None,
    lambda: [1] / 2,
    lambda: 1 // "a",
    lambda: 1 % [],
    lambda: [] % 1,
    lambda: 2 ** "a",
    lambda: "a" ** 2,
    lambda: 1 @ 2,
    lambda: 1 << "a",
    lambda: 1.5 << 1,
    lambda: 1 >> 1.5,
    lambda: 1 & 1.5,
    lambda: "a" | 1,
    lambda: {1} | [1],
    lambda: {} | 1,
    lambda: [] ^ [],
    lambda: -"a",
    lambda: +[],
    lambda: ~1.5,
    lambda: ~"a",
    lambda: abs("a"),
    lambda: not thing,
    lambda: 1 < "a",
    lambda: "a" > 1,
    lambda: [] < (),
    lambda: None < None,
    lambda: 1 <= None,
    lambda: thing >= thing,
    lambda: {} < {},
    lambda: 1j < 1,
    lambda: 1 in 5,
    lambda: "a" in 5,
    lambda: 5 in "a",
    lambda: thing in thing,
    lambda: 1 in thing,
    lambda: 5[0],
    lambda: None[0],
    lambda: thing[0],
    lambda: int[0],
    lambda: (1)[0],
    lambda: 1.5[0],
    lambda: len[0],
    lambda: thing.x,
    lambda: None.x,
    lambda: (5).x,
    lambda: "".x,
    lambda: [].x,
    lambda: Thing.x,
    lambda: 5(),
    lambda: None(),
    lambda: "a"(),
    lambda: thing(),
    lambda: [1](),
    lambda: [a for a, b in [1]],
    lambda: [a for a, b in [(1,)]],
    lambda: [a for a, b in [(1, 2, 3)]],
    lambda: [a for a, b, *c in [(1,)]],
    lambda: [a for a, b in ["abc"]],
    lambda: [a for a, b in [thing]],
    lambda: max(1, "a"),
    lambda: sum([1, "a"]),
    lambda: "".join([1]),
    lambda: sorted([1, "a"]),
    lambda: int("a"),
    lambda: float("a"),
    lambda: list(5),
    lambda: tuple(None),
    lambda: set(5),
    lambda: dict(5),
    lambda: str(1, 2),
    lambda: chr("a"),
    lambda: ord(1),
    lambda: range("a"),
    lambda: hash([]),
    lambda: iter(5),
    lambda: next(5),
    lambda: len(5),
    lambda: isinstance(1, 2),
    lambda: issubclass(1, int),
    lambda: [*5],
    lambda: {**5},
    lambda: print(**5),
    lambda: print(**{1: 2}),
    lambda: (lambda a: a)(),
    lambda: (lambda a: a)(1, 2),
    lambda: (lambda a: a)(b=1),
    lambda: (lambda *, a: a)(),
    lambda: (lambda a, a2: a)(1),
    lambda: len(),
    lambda: len(1, 2),
    lambda: len(a=1),
    lambda: "a".upper(1),
    lambda: [].append(),
    lambda: [].append(1, 2),
    lambda: [].append(x=1),
    lambda: {}.get(),
    lambda: "".split(1, 2, 3),
    lambda: int.from_bytes(),
)
def attempt(action):
    try:
        action()
    except Exception as error:
        print(type(error).__name__, error)


def assign():
    5[0] = 1


def item_of_str():
    "abc"[0] = "x"


def delete_item():
    del (1, 2)[0]


def delete_of_int():
    n = 5
    del n[0]


def set_attribute():
    (5).x = 1


def set_on_builtin():
    int.x = 1


def delete_attribute():
    del thing.x


def augmented_add():
    a = 1
    a += "x"


def augmented_or():
    a = {1}
    a |= [2]


def augmented_list():
    a = [1]
    a += 5


def augmented_sub():
    a = "x"
    a -= 1


def augmented_pow():
    a = "x"
    a **= 1


def augmented_tuple():
    t = ([],)
    try:
        t[0] += [1]
    finally:
        print(t)


def unpack_none():
    a, b = None


def unpack_int():
    (a, b), c = 1, 2


def unpack_few():
    a, *b, c = [1]


for case in (assign, item_of_str, delete_item, delete_of_int, set_attribute, set_on_builtin, delete_attribute,
             augmented_add, augmented_or, augmented_list, augmented_sub, augmented_pow, augmented_tuple, unpack_none,
             unpack_int, unpack_few):
    attempt(case)
