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
