# Layers that take their sizes from the first input.
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.LazyConv2d(4, 3), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(5), nn.ReLU(),
                      nn.LazyLinear(2, bias=False))
print(model)
print(model[4].weight, model[4].has_uninitialized_params())
x = torch.randn(3, 2, 6, 6)
print(f"{model(x).sum().item():.4f}")
print(model)
print([tuple(p.shape) for p in model.parameters()], type(model[4]).__name__, isinstance(model[4], nn.LazyLinear))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(3):
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}")
print(sorted(model.state_dict()))
try:
    nn.LazyConv1d(2, 3)(torch.ones(3))
except RuntimeError as error:
    print(error)
