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

# Of a layer without sizes: what has no shape, and state that gives it one.
def said(name, call):
    try:
        print(name, call())
    except RuntimeError as error:
        print(name, error)


layer, norm = nn.LazyLinear(3), nn.LazyBatchNorm1d()
said("shape", lambda: layer.weight.shape)
said("shape", lambda: norm.running_mean.shape)
said("shapes", lambda: [p.shape for p in nn.Sequential(layer, norm).parameters()])
said("shared", lambda: layer.weight.share_memory_())
print(isinstance(norm.running_mean, nn.UninitializedBuffer), nn.parameter.is_lazy(norm.running_var), nn.parameter.is_lazy(layer.bias))
print([type(t).__name__ for t in norm.buffers()], sorted(norm.state_dict()), layer.weight.dtype, layer.double().weight.dtype)
trained = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Unflatten(1, (1, 3)), nn.Conv1d(1, 2, 1))
trained(torch.randn(4, 2))
loaded = nn.Sequential(nn.LazyLinear(3), nn.LazyBatchNorm1d(), nn.Unflatten(1, (1, 3)), nn.LazyConv1d(2, 1))
print(loaded.load_state_dict(trained.state_dict()), [each.has_uninitialized_params() for each in loaded if hasattr(each, "cls_to_become")])
print(loaded[0].weight.shape, loaded[1].running_mean.shape, loaded[3].weight.shape)
x = torch.randn(4, 2)
print(torch.equal(loaded.eval()(x), trained.eval()(x)), loaded)
fresh = nn.Sequential(nn.LazyLinear(3), nn.LazyBatchNorm1d(affine=False), nn.LazyBatchNorm1d(track_running_stats=False))
fresh(x)
print(fresh, [tuple(t.shape) for t in fresh.state_dict().values()])
fresh = nn.Sequential(nn.LazyBatchNorm1d(bias=False), nn.Unflatten(1, (1, -1)), nn.LazyInstanceNorm1d(affine=True, bias=False))
print(list(fresh.state_dict()), fresh)
fresh(x)
print(list(fresh.state_dict()), fresh)
