# numpy's float64 is a float: arithmetic with numbers, comparisons, keys, what takes a float, and what numpy warns of.
import collections
import json
import math
import random
import struct

import numpy as np
import torch

np.seterr(all="raise")
values = np.array([1.0, 2.5, -0.0, np.inf, np.nan, 1e308])
one, x, zero, inf, nan, big = values
print({1: "a"}[one], {one: "b"}[1], {2.5: "c"}[x], {(1, 2.5): "d"}[(one, x)], hash(x) == hash(2.5), {nan: 1}[nan])
for value in (x + 1, 1 + x, x - 2.5, 2.5 - x, x * True, x / 4, 10 / x, x + one, x // 2, x % 2, x ** 2, 2 ** x, -x, +x, abs(-x), divmod(x, 2), 3 * zero, x * 0,
              x + 2 ** 60, x + 2 ** 70, inf - 1, nan + x, 1 / inf):
    print(repr(value), type(value).__name__)
for make in (lambda: big * 10, lambda: big + big, lambda: x / 0, lambda: zero / zero, lambda: inf - inf, lambda: inf * 0, lambda: x / zero,
             lambda: big * 10 > 1, lambda: [1][x], lambda: range(x), lambda: x[0], lambda: x(), lambda: len(x), lambda: x.nothing):
    try:
        print(repr(make()))
    except Exception as error:
        print(type(error).__name__, error)
with np.errstate(all="ignore"):
    print(big * 10, x / 0, inf - inf)
with np.errstate(all="raise"):
    for make in (lambda: np.float64(1e-200) * 1e-200, lambda: x * 1e-320, lambda: big * 10, lambda: x * 2):
        try:
            print(repr(make()))
        except FloatingPointError as error:
            print("raised", error)
for truth in (x > 1, 1 < x, x == 2.5, 2.5 == x, x != x, nan == nan, nan != nan, x <= one, x >= 2, x > True, x < 10 ** 30, x == 2 ** 53 + 1):
    print(repr(truth), "true" if truth else "false", not truth, truth & True, end="; ")
print()
print(x is values[1], x in [2.5], 2.5 in [x], [x, one].index(1.0), isinstance(x, float), isinstance(x, int), isinstance(x, np.floating), type(x) is np.float64)
total = 0
for value in values[:2]:
    total += value
print(repr(total), repr(sum([x, one, 1])), max([x, 3]), sorted([x, 1, one]), collections.Counter([one, 1, x]), bool(zero), zero or "none")
print(f"{x:.3f} {x!r} {x} {x:>8} {big:g}", "%.2f %d %s" % (x, x, x), "{:e}".format(x), round(x), repr(round(np.float64(2.567), 1)), int(x), float(x), complex(x), str(x))
print(json.dumps([x, {"a": one}]), json.dumps({x: 1}), float.__repr__(x), float.hex(x), x.is_integer(), x.as_integer_ratio(), x.real, x.item(), x.dtype)
print(math.sqrt(x), math.floor(x), math.isclose(x, 2.5), math.hypot(x, one), math.fsum([x, one]), struct.pack("<d", x), math.copysign(x, -one))
random.seed(3)
print(random.uniform(one, x), random.choices("abc", weights=np.array([.1, .2, .7]), k=3), random.gauss(one, x))
t = torch.ones(2)
print(t * x, x * t, x - t, t + one, torch.tensor(x), torch.tensor([x, one]), torch.full((2,), x), t < x, t.clone().add_(x), torch.arange(3) + x)
print(np.log(x), np.add(x, one), np.array([x, 1]), [x, one], {"a": x}, np.mean([x, one]))
