# form-expect: fail the form makes the arguments of calls itself: other messages
"""What tracebacks mark under the failing line, for many shapes of expressions: each is caught, and all
go out as one chain of causes."""


class Broken:
    def __getattr__(self, name):
        raise AttributeError(name)

    def __bool__(self):
        raise ValueError("no truth")

    def __iter__(self):
        raise ValueError("no iteration")

    def __enter__(self):
        raise ValueError("no entry")

    def __exit__(self, *details):
        return None

    def __contains__(self, item):
        raise ValueError("no membership")

    def __format__(self, spec):
        raise ValueError("no format " + spec)


b = Broken()
d = {"a": {"b": [1, 2, {"c": None}]}}
n = None
zero = 0
xs = [1, 2, 3]


def fail(*args, **kwargs):
    raise ValueError("failed")


def two(a, b):
    return a, b


shapes = []
shape = shapes.append


@shape
def binary():
    return 1 + xs


@shape
def division():
    return 10 / zero * 3


@shape
def nested_operators():
    return 1 + 2 * (3 - n) ** 2


@shape
def left_operand():
    return (n + 1) * 2 - 3


@shape
def power():
    return 2 ** n ** 2


@shape
def power_left():
    return (n ** 2) ** 2


@shape
def floor_division():
    return (1 +
            2) // zero


@shape
def over_lines():
    return two(
        1,
        n + 1,
    )


@shape
def call_over_lines():
    return fail(
        1,
        2,
    )


@shape
def subscript():
    return d["a"]["x"]["c"]


@shape
def deep_subscript():
    return d["a"]["b"][2]["c"]["d"]


@shape
def spaced_subscript():
    return d  [ "a" ] [ "z" ]


@shape
def slice_():
    return n[1:2]


@shape
def index_of_call():
    return two(1, 2)[5]


@shape
def attribute():
    return d["a"].nope.more


@shape
def attribute_of_none():
    return n.foo


@shape
def method():
    return xs.nope(1, 2)


@shape
def method_raises():
    return xs.index(42) + 1


@shape
def call():
    return fail() + 1


@shape
def nested_call():
    return two(1, fail(2))


@shape
def wrong_count():
    return two(1)


@shape
def not_callable():
    return n(1)


@shape
def whole_line():
    fail()


@shape
def statement_with_comment():
    fail()  # and why


@shape
def assigned():
    value = fail(1)  # a remark
    return value


@shape
def comparison():
    return 1 < 2 < xs


@shape
def membership():
    return 1 in n


@shape
def not_membership():
    return 1 not in b


@shape
def unary():
    return -xs


@shape
def unary_in_sum():
    return 1 + -xs


@shape
def truth():
    return not b


@shape
def condition():
    if b:
        return 1


@shape
def condition_call():
    if fail(1) and b:
        return 1


@shape
def while_condition():
    while xs and b:
        pass


@shape
def conditional_expression():
    return 1 if b else 2


@shape
def boolean_operators():
    return xs and n.foo or 3


@shape
def loop():
    for item in n:
        pass


@shape
def loop_call():
    for item in fail(1):
        pass


@shape
def unpack():
    x, y = xs


@shape
def unpack_few():
    x, y, z, w = xs


@shape
def unpack_none():
    x, y = n


@shape
def unpack_nested():
    (x, y), z = 1, 2


@shape
def augmented():
    total = 1
    total += n


@shape
def augmented_subscript():
    xs[1] += "a"


@shape
def augmented_attribute():
    n.count += 1


@shape
def store_subscript():
    n[1] = 2


@shape
def store_attribute():
    n.x = 2


@shape
def store_deep():
    d["a"]["q"]["r"] = 1


@shape
def delete_subscript():
    del xs[10]


@shape
def delete_attribute():
    del n.foo


@shape
def delete_name():
    del missing


@shape
def name():
    return missing + 1


@shape
def local():
    print(later)
    later = 1


@shape
def assertion():
    assert zero, "is zero"


@shape
def assertion_expression():
    assert zero == 1 and xs


@shape
def raise_():
    raise KeyError("plain")


@shape
def raise_call():
    raise ValueError(
        "over lines"
    )


@shape
def raise_nothing():
    raise zero


@shape
def f_string():
    return f"value {n.x} and {xs}"


@shape
def f_string_format():
    return f"{b:>10}"


@shape
def lambda_():
    return (lambda v: v + n)(1)


@shape
def display():
    return [1, n + 1, 2]


@shape
def dict_display():
    return {"a": 1, xs: 2}


@shape
def set_display():
    return {1, xs}


@shape
def starred():
    return [*xs, *n]


@shape
def starred_call():
    return two(*n)


@shape
def double_starred_call():
    return two(**n)


@shape
def with_():
    with b as value:
        pass


@shape
def with_call():
    with fail(1) as value, b:
        pass


@shape
def import_():
    import no_such_module


@shape
def decorator():
    @n
    def inner():
        pass


@shape
def decorator_call():
    @fail(1)
    def inner():
        pass


@shape
def default():
    def inner(a=n + 1):
        pass


@shape
def base():
    class Inner(n.foo):
        pass


@shape
def class_body():
    class Inner:
        value = n + 1


@shape
def unicode_line():
    return "äöü" + n + "日本"


@shape
def unicode_before():
    größe = "日本"; return größe.länge


@shape
def walrus():
    return (found := n + 1)


@shape
def parenthesised():
    return ((n) + (1))


@shape
def parenthesised_subscript():
    return (d)[("nope")]


@shape
def string_operator():
    return "+ - [" + n + "]"


@shape
def matrix():
    return xs @ xs


@shape
def shift():
    return 1 << n


@shape
def bits():
    return 1 | 2 ^ 3 & n


@shape
def generator_argument():
    return sum(x + n for x in xs)


@shape
def tabs():
	return xs[	7	]


@shape
def several_statements():
    a = 1; b2 = n + a; c = 2


@shape
def continuation():
    return 1 + \
        n


@shape
def yield_value():
    def inner():
        got = yield 1
        yield got + n
    g = inner()
    next(g)
    g.send(1)


@shape
def match_():
    match fail(1):
        case 1:
            pass


@shape
def return_of_recursion():
    def down(k):
        return down(k - 1) + 1 if k else n + 1
    return down(5)


def run():
    last = None
    for each in shapes:
        try:
            each()
        except Exception as e:
            print(each.__name__, type(e).__name__, e)
            first = e
            while first.__cause__ is not None or first.__context__ is not None:
                first = first.__cause__ or first.__context__
            first.__cause__ = last
            last = e
        else:
            print(each.__name__, "did not fail")
    raise RuntimeError("all of them") from last


run()
