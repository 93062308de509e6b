"""Derivatives of functions."""
import torch


def _prepared(inputs, create_graph):
    single = isinstance(inputs, torch.Tensor)
    values = (inputs,) if single else tuple(inputs)
    if create_graph:
        values = tuple([v.view_as(v) if v.requires_grad else v.detach().requires_grad_() for v in values])
    else:
        values = tuple([v.detach().clone().requires_grad_() for v in values])
    return single, values


def _zero(g, x):
    return torch.zeros_like(x) if g is None else g


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    with torch.enable_grad():
        single, values = _prepared(inputs, create_graph)
        outputs = func(*values)
        single_output = isinstance(outputs, torch.Tensor)
        outputs = (outputs,) if single_output else tuple(outputs)
        result = []
        for out in outputs:
            rows = [[] for _ in values]
            flat = out.reshape(-1)
            for k in range(flat.numel()):
                if flat.requires_grad:
                    grads = torch.autograd.grad(flat[k], values, retain_graph=True, create_graph=create_graph,
                                                allow_unused=True)
                else:
                    grads = [None] * len(values)
                for i in range(len(values)):
                    rows[i].append(_zero(grads[i], values[i]))
            parts = [torch.stack(row).view(tuple(out.shape) + tuple(x.shape)) for row, x in zip(rows, values)]
            result.append(parts[0] if single else tuple(parts))
    return result[0] if single_output else tuple(result)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    single = isinstance(inputs, torch.Tensor)

    def slope(*values):
        out = func(*values)
        if not isinstance(out, torch.Tensor) or out.numel() != 1:
            raise RuntimeError("The Tensor returned by the function given to hessian should contain a single element")
        grads = torch.autograd.grad(out.reshape(()), values, create_graph=True, allow_unused=True)
        grads = tuple([_zero(g, x) for g, x in zip(grads, values)])
        return grads[0] if single else grads

    return jacobian(slope, inputs, create_graph)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        single, values = _prepared(inputs, create_graph)
        outputs = func(*values)
        grads = torch.autograd.grad(outputs, values, v, create_graph=create_graph, allow_unused=True)
    grads = tuple([_zero(g, x) for g, x in zip(grads, values)])
    if not create_graph:
        outputs = outputs.detach() if isinstance(outputs, torch.Tensor) else tuple([o.detach() for o in outputs])
    return outputs, grads[0] if single else grads


def _given(v, like):
    """Vectors that derivatives are multiplied by; none is needed for a single number."""
    if v is None:
        if len(like) != 1 or like[0].nelement() != 1:
            raise RuntimeError("The vector v can only be None if the input to the user-provided function is a single Tensor with a "
                               "single element.")
        return (torch.ones_like(like[0]),)
    return (v,) if isinstance(v, torch.Tensor) else tuple(v)


def _detached(value, create_graph):
    return value if create_graph else tuple([t.detach() for t in value])


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """By the derivative of the vjp, which is linear in its vector."""
    with torch.enable_grad():
        single, values = _prepared(inputs, create_graph)
        outputs = func(*values)
        single_output = isinstance(outputs, torch.Tensor)
        outputs = (outputs,) if single_output else tuple(outputs)
        v = _given(v, values)
        seeds = tuple([torch.zeros_like(out, requires_grad=True) for out in outputs])
        slopes = torch.autograd.grad(outputs, values, seeds, create_graph=True, allow_unused=True)
        used = [(g, one) for g, one in zip(slopes, v) if g is not None and g.requires_grad]
        if used:
            products = torch.autograd.grad([g for g, _ in used], seeds, [one for _, one in used], create_graph=create_graph,
                                           allow_unused=True)
        else:
            products = [None] * len(seeds)
    products = tuple([_zero(g, out) for g, out in zip(products, outputs)])
    outputs, products = _detached(outputs, create_graph), _detached(products, create_graph)
    return (outputs[0], products[0]) if single_output else (outputs, products)


def _value_and_slopes(func, values):
    out = func(*values)
    if not isinstance(out, torch.Tensor) or out.numel() != 1:
        raise RuntimeError("The Tensor returned by the function given to vhp should contain a single element")
    slopes = torch.autograd.grad(out.reshape(()), values, create_graph=True, allow_unused=True)
    return out, tuple([_zero(g, x) for g, x in zip(slopes, values)])


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        single, values = _prepared(inputs, create_graph)
        v = _given(v, values)
        out, slopes = _value_and_slopes(func, values)
        used = [(g, one) for g, one in zip(slopes, v) if g.requires_grad]
        products = [None] * len(values)
        if used:
            products = torch.autograd.grad([g for g, _ in used], values, [one for _, one in used], create_graph=create_graph,
                                           allow_unused=True)
    products = tuple([_zero(g, x) for g, x in zip(products, values)])
    out, products = _detached((out,), create_graph)[0], _detached(products, create_graph)
    return out, products[0] if single else products


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """The Hessian is symmetric."""
    return vhp(func, inputs, v, create_graph, strict)
