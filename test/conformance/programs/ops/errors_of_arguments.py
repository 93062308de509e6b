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

# Operations that are made of others
m = torch.eye(3)
calls = {
    torch.fft.fft: ((), ("a",), (t, "a"), (t, 2, 0, 7), (t, t, t, t, t)),
    torch.fft.fftn: ((None,), (t, [t]), (t, 1.5)),
    torch.fft.irfft2: ((t, None, None), (t, "a")),
    torch.fft.fftshift: ((1.5,), (t, t)),
    torch.fft.rfftfreq: ((1.5,), (), (4, "a")),
    torch.linalg.norm: ((None,), (t, [t]), (t, 1.5, 1.5), ()),
    torch.linalg.matrix_norm: ((t, None), (t, (9, 9)), ("a",)),
    torch.linalg.cond: ((t, [t]), (t, "a"), (1.5,)),
    torch.linalg.pinv: ((t, None), (t, "a"), ()),
    torch.linalg.matrix_rank: ((t, None), ("a",), (t, 1.5, 1.5)),
    torch.linalg.vander: ((t, 7), ()),
    torch.linalg.vecdot: ((t, 7), (t, torch.arange(3)), (t,)),
    torch.linalg.lstsq: ((t, "a"), (t,)),
    torch.linalg.lu_factor: (("a",), (m, True)),
    torch.linalg.matrix_power: ((m, 1.5), (m, t)),
    torch.linalg.multi_dot: (("a",), ([m, 2],)),
    torch.linalg.eigvals: ((None,), (m, m)),
    torch.svd: ((t, "a"), (t, None), (t, True, 7)),
    torch.logdet: (("a",), (m, 1)),
    torch.pinverse: ((t, None), ("a",)),
    torch.kron: ((t,), (t, 7)),
    torch.inner: ((t, "a"), ()),
    torch.cross: ((t,), (t, t, 1.5)),
    torch.dist: ((t, 7), (t, t, "a")),
    torch.diff: ((t, "a"), (t, t), ("a",)),
    torch.cov: (("a",), (t, 1)),
    torch.quantile: ((t, "a"), (t, [0.5]), ()),
    torch.isin: ((t, (9, 9)), ()),
    torch.trapezoid: ((t, None), ("a",)),
    torch.hann_window: ((1.5,), ("a",), (4, 1)),
    torch.kaiser_window: ((1.5,), (t, t), (4, True, "a")),
    torch.deg2rad: ((1.5,), ("a",)),
    torch.float_power: ((t, "a"), ()),
    torch.sinc: ((None,), (t, 1)),
    torch.mvlgamma: ((t, t), (t,)),
    torch.rot90: ((t, "a"), (t, 1, 2)),
    torch.hsplit: ((t, "a"), (t, torch.arange(3))),
    torch.hstack: ((t, 7), ("a",), ([t, 1],)),
    torch.diag: (("a",), (t, "a")),
    torch.combinations: ((t, "a"), (t, t)),
    torch.vander: ((t, "a"), (None,)),
    torch.prelu: ((t,), (t, 7)),
    torch.selu: ((t, 7), ("a",)),
    torch.nn.functional.cosine_similarity: ((t, 7), (t,)),
    torch.nn.functional.pairwise_distance: ((t, 7), (t, 1.5, 1.5)),
    torch.special.psi: ((t, 1), ("a",)),
    torch.special.ndtr: (("a",), ()),
    torch.special.logsumexp: ((t, "a"), (t,)),
    torch.Tensor.dist: ((t, 7), (t,)),
    torch.Tensor.cov: ((t, 1), ("a",)),
    torch.Tensor.vsplit: ((t, "a"), (t, torch.arange(3))),
    torch.Tensor.deg2rad: ((1.5,), (t, 1)),
    torch.Tensor.hardshrink: ((t, "a"), ()),
}
for number, (function, arguments) in enumerate(calls.items()):
    for given in arguments:
        print(number, said(lambda: function(*given)))
    print(number, said(lambda: function(t, nonsense=3)))
print(said(lambda: torch.linalg.svdvals(t, out=7)), said(lambda: torch.kron(t, t, out=[t])))
print(said(lambda: torch.svd(some=True, input=t).S.shape), said(lambda: torch.diff(n=2, input=t)),
      said(lambda: torch.hamming_window(3, periodic=False, alpha=0.5, requires_grad=True)))
