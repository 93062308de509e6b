"""Modules of torch that stay in Python and that programs name without importing them."""
import torch

engine = torch.quasirandom.SobolEngine(dimension=3)
print(engine.draw(4))
engine = torch.quasirandom.SobolEngine(5, scramble=True, seed=3)
first = engine.draw(2)
print(first.shape, bool((first >= 0).all() and (first < 1).all()), type(first) is torch.Tensor)
print((first * 2).sum() > 0)
print(torch.multiprocessing.get_sharing_strategy(), torch.profiler.ProfilerActivity.CPU.name)
schedule = torch.profiler.schedule(wait=1, warmup=1, active=2, repeat=1)
print([schedule(i).name for i in range(5)])
with torch.autograd.profiler.record_function("step"):
    print(torch.ones(2) + 1)
