# A list without items is a list: of no tensors, of no sizes, of no dimensions.
import torch
import torch.nn.functional as F

x = torch.ones(2, 3)
one = torch.arange(1.0)


def show(name, f):
    try:
        result = f()
        print(name, tuple(result.shape) if isinstance(result, torch.Tensor) else result)
    except (RuntimeError, TypeError, ValueError) as error:
        print(name, type(error).__name__, error)


for name in ("stack", "cat", "concat", "hstack", "vstack", "dstack", "column_stack"):
    show(name, lambda: getattr(torch, name)([]))
    show(name, lambda: getattr(torch, name)(()))
for name in ("broadcast_tensors", "block_diag", "cartesian_prod"):
    show(name, lambda: getattr(torch, name)([]))
show("broadcast_tensors", lambda: torch.broadcast_tensors())
show("block_diag", lambda: torch.block_diag())
for name in ("zeros", "ones", "rand", "randn", "empty"):
    show(name, lambda: getattr(torch, name)([]))
show("full", lambda: torch.full([], 2.0))
show("randint", lambda: torch.randint(3, []))
for name in ("reshape", "view", "expand", "permute", "sum", "mean", "amax", "amin", "flip", "tile", "repeat", "squeeze",
             "new_zeros", "new_ones", "tensor_split", "split"):
    show(name, lambda: getattr(one, name)([]))
    show(name, lambda: getattr(x, name)([]))
show("permute", lambda: torch.tensor(1.0).permute([]))
show("tensordot", lambda: torch.tensordot(x, x, 2))
show("tensordot", lambda: torch.tensordot(x, x, 0))
show("index", lambda: x[[]])
show("pad", lambda: F.pad(x, []))
show("layer_norm", lambda: F.layer_norm(x, []))
show("conv2d", lambda: F.conv2d(torch.ones(1, 1, 3, 3), torch.ones(1, 1, 2, 2), stride=[]))
show("clip", lambda: torch.nn.utils.clip_grad_norm_([], 1.0))
show("backward", lambda: torch.autograd.backward([]))
