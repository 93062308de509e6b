"""What libraries that build on torch ask of it when they are imported: registrations, switches, stubs of parts that stay away."""
import torch
import torch.ao.quantization
import torch.fx
import torch.library
from torch import nn
from torch.ao.quantization import DeQuantStub, QuantStub
from torch.jit.annotations import BroadcastingList2
from torch.nn.modules.batchnorm import BatchNorm2d
from torch.nn.modules.utils import _ntuple, _pair
from torch.utils._pytree import tree_flatten, tree_leaves, tree_map, tree_map_only, tree_unflatten

torch._C._log_api_usage_once("a.library")
print(torch._C._get_tracing_state(), torch.jit.is_scripting(), torch.jit.is_tracing(), torch.compiler.is_compiling())
print(BroadcastingList2[int], _pair(3), _ntuple(3)(2))
print(torch.nn.modules.batchnorm.BatchNorm2d is BatchNorm2d, torch.nn.modules.utils._pair is _pair)
print(torch.fx.wrap("halved"))


def halved(x):
    if x.shape[0] > 100:  # no trace goes through this
        return x
    return x / 2


print(halved(torch.ones(2)))


class Net(nn.Module):
    def forward(self, x):
        return halved(x) + 1


graph = torch.fx.symbolic_trace(Net())
print([(node.op, getattr(node.target, "__name__", node.target)) for node in graph.graph.nodes], graph(torch.ones(3)))


class Quantisable(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant, self.dequant, self.sums = QuantStub(), DeQuantStub(), torch.ao.nn.quantized.FloatFunctional()

    def forward(self, x):
        y = self.quant(x)
        y = self.sums.add_relu(self.sums.mul(y, y), self.sums.add_scalar(y, 1.0))
        return self.dequant(self.sums.cat([y, self.sums.mul_scalar(y, 2.0)], 1))


net = Quantisable()
print(net, net(torch.tensor([[1.0, -3.0]])))

library = torch.library.Library("ours", "DEF")
library.define("doubled(Tensor x, float by=2.0) -> Tensor")
library.impl("doubled", lambda x, by=2.0: x * by, "CPU")
keys = torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastCPU) | torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastCUDA)


def under_autocast(x, by=2.0):
    with torch._C._ExcludeDispatchKeyGuard(keys):
        return torch.ops.ours.doubled(x.float(), by).double()


library.impl("doubled", under_autocast, "AutocastCPU")
x = torch.ones(2)
print(torch.ops.ours.doubled(x), torch.ops.ours.doubled(x, 3.0).dtype)
with torch.autocast("cpu"):
    print(torch.ops.ours.doubled(x))
print(torch.ops.ours.doubled.default, hasattr(torch.ops.ours, "absent"), keys.has(torch._C.DispatchKey.AutocastCPU))
for name in ("ours::doubled", "ours::absent"):
    try:
        torch.library.register_fake(name, lambda x, by=2.0: torch.empty_like(x))
        print("registered", name)
    except RuntimeError as error:
        print(type(error).__name__)
try:
    torch.ops.load_library("/nowhere/absent.so")
except OSError as error:
    print(type(error).__name__, error)

tree = {"a": [torch.ones(1), 2], "b": (3, None)}
leaves, spec = tree_flatten(tree)
print(leaves, spec.num_leaves, tree_unflatten([10, 20, 30, 40], spec), tree_map(str, tree), len(tree_leaves(tree)))
print(tree_map_only(int, lambda leaf: leaf + 1, [1, "a", {"k": 2}]), tree_map(lambda a, b: a + b, [1, (2,)], [10, (20,)]))
print(torch.uint16, torch.uint32.itemsize, torch.uint64.is_floating_point, torch.ones(1).dtype == torch.uint16, torch.uint8 in (torch.uint16, torch.uint32))
