# Deviations of numbers whose squares no float holds, and convolutions of batches without elements.
import torch
import torch.nn as nn

for numbers in ([0, 0, 1e38, -1e38], [1e-30, 3e-30], [1e38, 1e38, -1e38], [2.0, 2.0, 2.0], [1e-20, 2e-20, 4e-20]):
    x = torch.tensor(numbers)
    for _ in range(6):
        spread = x.std(), x.var(), x.view(1, -1).std(1), x.std(unbiased=False)
    print([f"{value.item():.4e}" for value in spread])

conv, deep = nn.Conv2d(2, 3, 3, padding=1), nn.Conv1d(2, 2, 2, stride=2, groups=2)
for count in [2, 2, 2, 2, 0, 2, 0]:
    x, y = torch.ones(count, 2, 5, 5, requires_grad=True), torch.ones(count, 2, 6, requires_grad=True)
    for layer in (conv, deep):
        layer.zero_grad()
    (conv(x).sum() + deep(y).sum()).backward()
    print(count, [(tuple(p.grad.shape), p.grad.abs().sum().item()) for p in list(conv.parameters()) + list(deep.parameters())],
          x.grad.shape, y.grad.shape)
