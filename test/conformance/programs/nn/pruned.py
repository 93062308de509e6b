"""torch.nn.utils.prune: masks, containers of methods, removal, errors."""
# float-tolerance: 1e-3
import torch
import torch.nn as nn
from torch.nn.utils import prune


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
prune.l1_unstructured(net[0], "weight", 0.3)
print(net[0].weight_mask, [n for n, _ in net.named_parameters()], [n for n, _ in net.named_buffers()])
prune.ln_structured(net[0], "weight", amount=0.5, n=2, dim=0)
print(net[0].weight_mask)
for hook in net[0]._forward_pre_hooks.values():
    print(type(hook).__name__, len(hook), [type(h).__name__ for h in hook])
prune.random_unstructured(net[2], name="weight", amount=0.25)
print(net[2].weight_mask)
prune.random_structured(net[2], name="weight", amount=1, dim=1)
print(net[2].weight_mask)
print(prune.is_pruned(net))
prune.remove(net[0], "weight")
print(net[0].weight)
prune.remove(net[2], "weight")
print(prune.is_pruned(net))
attempt(lambda: prune.remove(net[0], "weight"))
attempt(lambda: prune.l1_unstructured(net[0], "weight", 1.5))
attempt(lambda: prune.l1_unstructured(net[0], "weight", 100))
attempt(lambda: prune.l1_unstructured(net[0], "weight", "x"))
print([n for n, _ in net.named_parameters()])
prune.global_unstructured([(net[0], "weight"), (net[2], "weight")], pruning_method=prune.L1Unstructured, amount=0.4)
print(net[0].weight_mask, net[2].weight_mask, net(torch.ones(1, 4)))
prune.custom_from_mask(nn.Linear(2, 2), "bias", torch.tensor([0, 1]))
net(torch.ones(1, 4)).sum().backward()
print(net[0].weight_orig.grad)
prune.identity(net[0], "bias")
print(net[0].bias_mask)
attempt(lambda: prune.ln_structured(nn.Linear(2, 2), "bias", 1, 2, 0))
attempt(lambda: prune.ln_structured(nn.Linear(2, 2), "weight", 1, 2, 5))
