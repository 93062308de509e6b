"""Microseconds of CPU time of calls from Python; one line a case."""
import sys
import time

import janus
import numpy
import torch

module, count = janus.load(sys.argv[1]), int(sys.argv[2])
add, same, stop, net = module.add, module.same, module.stop, module.net
array, tensor = numpy.zeros((1, 16), numpy.float32), torch.zeros(1, 16)


def catch():
    try:
        stop()
    except ValueError:
        pass


def measure(name, work, times):
    start = time.process_time()
    for _ in range(times):
        work()
    print(name, f"{1e6 * (time.process_time() - start) / times:.4f}")


measure("scalars", lambda: add(1.0, 2.0), count)
measure("text", lambda: add("a", "b"), count)
measure("torch_tensor", lambda: same(tensor), count // 10)
measure("numpy_array", lambda: same(array), count // 10)
with torch.no_grad():
    measure("linear_no_grad", lambda: net(tensor), count // 10)
measure("linear", lambda: net(tensor), count // 10)
measure("exception", catch, count // 10)
