"""Parameters and tensors without dimensions in texts: a subclass shows itself, `%` takes any number. And numbers on the left."""
import math

import torch

scale = torch.nn.Parameter(torch.tensor(0.75))
plain = torch.tensor(2.5)
whole = torch.tensor([3, -4, 5])


def attempt(call):
    try:
        return call()
    except TypeError as error:
        return f"TypeError {error}"


def step(i):
    y = scale * i
    texts = [f"{scale}", "{}".format(scale), "%.3f" % scale, "%d" % plain, "%.2f" % y.sum(), f"{plain:.3f}", f"{plain}",
             "{:.1f}".format(plain), attempt(lambda: f"{scale:.2f}"), attempt(lambda: math.trunc(plain)), math.floor(plain),
             math.ceil(plain), math.sqrt(plain)]
    return texts, y


def divided(n):
    return n // whole, torch.remainder(n, whole), n % whole, n - whole


for i in range(40):
    texts, y = step(i)
    parts = divided(7)
print(*texts, sep="\n")
print([p.tolist() for p in parts])


def shown(i):
    return f"{i} {scale}", scale * 2


def formatted(i):
    y = scale * 2
    try:
        return "%d " % i + f"{scale:.2f}"
    except TypeError:
        return "TypeError"


def truncated(i):
    z = (plain * i).sum()
    try:
        return math.trunc(plain), z
    except TypeError:
        return "TypeError", z


def percents(t):
    return "%.3f" % t.sum()


for i in range(40):
    results = shown(i)[0], formatted(i), truncated(i)[0], percents(whole * 1.5)
print(*results, sep="\n")
