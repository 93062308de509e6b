"""Runs operations over types, shapes and layouts. What is exact is printed (type, shape, strides, text of
errors, name of the gradient); values are kept and compared with tolerances by whoever reads the file."""
import torch

kept = {}
floating = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
integral = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]
every = floating + integral + [torch.bool]
names = {torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16",
         torch.int64: "i64", torch.int32: "i32", torch.int16: "i16", torch.int8: "i8", torch.uint8: "u8",
         torch.bool: "bool"}


def values(*shape, dtype=torch.float32, low=-3.0, high=3.0, turn=0):
    """Numbers without ties or pattern that every build makes alike; no generator is drawn from."""
    count = 1
    for size in shape:
        count *= size
    place = (torch.arange(count, dtype=torch.int64) * 7919 + 104729 * (turn + 1)) % 10007
    x = place.double() / 10007 * (high - low) + low
    if dtype == torch.bool:
        x = x > (low + high) / 2
    elif dtype in integral:
        x = x.floor()
        if dtype == torch.uint8:
            x = x.abs()
    return x.to(dtype).reshape(shape)


def layouts(x):
    yield "", x
    if x.dim() >= 2:
        yield " turned", x.transpose(0, 1)
    if x.dim() >= 1 and x.shape[0] > 1:
        yield " sliced", x[::2]
        yield " spread", x[:1].expand_as(x)


def keep(label, r, strides=True):
    if isinstance(r, torch.Tensor):
        print(label, names.get(r.dtype, r.dtype), tuple(r.shape), r.stride() if strides else "")
        kept[label] = r.detach().clone()
    elif isinstance(r, (tuple, list)):
        print(label, type(r).__name__, len(r))
        for i, item in enumerate(r):
            keep(f"{label}.{i}", item)
    else:
        print(label, r)


def check(label, call, *inputs):
    """The result, or the error."""
    try:
        r = call(*inputs)
    except Exception as e:
        print(label, type(e).__name__, e)
        return
    keep(label, r)


def in_place(label, call, *inputs):
    """An operation that writes its first input, through a view of a larger tensor."""
    whole = torch.zeros([2] + list(inputs[0].shape), dtype=inputs[0].dtype)
    whole[1] = inputs[0]
    part = whole[1]
    try:
        r = call(part, *inputs[1:])
    except Exception as e:
        print(label, type(e).__name__, e)
        return
    print(label, r is part, whole._version)
    kept[label] = whole


def floats_of(r):
    items = r if isinstance(r, (tuple, list)) else [r]
    return [x for x in items if isinstance(x, torch.Tensor) and x.is_floating_point() and x.requires_grad]


def weighted(tensors):
    total = 0.0
    for i, x in enumerate(tensors):
        total = total + (x * values(*x.shape, dtype=x.dtype, low=0.5, high=1.5, turn=i + 3)).sum()
    return total


def gradients(label, call, *inputs, twice=True, named=False):
    """Gradients, and gradients of gradients, for all floating inputs."""
    leaves = [x.detach().clone().requires_grad_() if isinstance(x, torch.Tensor) and x.is_floating_point() else x
              for x in inputs]
    wanted = [x for x in leaves if isinstance(x, torch.Tensor) and x.requires_grad]
    try:
        outputs = floats_of(call(*leaves))
        if named:
            print(label, [type(x.grad_fn).__name__ for x in outputs])
        first = torch.autograd.grad(weighted(outputs), wanted, create_graph=twice, allow_unused=True)
        for i, g in enumerate(first):
            keep(f"{label} grad {i}", g, strides=False)
        again = [g for g in first if g is not None and g.requires_grad]
        if twice and again:
            second = torch.autograd.grad(weighted(again), wanted, allow_unused=True)
            for i, g in enumerate(second):
                keep(f"{label} second {i}", g, strides=False)
    except Exception as e:
        print(label, type(e).__name__, e)


def finish(name):
    torch.save(kept, name + ".pt")
