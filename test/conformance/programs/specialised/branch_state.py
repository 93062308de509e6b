"""What only one side of a branch does: attributes and entries written, random numbers drawn, a storage
overwritten, text printed; a NaN that only the other side would make; None that becomes a number."""
# tier2: watch 30
# tier2: noisy 30
# tier2: average.loop.body 24
import torch


class Monitor:
    def __init__(self):
        self.calls, self.last, self.best, self.worst = 0, "none", None, {"value": 0.0, "at": -1}


def watch(monitor, x):
    monitor.calls += 1
    value = x.sum().item()
    if value > 0:
        safe = torch.log(x).sum().item()
        monitor.last = "positive"
        monitor.worst["value"] = safe
    else:
        safe = 0.5
        monitor.worst["at"] = monitor.calls
        print("not positive", monitor.calls, f"{value:.3f}")
    if monitor.best is None or value > monitor.best:
        monitor.best = value
    return x * safe


def noisy(x):
    y = x * 2
    if y.sum() > 0:
        y = y + torch.rand(3)
    return y


def average(target, source, steps):
    for step in range(steps):
        source.mul_(1.01).add_(0.01)
        if step % 4 == 3:
            target.mul_(0.5).add_(source, alpha=0.5)
        print(step, f"{target.sum().item():.5f} {(source - target).abs().max().item():.5f}")


torch.manual_seed(5)
monitor = Monitor()
for i in range(34):
    open(__file__).close()  # no graph: the functions are roots
    x = torch.rand(3) + 0.1 if i % 3 else -torch.rand(3)
    print(watch(monitor, x).sum().isnan().item(), monitor.last, f"{monitor.best:.4f}",
          f"{monitor.worst['value']:.4f}", monitor.worst["at"], f"{noisy(x).sum().item():.5f}")
print(torch.rand(2))
average(torch.zeros(4), torch.ones(4), 30)
