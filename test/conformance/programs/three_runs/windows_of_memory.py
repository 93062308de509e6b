"""as_strided: windows that overlap, writes through them, gradients, what it refuses. It shows memory, not elements, so steps with it stay generic."""
import torch

x = torch.arange(12.0)
w = torch.arange(8.0, requires_grad=True)
for step in range(5):
    windows = x.as_strided((5, 4), (2, 1))
    windows[1] += 1
    torch.as_strided(x, (3,), (4,), 1).mul_(0.5)
    x.as_strided((4,), (0,), 2)
    loss = (torch.as_strided(w, (3, 4), (2, 1)) * windows[:3]).sum()
    (slope,) = torch.autograd.grad(loss, w)
    with torch.no_grad():
        w -= 0.01 * slope
    print(step, windows.sum().item(), x.tolist(), slope.tolist(), f"{loss.item():.3f}")

for _ in range(5):
    refused = []
    for size, stride, offset in (((3, 5), (4, 1), 0), ((2,), (1, 1), 0), ((2,), (-1,), 0), ((2,), (1,), 11), ((2,), (1,), -1)):
        try:
            x.as_strided(size, stride, offset)
        except RuntimeError as error:
            refused.append(str(error).splitlines()[0])
print(refused)
