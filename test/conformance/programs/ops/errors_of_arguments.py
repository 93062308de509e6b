# Arguments of the wrong type, number or name: what methods and functions say of them.
import torch

t = torch.arange(6.0).reshape(2, 3)


def said(call):
    try:
        result = call()
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"
    return result


# Methods without parameters, and those with keywords alone
for name in ("frac", "item", "dim", "sqrt_", "double", "cpu", "is_contiguous", "is_floating_point"):
    method = getattr(t.clone(), name)
    print(name, said(lambda: method(3)))
    print(name, said(lambda: method(nonsense=3)))
    print(name, said(lambda: method(t, None)))
    print(name, said(lambda: getattr(torch.Tensor, name)()))

# Lists with something else in them
for call in (lambda: t.flip([t]), lambda: t.amax(["a", 1]), lambda: t.reshape([1.5]), lambda: torch.permute(t, [None, 0]),
             lambda: t.expand([t, 2]), lambda: t.roll([1, "a"]), lambda: t.amax(dim=["a"]), lambda: t.view([]), lambda: t.tile(["a"])):
    print(said(call))

# None where a list may be empty, numbers where torch takes them for tensors
print(said(lambda: t.amax(None)), said(lambda: torch.amin(t, dim=None)), said(lambda: torch.roll(t, 1, None)))
print(said(lambda: t.add(1.5, 2.0)), said(lambda: torch.sub(t, 2, 1.5)))
print(said(lambda: t.nonzero_static(t)), said(lambda: t.clone().addmm_(t)), said(lambda: t.addr(t)))

# Methods whose parameters no row of the op table declares
for call in (lambda: t.requires_grad_(7), lambda: t.requires_grad_(None), lambda: t.requires_grad_("a", 1), lambda: t.requires_grad_(grad=1),
             lambda: t.cpu("a"), lambda: t.float(None), lambda: t.half(memory_format=3), lambda: t.is_contiguous(torch.contiguous_format),
             lambda: t.is_contiguous(memory_format=7), lambda: t.type_as("a"), lambda: t.type_as(), lambda: t.is_pinned([t]),
             lambda: t.is_pinned(t, t), lambda: t.pin_memory(1.5, 1.5), lambda: t.is_set_to(7), lambda: t.is_same_size(t, t),
             lambda: t.is_same_size(nonsense=t)):
    print(said(call))
print(t.requires_grad, t.is_contiguous(memory_format=torch.contiguous_format), t.type_as(torch.arange(2)).dtype,
      t.is_same_size(other=t), t.clone().requires_grad_(requires_grad=True).requires_grad, t.double(memory_format=torch.preserve_format).dtype)
