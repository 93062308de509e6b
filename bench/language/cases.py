# What tier 1 makes of the language's core. Each case runs its operation `n` times; the argument tells how
# many times in all. Prints a line for each case: its name and the CPU nanoseconds of one operation.
# bench/language/run compares python3 and janusc with it.
import sys
import time


class Point:
    scale = 3

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def total(self):
        return self.x + self.y

    def shifted(self, by):
        return self.x + by

    @property
    def product(self):
        return self.x * self.y

    def __add__(self, other):
        return self.x + other.x


class Derived(Point):
    def __init__(self, x, y):
        super().__init__(x, y)


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, *details):
        return False


def add(a, b):
    return a + b


def with_default(a, b=2, *, c=3):
    return a


def fail(i):
    raise ValueError(i)


def integers(n):
    total = 0
    for i in range(n):
        total = (total * 3 + i) % 1000003
    return total


def floats(n):
    total = 0.0
    for i in range(n):
        total = total * 0.5 + i
    return total


def while_loop(n):
    i = 0
    while i < n:
        i += 1
    return i


def for_over_list(n):
    items = list(range(1000))
    total = 0
    for _ in range(n // 1000):
        for item in items:
            total += item
    return total


def for_over_tuple(n):
    items = tuple(range(1000))
    total = 0
    for _ in range(n // 1000):
        for item in items:
            total += item
    return total


def for_over_dict(n):
    items = dict.fromkeys(range(1000), 1)
    total = 0
    for _ in range(n // 1000):
        for key in items:
            total += key
    return total


def for_over_items(n):
    items = dict.fromkeys(range(1000), 1)
    total = 0
    for _ in range(n // 1000):
        for key, value in items.items():
            total += value
    return total


def for_over_zip(n):
    left, right = list(range(1000)), list(range(1000))
    total = 0
    for _ in range(n // 1000):
        for a, b in zip(left, right):
            total += b
    return total


def for_over_enumerate(n):
    items = list(range(1000))
    total = 0
    for _ in range(n // 1000):
        for i, item in enumerate(items):
            total += i
    return total


def for_over_string(n):
    text = "abcde" * 200
    total = 0
    for _ in range(n // 1000):
        for c in text:
            if c == "c":
                total += 1
    return total


def generator(n):
    def count(limit):
        i = 0
        while i < limit:
            yield i
            i += 1
    total = 0
    for i in count(n):
        total += i
    return total


def attribute_load(n):
    p = Point(1, 2)
    total = 0
    for _ in range(n):
        total += p.x
    return total


def attribute_store(n):
    p = Point(1, 2)
    for i in range(n):
        p.x = i
    return p.x


def attribute_update(n):
    p = Point(1, 2)
    for _ in range(n):
        p.x += 1
    return p.x


def class_attribute(n):
    p = Point(1, 2)
    total = 0
    for _ in range(n):
        total += p.scale
    return total


def property_load(n):
    p = Point(1, 2)
    total = 0
    for _ in range(n):
        total += p.product
    return total


def function_call(n):
    total = 0
    for i in range(n):
        total = add(total, i)
    return total


def keyword_call(n):
    total = 0
    for i in range(n):
        total += with_default(i, c=4)
    return total


def default_call(n):
    total = 0
    for i in range(n):
        total += with_default(i)
    return total


def closure_call(n):
    step = 2

    def bump(i):
        return i + step
    total = 0
    for i in range(n):
        total = bump(total)
    return total


def method_call(n):
    p = Point(1, 2)
    total = 0
    for _ in range(n):
        total += p.total()
    return total


def method_call_argument(n):
    p = Point(1, 2)
    total = 0
    for i in range(n):
        total += p.shifted(i + 1)
    return total


def operator_method(n):
    p = Point(1, 2)
    total = 0
    for _ in range(n):
        total += p + p
    return total


def construct(n):
    p = None
    for i in range(n):
        p = Point(i, 2)
    return p.x


def construct_derived(n):
    p = None
    for i in range(n):
        p = Derived(i, 2)
    return p.x


def recursion(n):
    def fib(k):
        return k if k < 2 else fib(k - 1) + fib(k - 2)
    calls = 0
    for _ in range(n // 1000):
        fib(13)  # 753 calls
        calls += 753
    return calls


def list_append(n):
    items = []
    for i in range(n):
        items.append(i)
    return len(items)


def list_pop(n):
    items = list(range(n))
    for _ in range(n):
        items.pop()
    return len(items)


def list_comprehension(n):
    total = 0
    for _ in range(n // 1000):
        total += len([i * 2 for i in range(1000)])
    return total


def list_index(n):
    items = [1, 2, 3, 4]
    total = 0
    for i in range(n):
        total += items[i & 3]
    return total


def list_store(n):
    items = [1, 2, 3, 4]
    for i in range(n):
        items[i & 3] = i
    return items[0]


def list_slice(n):
    items = list(range(8))
    for _ in range(n):
        part = items[2:5]
    return len(part)


def dict_load(n):
    table = {"a": 1, "b": 2, "c": 3}
    total = 0
    for _ in range(n):
        total += table["b"]
    return total


def dict_store(n):
    table = {}
    for i in range(n):
        table[i & 1023] = i
    return len(table)


def dict_get(n):
    table = {"a": 1, "b": 2, "c": 3}
    total = 0
    for _ in range(n):
        total += table.get("z", 1)
    return total


def dict_counts(n):
    counts = {}
    for i in range(n):
        key = i & 255
        counts[key] = counts.get(key, 0) + 1
    return len(counts)


def membership(n):
    names = {"a", "b", "c"}
    total = 0
    for _ in range(n):
        if "b" in names:
            total += 1
    return total


def tuple_display(n):
    pair = ()
    for i in range(n):
        pair = (i, n)
    return len(pair)


def swap(n):
    a, b = 1, 2
    for _ in range(n):
        a, b = b, a
    return a


def swap_items(n):
    items = [1, 2, 3, 4]
    for _ in range(n):
        items[0], items[3] = items[3], items[0]
    return items[0]


def fibonacci_pair(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, (a + b) & 0xffff
    return a


def unpack_tuple(n):
    pair = (1, 2)
    for _ in range(n):
        x, y = pair
    return x


def return_pair(n):
    def both(i):
        return i, i
    total = 0
    for i in range(n):
        x, y = both(i)
        total += y
    return total


def string_concat(n):
    text = ""
    for i in range(n):
        text += "x"
    return len(text)


def string_join(n):
    total = 0
    parts = ["abc"] * 1000
    for _ in range(n // 1000):
        total += len(",".join(parts))
    return total


def string_format(n):
    total = 0
    for i in range(n):
        total += len(f"{i}: value")
    return total


def string_format_float(n):
    total = 0
    for i in range(n):
        total += len(f"{i * 0.5:.3f}")
    return total


def string_compare(n):
    a, b, total = "alpha", "beta", 0
    for _ in range(n):
        if a == b:
            total += 1
    return total


def string_methods(n):
    total = 0
    for _ in range(n):
        total += len("  some words here ".strip().split())
    return total


def raise_and_catch(n):
    caught = 0
    for i in range(n):
        try:
            fail(i)
        except ValueError:
            caught += 1
    return caught


def try_without_error(n):
    total = 0
    for i in range(n):
        try:
            total += i
        except ValueError:
            pass
    return total


def try_finally(n):
    total = 0
    for i in range(n):
        try:
            total += i
        finally:
            total -= 1
    return total


def with_statement(n):
    manager = Manager()
    total = 0
    for i in range(n):
        with manager:
            total += i
    return total


def isinstance_check(n):
    p = Derived(1, 2)
    total = 0
    for _ in range(n):
        if isinstance(p, Point):
            total += 1
    return total


def len_call(n):
    items = [1, 2, 3]
    total = 0
    for _ in range(n):
        total += len(items)
    return total


def min_max(n):
    total = 0
    for i in range(n):
        total += max(i, 3)
    return total


def lambda_sort(n):
    pairs = [(i * 7919 % 1000, i) for i in range(1000)]
    total = 0
    for _ in range(n // 1000):
        total += sorted(pairs, key=lambda pair: pair[0])[0][1]
    return total


def big_integers(n):
    x = 1
    for i in range(n // 100):
        x = x * 3 + i
        if x > 10 ** 60:
            x = 1
    return x % 7


def match_statement(n):
    total = 0
    for i in range(n):
        match i & 3:
            case 0:
                total += 1
            case 1 | 2:
                total += 2
            case _:
                total += 3
    return total


def global_variable(n):
    global counter
    counter = 0
    for _ in range(n):
        counter += 1
    return counter


counter = 0
CASES = [integers, floats, while_loop, for_over_list, for_over_tuple, for_over_dict, for_over_items,
         for_over_zip, for_over_enumerate, for_over_string, generator, attribute_load, attribute_store,
         attribute_update, class_attribute, property_load, function_call, keyword_call, default_call,
         closure_call, method_call, method_call_argument, operator_method, construct, construct_derived,
         recursion, list_append, list_pop, list_comprehension, list_index, list_store, list_slice,
         dict_load, dict_store, dict_get, dict_counts, membership, tuple_display, swap, swap_items,
         fibonacci_pair, unpack_tuple, return_pair, string_concat, string_join, string_format,
         string_format_float, string_compare, string_methods, raise_and_catch, try_without_error,
         try_finally, with_statement, isinstance_check, len_call, min_max, lambda_sort, big_integers,
         match_statement, global_variable]


def main():
    count = int(sys.argv[1])
    wanted = sys.argv[2:]
    for case in CASES:
        if wanted and case.__name__ not in wanted:
            continue
        case(1000)
        start = time.process_time()
        case(count)
        spent = time.process_time() - start
        print(case.__name__, f"{spent / count * 1e9:.2f}")


main()
