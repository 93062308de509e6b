"""Microseconds of one crossing, `NAME MICROSECONDS` a line: of many, one at a time, the fastest and the median."""
import time

import numpy as np
import torch


def measure(name, prepare, cross, count):
    times = []
    for _ in range(count):
        thing = prepare()
        start = time.perf_counter()
        kept = cross(thing)
        times.append((time.perf_counter() - start) * 1e6)
        del kept
    times.sort()
    print(f"{name} {times[0]:.3f}")
    print(f"{name}, typical {times[len(times) // 2]:.3f}")


add = np.float64(2.0).__add__
array = np.ones((512, 512), dtype=np.float32)
shared = torch.ones(512, 512)
shared.numpy()
measure("scalar call", lambda: 1.0, add, 20000)
measure("1 MB tensor, first time", lambda: torch.ones(512, 512), lambda t: t.numpy(), 50)
measure("1 MB tensor, known", lambda: shared, lambda t: t.numpy(), 200)
measure("1 MB of numpy as a tensor", lambda: array, torch.from_numpy, 50)
