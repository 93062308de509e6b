"""Gradients compared with finite differences."""
import torch


class GradcheckError(RuntimeError):
    pass


def _numerical(function, inputs, x, eps):
    """One row per element of x: how each output changes with it."""
    rows = []
    flat = x.data.view(-1)
    for i in range(flat.numel()):
        kept = flat[i].item()
        flat[i] = kept + eps
        high = [o.detach().clone() for o in _outputs(function, inputs)]
        flat[i] = kept - eps
        low = [o.detach().clone() for o in _outputs(function, inputs)]
        flat[i] = kept
        rows.append([((h - l) / (2 * eps)).reshape(-1) for h, l in zip(high, low)])
    return rows


def _outputs(function, inputs):
    out = function(*inputs)
    out = (out,) if isinstance(out, torch.Tensor) else tuple(out)
    return [o for o in out if o.is_floating_point()]


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0,
              check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False, check_batched_forward_grad=False,
              check_forward_ad=False, check_backward_ad=True, fast_mode=False, masked=None):
    inputs = (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)
    leaves = [x for x in inputs if isinstance(x, torch.Tensor) and x.requires_grad]
    if not leaves:
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have "
                         "requires_grad=True.")
    outputs = _outputs(func, inputs)
    has_gradient = any([out.requires_grad for out in outputs])
    for k, x in enumerate(leaves):
        numerical = _numerical(func, inputs, x, eps)
        if not has_gradient and any([not torch.allclose(change, torch.zeros_like(change), rtol=rtol, atol=atol)
                                     for row in numerical for change in row]):
            if not raise_exception:
                return False
            raise GradcheckError("Numerical gradient for function expected to be zero")
        for j, out in enumerate(outputs):
            if not out.requires_grad:
                continue
            flat = out.reshape(-1)
            for i in range(flat.numel()):
                (g,) = torch.autograd.grad(flat[i], x, retain_graph=True, allow_unused=True)
                g = torch.zeros_like(x) if g is None else g
                expected = torch.stack([row[j][i] for row in numerical]).view(x.shape)
                if not torch.allclose(g, expected, rtol=rtol, atol=atol):
                    if not raise_exception:
                        return False
                    raise GradcheckError(f"Jacobian mismatch for output {j} with respect to input {k},\n"
                                         f"numerical:{expected}\nanalytical:{g}\n")
    return True


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, **kwargs):
    inputs = (inputs,) if isinstance(inputs, torch.Tensor) else tuple(inputs)
    outputs = _outputs(func, inputs)
    if grad_outputs is None:
        weights = [torch.randn_like(o).requires_grad_() for o in outputs]
    else:
        weights = list(grad_outputs)
    count = len(inputs)

    def slope(*args):
        values, given = args[:count], args[count:]
        leaves = [x for x in values if isinstance(x, torch.Tensor) and x.requires_grad]
        return torch.autograd.grad(_outputs(func, values), leaves, given, create_graph=True, allow_unused=True)

    return gradcheck(slope, inputs + tuple(weights), eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception)
