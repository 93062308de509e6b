"""Numeric functions of torch that are made of others and that few programs use: loaded when first used."""
import torch


def celu_(input, alpha=1.0):
    from torch.nn.functional import celu
    return celu(input, alpha, True)


def _slopes(input, d, steps, edge_order):
    """Differences along a dimension over `steps`, the distances of neighbours: one number, or a tensor of them."""
    size = input.shape[d]

    def part(first, count):
        return input.narrow(d, first % size, count)

    if not isinstance(steps, torch.Tensor):
        inner = (part(2, size - 2) - part(0, size - 2)) / (2.0 * steps)
        if edge_order == 1:
            first, last = (part(1, 1) - part(0, 1)) / float(steps), (part(-1, 1) - part(-2, 1)) / float(steps)
        else:
            first = (part(0, 1) * -1.5 + part(1, 1) * 2.0 - part(2, 1) * 0.5) / float(steps)
            last = (part(-3, 1) * 0.5 - part(-2, 1) * 2.0 + part(-1, 1) * 1.5) / float(steps)
        return torch.cat([first, inner, last], d)
    shape = [1] * input.dim()
    shape[d] = -1
    before, after = steps[:-1].reshape(shape), steps[1:].reshape(shape)
    inner = (part(0, size - 2) * (-after / (before * (before + after))) + part(1, size - 2) * ((after - before) / (before * after))
             + part(2, size - 2) * (before / (after * (before + after))))
    if edge_order == 1:
        return torch.cat([(part(1, 1) - part(0, 1)) / steps[0], inner, (part(-1, 1) - part(-2, 1)) / steps[-1]], d)
    a, b = steps[0], steps[1]
    first = part(0, 1) * (-(2.0 * a + b) / (a * (a + b))) + part(1, 1) * ((a + b) / (a * b)) + part(2, 1) * (-a / (b * (a + b)))
    a, b = steps[-2], steps[-1]
    last = part(-3, 1) * (b / (a * (a + b))) + part(-2, 1) * (-(a + b) / (a * b)) + part(-1, 1) * ((a + 2.0 * b) / (b * (a + b)))
    return torch.cat([first, inner, last], d)


def gradient(input, *, spacing=None, dim=None, edge_order=1):
    spacing = 1 if spacing is None else spacing
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    dims = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    if isinstance(spacing, (int, float)) or isinstance(spacing, torch.Tensor) and spacing.dim() == 0:
        spacing = [spacing] * len(dims)
    elif len(spacing) != len(dims):
        raise RuntimeError("torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have the "
                           f"same length, but got a spacing argument of length {len(spacing)} and a dim argument of length {len(dims)}.")
    seen = []
    for d in dims:
        size = input.size(d)
        if d % input.dim() in seen:
            raise RuntimeError(f"dim {d % input.dim()} appears multiple times in the list of dims")
        seen.append(d % input.dim())
        if size < edge_order + 1:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    result = []
    for d, steps in zip(seen, spacing):
        if isinstance(steps, torch.Tensor):
            steps = steps.diff() if steps.dim() else steps.item()
        result.append(_slopes(input, d, steps, edge_order))
    return tuple(result)


def unravel_index(indices, shape):
    if indices.is_floating_point() or indices.is_complex() or indices.dtype == torch.bool:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    shape = [shape] if isinstance(shape, int) else shape.tolist() if isinstance(shape, torch.Tensor) else list(shape)
    if not shape:
        return ()
    below = [1] * len(shape)
    for d in range(len(shape) - 1, 0, -1):
        below[d - 1] = below[d] * shape[d]
    steps, sizes = [torch.tensor(each, device=indices.device) for each in (below, shape)]
    return (indices.unsqueeze(-1).floor_divide(steps) % sizes).unbind(-1)


def _put_within(input, index, write):
    """What `write` answers; where it finds a place out of range, that of the first one is told."""
    try:
        return write()
    except IndexError:
        count = input.numel()
        wrong = index[torch.logical_or(index < -count, index >= count)]
        raise IndexError(f"out of range: tried to access index {wrong[0].item()} on a tensor of {count} elements.") from None


def _check_put(input, index, source):
    if index.dtype is not torch.int64:
        raise RuntimeError(f"put_(): Expected a long tensor for index, but got {torch._scalar_type_name(index.dtype)}")
    if input.dtype is not source.dtype:
        raise RuntimeError("put_(): self and source expected to have the same dtype, but got self.dtype = "
                           f"{torch._scalar_type_name(input.dtype)} and source.dtype = {torch._scalar_type_name(source.dtype)}")
    if source.numel() != index.numel():
        raise IndexError("put_(): Expected source and index to have the same number of elements, but got source.numel() = "
                         f"{source.numel()}, index.numel() = {index.numel()}")
    if input.numel() == 0 and index.numel() > 0:
        raise IndexError("put_(): Tried to put elements into an empty tensor")


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None):
    device = None if device is None else torch.device(device)
    if isinstance(obj, torch.Tensor):
        result = _shared_or_copied(obj, dtype, device, copy)
        requires_grad = obj.requires_grad if requires_grad is None else requires_grad
    elif type(obj).__module__ == "numpy" and hasattr(obj, "shape"):
        result = _shared_or_copied(torch.as_tensor(obj), dtype, device, copy)
    elif isinstance(obj, (bytes, bytearray, memoryview)):
        read = torch.frombuffer(obj, dtype=torch.uint8 if dtype is None else dtype)
        result = _shared_or_copied(read, dtype, device, copy)
    elif copy is False:
        raise ValueError("can't alias arbitrary sequence into a tensor.")
    else:
        result = torch.as_tensor(obj, dtype=dtype, device=device).detach()
    if requires_grad and not (result.dtype.is_floating_point or result.dtype.is_complex):
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    requires_grad = bool(requires_grad)
    if requires_grad == result.requires_grad:
        return result
    return result.requires_grad_(requires_grad) if result.is_leaf else result.detach()


def _shared_or_copied(t, dtype, device, copy):
    """Of that type and there: itself unless a copy is asked for, or needed and not forbidden."""
    moves = device is not None and device.type != t.device.type
    converts = dtype is not None and dtype is not t.dtype
    if copy is False and moves:
        raise ValueError(f"can't alias tensor from device '{t.device}' to '{device}'.")
    if copy is False and converts:
        raise ValueError(f"can't alias tensor with dtype '{torch._scalar_type_name(t.dtype)}' into dtype "
                         f"'{torch._scalar_type_name(dtype)}'.")
    if moves or converts:
        return t.to(device if moves else t.device, dtype if converts else t.dtype)
    return t.clone() if copy else t


def chain_matmul(*matrices, out=None):
    from warnings import warn
    warn("torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot "
         "instead, which accepts a list of two or more tensors rather than multiple parameters.", stacklevel=2)
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    for matrix in matrices:
        if matrix.dim() != 2:
            raise RuntimeError(f"Tensor dimension is {matrix.dim()}, expected 2 instead.")
    if len(matrices) == 1:
        return matrices[0].clone() if out is None else out.resize_(matrices[0].shape).copy_(matrices[0])
    return torch.linalg.multi_dot(matrices, out=out)


def get_device(input):
    return input.get_device()
