# A number that the loop gives, in a step whose objects are known by the keys of their dicts: another number is
# another entry, whatever else is as it was.
import torch
import torch.nn as nn

layer = nn.Conv1d(2, 2, 2)
for count in [2, 2, 2, 2, 5, 2, 0, 3]:
    x = torch.ones(count, 2, 6)
    layer.zero_grad()
    layer(x).sum().backward()
    print(count, [p.grad.abs().sum().item() for p in layer.parameters()], x.shape)

settings = {"rate": 0.5, "names": {"a": 1.0, "b": 2.0}}
w = nn.Parameter(torch.ones(3))
for scale in [1, 1, 1, 1, 1, 4, 1, 0, 7]:
    w.grad = None
    total = sum(value for value in settings["names"].values())
    (w * scale * settings["rate"] * total).sum().backward()
    print(scale, w.grad.tolist(), list(settings["names"]))


def widened(table, width):
    return torch.stack([torch.full((width,), value) for value in table.values()])


for width in [3, 3, 3, 3, 3, 1, 3, 4]:
    print(width, widened({"x": 1.0, "y": 2.0}, width).shape, widened(settings["names"], width).sum().item())
