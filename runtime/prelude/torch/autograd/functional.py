"""Derivatives of functions."""
import torch
from torch._func_transforms import pushed_forward

__all__ = ["vjp", "jvp", "jacobian", "hessian", "hvp", "vhp"]


def _as_tuple(value, what, name):
    if isinstance(value, torch.Tensor):
        return (value,)
    if not isinstance(value, tuple):
        raise TypeError(f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the given {what} has "
                        f"type {type(value)}.")
    for i, item in enumerate(value):
        if not isinstance(item, torch.Tensor):
            raise TypeError(f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the value at index "
                            f"{i} has type {type(item)}.")
    return value


def _prepared(inputs, create_graph, name):
    values = _as_tuple(inputs, "inputs", name)
    if create_graph:
        return tuple([v.view_as(v) if v.requires_grad else v.detach().requires_grad_() for v in values])
    return tuple([v.detach().requires_grad_() for v in values])


def _like(original, values):
    """Alone, where the original was one tensor and no tuple."""
    return values[0] if isinstance(original, torch.Tensor) else tuple(values)


def _closed(outputs, create_graph):
    if create_graph:
        return outputs
    return _like(outputs, [o.detach() for o in _as_tuple(outputs, "", "")])


def _check_direction(v, values, isTuple):
    if len(v) != len(values):
        raise RuntimeError(f"v is a tuple of invalid length: should be {len(values)} but got {len(v)}." if isTuple else
                           "The given v should contain a single Tensor.")
    wrong = [i for i, one in enumerate(v) if one.size() != values[i].size()]
    if wrong:
        i = wrong[0]
        subject = f"Entry {i} in v" if isTuple else "v"
        raise RuntimeError(f"{subject} has invalid size: should be {values[i].size()} but got {v[i].size()}.")


def _check_outputs(outputs, strict):
    for i, out in enumerate(outputs):
        if strict and not out.requires_grad:
            raise RuntimeError(f"Output {i} of the user-provided function does not require gradients. The outputs must be "
                               "computed in a differentiable manner from the input when running in strict mode.")


def _gradients(outputs, values, seeds, create_graph, again=False):
    """Like torch.autograd.grad, of outputs some of which may be without a history."""
    pairs = [(o, s) for o, s in zip(outputs, seeds) if o.requires_grad]
    if len(pairs) == 0:
        return (None,) * len(values)
    return torch.autograd.grad([o for o, s in pairs], values, [s for o, s in pairs], retain_graph=again or create_graph,
                               create_graph=create_graph, allow_unused=True)


def _completed(grads, values, strict, create_graph, subject="The output"):
    """Zeros where nothing has come, unless that is an error."""
    result = []
    for i, (g, x) in enumerate(zip(grads, values)):
        if strict and g is None:
            raise RuntimeError(f"{subject} of the user-provided function is independent of input {i}. This is not allowed "
                               "in strict mode.")
        if strict and create_graph and not g.requires_grad:
            what = "hessian" if subject == "The jacobian" else "jacobian"
            raise RuntimeError(f"The {what} of the user-provided function is independent of input {i}. This is not allowed in "
                               "strict mode when create_graph=True.")
        result.append(torch.zeros_like(x) if g is None else g)
    return result


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        values = _prepared(inputs, create_graph, "vjp")
        result = func(*values)
        outputs = _as_tuple(result, "outputs of the user-provided function", "vjp")
        _check_outputs(outputs, strict)
        if v is not None:
            seeds = _as_tuple(v, "v", "vjp")
            _check_direction(seeds, outputs, isinstance(result, tuple))
        elif len(outputs) != 1 or outputs[0].nelement() != 1:
            raise RuntimeError("The vector v can only be None if the user-provided function returns a single Tensor with a "
                               "single element.")
        else:
            seeds = (None,)
        grads = _completed(_gradients(outputs, values, seeds, create_graph), values, strict, create_graph)
    return _closed(result, create_graph), _like(inputs, grads)


def _direction_of_inputs(v, inputs, values, name):
    if v is not None:
        direction = _as_tuple(v, "v", name)
        _check_direction(direction, values, isinstance(inputs, tuple))
        return direction
    if len(values) != 1 or values[0].nelement() != 1:
        raise RuntimeError("The vector v can only be None if the input to the user-provided function is a single Tensor "
                           "with a single element.")
    return (torch.ones_like(values[0]),)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        values = _prepared(inputs, create_graph, "jvp")
        tangents = _direction_of_inputs(v, inputs, values, "jvp")
        result = func(*values)
        outputs = _as_tuple(result, "outputs of the user-provided function", "jvp")
        _check_outputs(outputs, strict)
        found = pushed_forward(outputs, values, tangents, create_graph)
        slopes = [torch.zeros_like(out) if t is None else t for out, t in zip(outputs, found)]
    return _closed(result, create_graph), _like(result, slopes)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more '
                             'outputs than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use '
                             '"reverse-mode".')
    if strategy == "forward-mode":
        if create_graph:
            raise NotImplementedError("torch.autograd.functional.jacobian: `create_graph=True` and `strategy=\"forward-mode\"` "
                                      "are not supported together (yet). Please either set `create_graph=False` or "
                                      '`strategy="reverse-mode"`.')
        if strict:
            raise RuntimeError("torch.autograd.functional.jacobian: `strict=True` and `strategy=\"forward-mode\"` are not "
                               'supported together (yet). Please either set `strict=False` or `strategy="reverse-mode"`.')
        if not vectorize:
            raise NotImplementedError("Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented "
                                      "for `vectorize=True`.")
    elif vectorize and strict:
        raise RuntimeError("torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported "
                           "together. Please either set `strict=False` or `vectorize=False`.")
    with torch.enable_grad():
        values = _prepared(inputs, create_graph, "jacobian")
        result = func(*values)
        outputs = _as_tuple(result, "outputs of the user-provided function", "jacobian")
        _check_outputs(outputs, strict)
        blocks = [_like(inputs, _rows(i, out, values, create_graph, strict)) for i, out in enumerate(outputs)]
    return _like(result, blocks)


def _rows(index, out, values, create_graph, strict):
    """The derivatives of all elements of one output by each input."""
    columns = [[] for _ in values]
    flat = out.reshape(-1)
    for k in range(flat.numel()):
        grads = _gradients((flat[k],), values, (None,), create_graph, again=True)
        for column, g in zip(columns, _completed(grads, values, strict, create_graph, f"Output {index}")):
            column.append(g)
    shape = tuple(out.shape)
    return [torch.stack(column).view(shape + tuple(x.shape)) if column else x.new_zeros(shape + tuple(x.shape))
            for column, x in zip(columns, values)]


def _single_output(func, values, strict, name):
    result = func(*values)
    _check_outputs(_as_tuple(result, "outputs of the user-provided function", name), strict)
    if not isinstance(result, torch.Tensor):
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if result.nelement() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")
    return result


def _check_slopes(grads, strict):
    for i, g in enumerate(grads):
        if strict and not g.requires_grad:
            raise RuntimeError("While computing the hessian, found that the jacobian of the user-provided function with "
                               f"respect to input {i} is independent of the input. This is not allowed in strict mode. You "
                               "should ensure that your function is twice differentiable and that the jacobian depends on "
                               "the inputs (this would be violated by a linear function for example).")


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    _as_tuple(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    def slope(*values):
        # Inputs that already have a history stay what they are: the outer walk ends at them.
        out = _single_output(func, values, strict, "hessian")
        grads = _completed(_gradients((out.reshape(()),), values, (None,), True), values, False, False)
        _check_slopes(grads, strict)
        return _like(inputs, grads)

    return jacobian(slope, inputs, create_graph, strict, vectorize, outer_jacobian_strategy)


def _second_product(func, inputs, v, create_graph, strict, name):
    """The Hessian, which is symmetric, times the vector."""
    with torch.enable_grad():
        values = _prepared(inputs, create_graph, name)
        direction = _direction_of_inputs(v, inputs, values, name)
        out = _single_output(func, values, strict, name)
        slopes = _completed(_gradients((out,), values, (None,), True), values, strict, False)
        _check_slopes(slopes, strict)
        grads = _gradients(slopes, values, direction, create_graph)
        product = _completed(grads, values, strict, create_graph, "The jacobian")
    return _closed(out, create_graph), _like(inputs, product)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    return _second_product(func, inputs, v, create_graph, strict, "vhp")


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    return _second_product(func, inputs, v, create_graph, strict, "hvp")
