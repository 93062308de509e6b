# Tensors of the device `meta`: types, shapes and strides of results without their elements; modules that are made without memory.
import torch
from torch import nn


def attempt(work):
    try:
        print(work())
    except (RuntimeError, NotImplementedError, TypeError) as error:
        print(type(error).__name__, str(error).split("\n")[0])


m = torch.empty(2, 3, device="meta")
c = torch.ones(2, 3)
print(m, m.device, m.is_meta, m.is_cpu, m.get_device(), f"{m.sum()}", repr(m.t()))
print((m + 1).dtype, (m.long() / 2).dtype, (m > 0).dtype, (m.t() + m.t()).stride(), m.T.contiguous().stride())
for work in (lambda: m + torch.tensor(1.0), lambda: m + c, lambda: c.to("meta"), lambda: m.to("cpu"), lambda: m.cpu(), lambda: m.tolist(),
             lambda: m[0, 0].item(), lambda: bool(m[0, 0]), lambda: c.copy_(m), lambda: m.copy_(c), lambda: torch.cat([m, m], 1),
             lambda: m.max(1), lambda: torch.einsum("ij,kj->ik", m, m), lambda: torch.linalg.svd(m).S.shape, lambda: m.add_(1), lambda: m == m,
             lambda: torch.zeros_like(m, device="cpu"), lambda: torch.ones_like(c, device="meta"), lambda: m.new_zeros(2),
             lambda: torch.tensor([1, 2], device="meta"), lambda: torch.arange(5, device="meta"), lambda: torch.stack([m, m]).shape):
    attempt(work)

# 40 gigabytes of parameters that nobody allocates.
with torch.device("meta"):
    big = nn.Sequential(nn.Linear(100_000, 50_000), nn.ReLU(), nn.Linear(50_000, 100_000))
    print(torch.get_default_device(), torch.ones(2), torch.tensor(1.0))
print(sum(p.numel() for p in big.parameters()), {p.device.type for p in big.parameters()})
print(big(torch.empty(7, 100_000, device="meta")).shape)
attempt(lambda: big.to("cpu"))

# Gradients have shapes, too.
small = nn.Sequential(nn.Conv2d(3, 8, 3, device="meta"), nn.BatchNorm2d(8, device="meta"), nn.ReLU(), nn.Flatten(), nn.LazyLinear(4, device="meta"))
loss = nn.functional.cross_entropy(small(torch.empty(2, 3, 6, 6, device="meta")), torch.empty(2, dtype=torch.long, device="meta"))
loss.backward()
print(loss, [tuple(p.grad.shape) for p in small.parameters()], small[0].weight.grad)

# Filled afterwards.
there = nn.Linear(3, 2, device="meta").to_empty(device="cpu")
nn.init.constant_(there.weight, 0.5)
nn.init.zeros_(there.bias)
print(there(c), there.weight.device)
shell = nn.Linear(3, 2, device="meta")
shell.load_state_dict({"weight": torch.ones(2, 3), "bias": torch.zeros(2)}, assign=True)
print(shell(c))

torch.set_default_device("meta")
print(torch.zeros(2), torch.ones(2, device="cpu"), torch.randn(3).shape)
torch.set_default_device("cpu")


# Steps that ran with elements before.
def step(x):
    return (x * 2 + 1).relu().sum(dim=0)


for round in range(12):
    out = step(c if round % 4 else m)
    print(out.device, out.shape, out if round % 4 else None)
