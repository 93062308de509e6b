# All of itertools, with the errors of their arguments.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


import itertools as it
import operator

from itertools import chain, count, cycle, islice, repeat, tee

show(
    lambda: (list(it.accumulate([1, 2, 3])), list(it.accumulate([1, 2, 3], operator.mul)), list(it.accumulate([1, 2], initial=10)), list(it.accumulate([])), list(it.accumulate([], initial=5)), list(it.accumulate("abc")), list(it.accumulate([3, 1, 2], max))),
    lambda: (list(chain("ab", [1], ())), list(chain()), list(chain.from_iterable(["ab", [1, 2]])), list(chain.from_iterable([])), list(islice(chain([1], count(5)), 4))),
    lambda: (list(it.combinations("abcd", 2)), list(it.combinations([1, 2], 3)), list(it.combinations([1, 2], 0)), list(it.combinations_with_replacement("ab", 2)), list(it.combinations_with_replacement([], 1)), len(list(it.combinations(range(10), 5)))),
    lambda: (list(it.permutations([1, 2, 3])), list(it.permutations("abc", 2)), list(it.permutations([], 0)), list(it.permutations([1], 2)), len(list(it.permutations(range(6)))), list(it.permutations(range(4), 3))[7:12]),
    lambda: (list(it.product("ab", [1, 2])), list(it.product([0, 1], repeat=3)), list(it.product()), list(it.product([], [1])), list(it.product("ab", repeat=0)), list(it.product([1], [2], repeat=2))),
    lambda: (list(it.compress("abcd", [1, 0, 1, 0])), list(it.compress("ab", [1])), list(islice(count(), 3)), list(islice(count(2.5, 0.5), 3)), list(islice(count(5, -2), 3)), count(3), count(3, 2), repr(count(1.5)), list(islice(count(2 ** 63 - 1), 2))),
    lambda: (list(islice(cycle("ab"), 5)), list(cycle([])), list(it.dropwhile(lambda x: x < 3, [1, 3, 2])), list(it.takewhile(lambda x: x < 3, [1, 3, 2])), list(it.filterfalse(None, [0, 1, 2])), list(it.filterfalse(lambda x: x % 2, range(5)))),
    lambda: ([(k, list(g)) for k, g in it.groupby("aabbba")], [(k, list(g)) for k, g in it.groupby([1, 3, 2, 4], lambda x: x % 2)], [k for k, g in it.groupby([1, 1, 2])], list(it.groupby([]))),
    lambda: (list(islice("abcdef", 3)), list(islice("abcdef", 1, 4)), list(islice("abcdef", 1, None, 2)), list(islice("abc", 0)), list(islice("abcdef", None, None, 3)), list(islice(iter("abc"), 5, 10))),
    lambda: (list(it.pairwise("abc")), list(it.pairwise([1])), list(repeat("x", 3)), repeat(5), repeat("a", 2), list(repeat(1, 0)), list(repeat(1, -3)), list(map(pow, range(3), repeat(2))), list(it.starmap(pow, [(2, 3), (3, 2)])), list(it.starmap(max, ["ab", [1, 5]]))),
    lambda: (list(it.zip_longest("ab", [1])), list(it.zip_longest("a", [1, 2], fillvalue="-")), list(it.zip_longest()), list(it.zip_longest([], [])), [list(t) for t in tee([1, 2])], [list(t) for t in tee("ab", 3)], tee([], 0)),
    lambda: it.combinations([1], -1),
    lambda: it.combinations([1]),
    lambda: it.permutations([1], -1),
    lambda: it.permutations([1], "a"),
    lambda: it.product([1], repeat=-1),
    lambda: it.product([1], foo=1),
    lambda: islice([1], -1),
    lambda: islice([1], "a"),
    lambda: islice([1], 1, 2, 0),
    lambda: islice([1]),
    lambda: count("a"),
    lambda: cycle(5),
    lambda: chain(5).__next__(),
    lambda: list(chain.from_iterable([1])),
    lambda: list(it.starmap(pow, [1])),
    lambda: it.repeat(),
    lambda: it.accumulate(5),
    lambda: it.groupby(5),
    lambda: it.tee([], -1),
    lambda: it.compress("a"),
    lambda: list(it.takewhile(5, [1])),
    lambda: it.zip_longest([1], foo=2),
    lambda: it.pairwise(5),
    lambda: (type(count()), type(chain()), type(it.groupby([])), type(repeat(1)), type(islice([], 1)), type(tee([])[0]).__name__, repeat(1, 5).__length_hint__()),
)
a, b = tee(iter([1, 2, 3]))
print(next(a), next(a), next(b), list(a), list(b))
c, d = tee(a)
groups = it.groupby([1, 1, 2, 2, 3])
key, first = next(groups)
print(key, next(first))
key, second = next(groups)
print(key, list(first), list(second), [k for k, _ in groups])
counter = count(1)
print(next(counter), next(counter), list(zip(counter, "ab")), next(counter))


class Many(chain):
    pass


print(list(Many([1], [2])), isinstance(Many(), chain))
print(sum(1 for _ in islice(cycle(range(3)), 100)), max(it.accumulate(range(10))))
