# Gradients of single samples and an ensemble, as programs wrote them before torch.func.
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
import functorch
from functorch import combine_state_for_ensemble, grad, jacrev, make_functional, make_functional_with_buffers, vmap
from functorch.experimental import chunk_vmap, replace_all_batch_norm_modules_

torch.manual_seed(0)
warnings.simplefilter("ignore", FutureWarning)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 4)
        self.norm = nn.BatchNorm1d(4)
        self.last = nn.Linear(4, 2)

    def forward(self, x):
        return self.last(torch.tanh(self.norm(self.first(x))))


def show(what, tensors):
    print(what, [[round(v, 5) for v in t.flatten().tolist()][:4] for t in tensors])


x, y = torch.randn(6, 3), torch.randint(2, (6,))

net = Net().eval()
function, params, buffers = make_functional_with_buffers(net)
print(function)
print(type(params), len(params), function.param_names)
print(type(buffers), len(buffers), function.buffer_names, sorted(function.all_names_map))


def loss_of(params, buffers, sample, target):
    return F.cross_entropy(function(params, buffers, sample[None]), target[None])


each = vmap(grad(loss_of), (None, None, 0, 0))(params, buffers, x, y)
print([tuple(g.shape) for g in each])
F.cross_entropy(net(x), y).backward()
print([torch.allclose(g.mean(0), p.grad, atol=1e-6) for g, p in zip(each, net.parameters())])
show("pieces", [chunk_vmap(lambda s: function(params, buffers, s[None])[0], chunks=4)(x)])
show("rows", [jacrev(function, argnums=2)(params, buffers, x[:1])])

# A step by hand, of a function without buffers.
line = nn.Linear(3, 2)
function, params = make_functional(line)
print(function, function.names_map, [type(p).__name__ for p in params], [p.requires_grad for p in params])
print([p is q for p, q in zip(params, line.parameters())], [p.device.type for p in function.parameters()])
for step in range(3):
    loss = F.cross_entropy(function(params, x), y)
    gradients = torch.autograd.grad(loss, params)
    params = [p - 0.5 * g for p, g in zip(params, gradients)]
    print(f"{step} {loss.item():.5f}")
show("unchanged", line.parameters())
print([p.requires_grad for p in make_functional(line, disable_autograd_tracking=True)[1]])

# One tensor under two names.
tied = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2))
tied[2].weight = tied[0].weight
function, params = make_functional(tied)
print(len(params), function.names_map)
show("tied", [function([p + 1 for p in params], torch.ones(1, 2))])

models = [nn.Linear(3, 2) for _ in range(3)]
function, params, buffers = combine_state_for_ensemble(models)
print([tuple(p.shape) for p in params], [p.requires_grad for p in params], buffers)
show("ensemble", vmap(function, (0, 0, None))(params, buffers, x[:1]))

for attempt in (lambda: make_functional(net), lambda: combine_state_for_ensemble([]),
                lambda: combine_state_for_ensemble([nn.Linear(1, 1), nn.ReLU()]),
                lambda: combine_state_for_ensemble([nn.Linear(1, 1), nn.Linear(1, 1).eval()])):
    try:
        attempt()
    except RuntimeError as error:
        print(error)

replace_all_batch_norm_modules_(net)
print(net.norm)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    functorch.vmap(torch.sin)
    functorch.make_functional(line)
    functorch.hessian(torch.sum)
for each in seen:
    print(each.category.__name__, str(each.message)[:140])
