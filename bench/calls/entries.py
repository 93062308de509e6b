"""Microseconds of one entry of a specialised function, `NAME MICROSECONDS` a line: a network of fifty modules and the
least of one module, over one element, so that their difference is the guards, the modules' numbers and 48 products."""
import time

import torch
import torch.nn as nn


class Scale(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, x):
        return x * self.factor


many = nn.Sequential(*[Scale(1.0 + i / 1000) for i in range(49)])
one = Scale(1.0)


@torch.no_grad()
def through_many(x):
    return many(x)


@torch.no_grad()
def through_one(x):
    return one(x)


def measured(f, x):
    start = time.process_time()
    for _ in range(5000):
        f(x)
    return (time.process_time() - start) * 1e6 / 5000


x = torch.ones(1)
for _ in range(50):
    through_many(x)
    through_one(x)
fifty, single = [], []
for _ in range(20):
    fifty.append(measured(through_many, x))
    single.append(measured(through_one, x))
print(f"entry, one module {min(single):.4f}")
print(f"entry, guards of 50 modules {max(min(fifty) - min(single), 0.0):.4f}")
