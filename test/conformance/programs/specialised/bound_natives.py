"""Methods of lists, dicts and tensors that were read of their objects before the step."""
# tier2: <module>.loop.body 25
# float-tolerance: 1e-4
import torch

torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
kept, other, scales = [], [], {"a": 2.0, "b": 0.5}
append, scale_of, total = kept.append, scales.get, w.sum
emit = append


class Log:
    def __init__(self, to):
        self.put = to.append


log = Log(other)


def step(x):
    loss = (w * x * scale_of("a")).sum() + total() * scale_of("c", 0.1)
    loss.backward()
    with torch.no_grad():
        w.sub_(0.01 * w.grad)
        w.grad.zero_()
    return loss.item()


for i in range(40):
    value = step(torch.full((3,), i / 40))
    append(value)
    emit(i)
    log.put(value * 2)
    if i == 20:
        scales["a"] = 3.0
    if i == 30:
        log.put = kept.append
        total = w.mean
print(len(kept), len(other), f"{sum(kept):.4f} {sum(other):.4f}", [f"{x:.3f}" for x in w.detach().tolist()])
print([f"{x:.2f}" for x in kept[-6:]])
