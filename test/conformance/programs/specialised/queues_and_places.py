"""Modules that are CPython's own, with parts that are ours, within a step."""
# tier2: <module>.loop.body 30
# float-tolerance: 1e-4
import bisect
import heapq

import torch

torch.manual_seed(0)
weight = torch.zeros(3, requires_grad=True)
bounds = [1, 5, 9, 20]
for step in range(30):
    heap = [3, 1, 2]
    heapq.heapify(heap)
    heapq.heappush(heap, 7)
    at = bisect.bisect_left(bounds, 6)
    loss = ((weight - 1) ** 2).sum() + heapq.heappop(heap) + at
    loss.backward()
    with torch.no_grad():
        weight.sub_(0.01 * weight.grad)
        weight.grad = None
print(loss, weight)
