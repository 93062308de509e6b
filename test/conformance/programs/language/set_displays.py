"""Displays of constants: sets come out in the order that CPython's constants give them."""


def show(s):
    print(list(s), s == set(list(s)), len(s))


show({1, 2, 3})
show({3, 1, 2})
show({8, 1, 16, 24, 9})
show({100, 3, 50, 7, 1000, 12})
show({10, 20})
show({32, 0})
show({0, 32})
show({64, 0, 32})
show({5, -1, -2, 3})
show({1.5, 2, True, 1})
show({True, 1, 1.0, 0})
show({0, False, 0.0, None})
show({7, 15, 23, 31, 39, 47})
show({7, 15, 23, 31, 39, 47, 55, 63, 71, 79, 87})
show({(1, 2), 3, 33})
show({1 << 70, 5, 3})
x = 40
show({x, 8, 16})
show({8, 16, x})
show({*[40, 8], 16, 24})
show({8, 16, 24, *[40]})
show({-1, -2, -3})
show({2 ** 3, 16, 24})
for item in {24, 16, 8}:
    print(item)
print([i in {3, 1, 2} for i in range(5)])
print(list({k for k in (24, 16, 8)}))
print({24: 1, 16: 2, 8: 3})
print(list(frozenset({24, 16, 8})))
s = {48, 8, 16, 24}
s.add(40)
s.discard(8)
s |= {8, 56, 0}
show(s)
