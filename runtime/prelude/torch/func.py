"""Derivatives of functions as functions."""
import torch
from torch.autograd.functional import hessian as _hessian, jacobian as _jacobian


def _selected(args, argnums):
    return args[argnums] if isinstance(argnums, int) else tuple([args[i] for i in argnums])


def _leaves(value):
    """Tensors in dicts, lists and tuples, in order."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        return [t for v in value.values() for t in _leaves(v)]
    if isinstance(value, (list, tuple)):
        return [t for v in value for t in _leaves(v)]
    return []


def _mapped(function, value):
    if isinstance(value, torch.Tensor):
        return function(value)
    if isinstance(value, dict):
        return {k: _mapped(function, v) for k, v in value.items()}
    if isinstance(value, tuple):
        return tuple([_mapped(function, v) for v in value])
    if isinstance(value, list):
        return [_mapped(function, v) for v in value]
    return value


def grad_and_value(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)
        with torch.enable_grad():
            fresh = [_mapped(lambda t: t.view_as(t) if t.requires_grad else t.detach().requires_grad_(), a)
                     if i in numbers else a for i, a in enumerate(args)]
            result = func(*fresh, **kwargs)
            value, aux = result if has_aux else (result, None)
            if not isinstance(value, torch.Tensor) or value.dim() != 0:
                raise RuntimeError("grad_and_value(f)(*args): Expected f(*args) to return a scalar tensor, got tensor with "
                                   f"{value.dim()} dims. Did you want to use the vjp or jacrev APIs instead?")
            wanted = _selected(fresh, argnums)
            leaves = _leaves(wanted)
            nested = any([t.requires_grad for a in args for t in _leaves(a)])
            grads = torch.autograd.grad(value, leaves, create_graph=nested or torch.is_grad_enabled(), allow_unused=True)
        found = {id(t): torch.zeros_like(t) if g is None else g for t, g in zip(leaves, grads)}
        if not nested:
            found = {k: g.detach() for k, g in found.items()}
            value = value.detach()
        tree = _mapped(lambda t: found[id(t)], wanted)
        return (tree, (value, aux)) if has_aux else (tree, value)

    return wrapper


def grad(func, argnums=0, has_aux=False):
    both = grad_and_value(func, argnums, has_aux)

    def wrapper(*args, **kwargs):
        tree, rest = both(*args, **kwargs)
        return (tree, rest[1]) if has_aux else tree

    return wrapper


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None):
    def wrapper(*args):
        def of_one(x):
            values = list(args)
            values[argnums] = x
            return func(*values)
        return _jacobian(of_one, args[argnums])
    return wrapper


jacfwd = jacrev


def hessian(func, argnums=0):
    def wrapper(*args):
        def of_one(x):
            values = list(args)
            values[argnums] = x
            return func(*values)
        return _hessian(of_one, args[argnums])
    return wrapper


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """Calls the function for each slice and stacks the results."""
    def wrapper(*args):
        dims = in_dims if isinstance(in_dims, (tuple, list)) else (in_dims,) * len(args)
        count = [a.shape[d] for a, d in zip(args, dims) if d is not None][0]
        results = [func(*[a if d is None else a.select(d, i) for a, d in zip(args, dims)]) for i in range(count)]
        if isinstance(results[0], tuple):
            return tuple([torch.stack([r[k] for r in results], out_dims) for k in range(len(results[0]))])
        return torch.stack(results, out_dims)
    return wrapper


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Calls a module with other parameters, which it has only during the call."""
    if isinstance(parameter_and_buffer_dicts, (list, tuple)):
        values = {}
        for d in parameter_and_buffer_dicts:
            values.update(d)
    else:
        values = parameter_and_buffer_dicts
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    changed = []
    try:
        for path, value in values.items():
            prefix, _, name = path.rpartition(".")
            owner = module.get_submodule(prefix)
            place = owner._parameters if name in owner._parameters else owner._buffers
            changed.append((place, name, place[name]))
            place[name] = value
        return module(*args, **(kwargs or {}))
    finally:
        for place, name, value in reversed(changed):
            place[name] = value


def vjp(func, *primals, has_aux=False):
    """The value, and a function from gradients of it to gradients of the inputs."""
    with torch.enable_grad():
        inputs = [_mapped(lambda t: t.view_as(t) if t.requires_grad else t.detach().requires_grad_(), p) for p in primals]
        result = func(*inputs)
        value, aux = result if has_aux else (result, None)
    outputs = [t for t in _leaves(value) if t.requires_grad]
    nested = any([t.requires_grad for t in _leaves(primals)])

    def pull_back(cotangents, retain_graph=True, create_graph=None):
        seeds = [c for c, t in zip(_leaves(cotangents), _leaves(value)) if t.requires_grad]
        leaves = _leaves(inputs)
        grads = torch.autograd.grad(outputs, leaves, seeds, retain_graph=True, create_graph=nested or torch.is_grad_enabled(),
                                    allow_unused=True) if outputs else [None] * len(leaves)
        found = {id(t): torch.zeros_like(t) if g is None else g if nested else g.detach() for t, g in zip(leaves, grads)}
        return tuple([_mapped(lambda t: found[id(t)], p) for p in inputs])

    shown = value if nested else _mapped(lambda t: t.detach(), value)
    return (shown, pull_back, aux) if has_aux else (shown, pull_back)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """The value, and its derivative along the tangents."""
    if not has_aux:
        return torch.autograd.functional.jvp(func, tuple(primals), tuple(tangents))
    kept = []

    def value(*inputs):
        result, aux = func(*inputs)
        kept.append(aux)
        return result
    result, product = torch.autograd.functional.jvp(value, tuple(primals), tuple(tangents))
    return result, product, _mapped(lambda t: t.detach(), kept[0])


def stack_module_state(models):
    """Parameters and buffers of models of one kind, each as one tensor."""
    models = list(models)
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all([m.training for m in models]) or all([not m.training for m in models])):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if not all([type(m) is type(models[0]) for m in models]):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    params = {name: torch.stack([dict(m.named_parameters())[name].detach() for m in models]).requires_grad_(p.requires_grad)
              for name, p in models[0].named_parameters()}
    buffers = {name: torch.stack([dict(m.named_buffers())[name] for m in models]) for name, _ in models[0].named_buffers()}
    return params, buffers
