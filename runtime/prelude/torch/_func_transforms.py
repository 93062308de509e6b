"""Derivatives of functions as functions.

A function is called with copies of its arguments that are leaves, or, where an argument has a history that somebody else
differentiates, with views of them. Its result, and the derivatives, keep their history only where it leads to something else
than those leaves: a tensor that the function holds, or an argument of a transform around this one. Leaves of a transform that
has ended are frozen, so that a transform around it does not take them for something else."""
import torch
from torch import _C_autograd
from torch._trees import filled, leaves_of, mapped, spec_text, tensors_of, tree_spec


def _fresh_tensor(t):
    if not isinstance(t, torch.Tensor):
        raise ValueError(f"Thing passed to transform API must be Tensor, got {type(t)}")
    return t.view_as(t) if t.requires_grad else t.detach().clone().requires_grad_()


def _is_open(value, own):
    """Whether histories of the tensors lead anywhere but to these leaves."""
    tensors = [t for t in tensors_of(value) if t.requires_grad]
    if len(tensors) == 0:
        return False
    for leaf in _C_autograd._leaves_of(tensors):
        # What Python has computed stands for the leaves that it alone knows: it is none.
        if leaf.requires_grad and leaf.is_leaf and not any([leaf is t for t in own]):
            return True
    return False


def freeze(leaves, wanted=False):
    """Leaves of a transform that has ended; vjp_fn wants them again for a while."""
    for t in leaves:
        if t.is_leaf:
            t.requires_grad_(wanted)


class _Call:
    """One call of a function, with what is needed to go back through it."""

    def __init__(self, func, args, kwargs, argnums):
        self.tracks = torch.is_grad_enabled()  # those around it
        self.argnums = argnums
        numbers = _positions(argnums, len(args))
        with torch.enable_grad():
            fresh = [mapped(_fresh_tensor, a) if i in numbers else a for i, a in enumerate(args)]
            self.output = func(*fresh, **kwargs)
        self.wanted = fresh[argnums] if isinstance(argnums, int) else tuple([fresh[i] for i in argnums])
        self.leaves = leaves_of(self.wanted)
        self.isKept = self.tracks and _is_open(self.output, self.leaves)

    def seen(self, value):
        """A result as those outside see it."""
        def closed(t):
            if not isinstance(t, torch.Tensor) or not t.requires_grad:
                return t
            return t if self.isKept and _is_open(t, self.leaves) else t.detach()
        return mapped(closed, value)

    def gradients(self, outputs, seeds, isKept=None, again=False):
        """Gradients of all wanted tensors, as a list; the outputs may be without a history."""
        isKept = self.isKept if isKept is None else isKept
        pairs = [(out, seed) for out, seed in zip(outputs, seeds) if out.requires_grad]
        if len(pairs) == 0:
            return [torch.zeros_like(t) for t in self.leaves]
        with torch.enable_grad():
            found = torch.autograd.grad([out for out, seed in pairs], self.leaves, [seed for out, seed in pairs],
                                        retain_graph=again or isKept, create_graph=isKept, allow_unused=True)
        return [torch.zeros_like(t) if g is None else g for t, g in zip(self.leaves, found)]


def _positions(argnums, count):
    if not isinstance(argnums, (int, tuple)):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    numbers = (argnums,) if isinstance(argnums, int) else argnums
    for i in numbers:
        if not -count <= i < count:
            raise RuntimeError(f"Got argnum={i}, but only {count} positional inputs")
    numbers = tuple([i + count if i < 0 else i for i in numbers])
    if len(set(numbers)) != len(numbers):
        raise RuntimeError(f"argnums elements must be unique, got {numbers}")
    return numbers


def _split_aux(output, has_aux, name):
    if not has_aux:
        return output, None
    if not isinstance(output, tuple) or len(output) != 2:
        raise RuntimeError(f"{name}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return output


def _only_tensors(output, name):
    for leaf in leaves_of(output):
        if not isinstance(leaf, torch.Tensor):
            raise RuntimeError(f"{name}: expected f(*primals) to return only tensors, got unsupported type {type(leaf)}")
    return leaves_of(output)


def grad_and_value(func, argnums=0, has_aux=False):
    def wrapper(*args, **kwargs):
        call = _Call(func, args, kwargs, argnums)
        value, aux = _split_aux(call.output, has_aux, "grad_and_value(f)(*args)")
        if not isinstance(value, torch.Tensor):
            raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(value)}")
        if value.dim() != 0:
            raise RuntimeError("grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                               f"{value.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
        tree = filled(call.wanted, call.gradients([value], [None]))
        value, aux = call.seen(value), call.seen(aux)
        freeze(call.leaves)
        return (tree, (value, aux)) if has_aux else (tree, value)

    return wrapper


def grad(func, argnums=0, has_aux=False):
    both = grad_and_value(func, argnums, has_aux)

    def wrapper(*args, **kwargs):
        tree, rest = both(*args, **kwargs)
        return (tree, rest[1]) if has_aux else tree

    return wrapper


def vjp(func, *primals, has_aux=False):
    call = _Call(func, primals, {}, tuple(range(len(primals))))
    output, aux = _split_aux(call.output, has_aux, "vjp(f, *primals)")
    outputs = _only_tensors(output, "vjp(f, *primals)")

    def vjp_fn(*cotangents):
        given = cotangents[0] if len(cotangents) == 1 else cotangents
        if spec_text(given) != spec_text(output):
            raise RuntimeError("Expected pytree structure of cotangents to be the same as pytree structure of outputs to the "
                               f"function. cotangents: {spec_text(given)}, primal output: {spec_text(output)}")
        seeds = leaves_of(given)
        for i, (seed, out) in enumerate(zip(seeds, outputs)):
            if seed.shape != out.shape:
                raise RuntimeError(f"Mismatch in shape: grad_output[{i}] has a shape of {seed.shape} and output[{i}] has a "
                                   f"shape of {out.shape}.")
        isKept = torch.is_grad_enabled() and (call.isKept or any([seed.requires_grad for seed in seeds]))
        freeze(call.leaves, wanted=True)
        found = call.gradients(outputs, seeds, isKept, again=True)
        freeze(call.leaves)
        return filled(call.wanted, found)

    seen, aux = call.seen(output), call.seen(aux)
    freeze(call.leaves)
    return (seen, vjp_fn, aux) if has_aux else (seen, vjp_fn)


def pushed_forward(outputs, leaves, tangents, isKept, again=False):
    """Directional derivatives of the outputs, by a second way back: gradients are linear in what they begin with, and their
    own gradient by it is the derivative wanted. None where an output depends on no leaf."""
    results = []
    for out in outputs:
        result = None
        if out.requires_grad:
            with torch.enable_grad():
                seed = torch.zeros_like(out).requires_grad_()
                found = torch.autograd.grad(out, leaves, seed, retain_graph=True, create_graph=True, allow_unused=True)
                pairs = [(g, t) for g, t in zip(found, tangents) if g is not None and t is not None]
                linear = [(g, t) for g, t in pairs if g.requires_grad]
                if linear:
                    result = torch.autograd.grad([g for g, t in linear], seed, [t for g, t in linear],
                                                 retain_graph=again or isKept, create_graph=isKept, allow_unused=True)[0]
                if result is None and pairs:
                    result = torch.zeros_like(out)
                freeze([seed])
        results.append(result)
    return results


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    if not isinstance(primals, tuple):
        raise RuntimeError("jvp(f, primals, tangents): Expected primals to be a tuple. E.g. it should be valid to call "
                           "f(*primals).")
    if spec_text(primals) != spec_text(tangents):
        raise RuntimeError("jvp(f, primals, tangents): Expected primals and tangents to have the same python structure. For "
                           "example, if primals is a tuple of 3 tensors, tangents also must be. Got primals with structure "
                           f"{tree_spec(primals)} and tangents with structure {tree_spec(tangents)}")
    given = leaves_of(tangents)
    for p, t in zip(leaves_of(primals), given):
        _check_tangent(p, t)
    call = _Call(func, primals, {}, tuple(range(len(primals))))
    output, aux = _split_aux(call.output, has_aux, "jvp(f, primals, tangents)")
    outputs = _only_tensors(output, "jvp(f, primals, tangents)")
    isKept = call.isKept or call.tracks and any([t.requires_grad for t in given])
    found = pushed_forward(outputs, call.leaves, given, isKept)
    if strict and any([t is None for t in found]):
        raise RuntimeError("jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not "
                           "allowed with strict=True.")
    slopes = filled(output, [torch.zeros_like(out) if t is None else t for out, t in zip(outputs, found)])
    seen, aux = call.seen(output), call.seen(aux)
    freeze(call.leaves)
    return (seen, slopes, aux) if has_aux else (seen, slopes)


def _check_tangent(primal, tangent):
    if not (tangent.is_floating_point() or tangent.is_complex()):
        raise ValueError(f"Expected tangent to be floating point or complex, but got: {tangent.dtype}")
    if primal.shape != tangent.shape:
        raise RuntimeError("Trying to set a forward gradient that has a different size than that of the original Tensor, "
                           f"this is not supported. Tensor is of size {list(primal.shape)} while the given forward gradient "
                           f"is of size {list(tangent.shape)}.")


def linearize(func, *primals):
    def jvp_fn(*tangents):
        return jvp(func, primals, tangents)[1]

    return jvp(func, primals, mapped(torch.zeros_like, primals))[0], jvp_fn


def _slopes(func, argnums, has_aux, name):
    def wrapper(*args, **kwargs):
        call = _Call(func, args, kwargs, argnums)
        output, aux = _split_aux(call.output, has_aux, name)
        parts = []
        for out in _only_tensors(output, name):
            columns = [[] for _ in call.leaves]
            with torch.enable_grad():
                flat = out.reshape(-1)
            for k in range(flat.numel()):
                with torch.enable_grad():
                    element = flat[k]
                for column, row in zip(columns, call.gradients([element], [None], again=True)):
                    column.append(row)
            sizes = tuple(out.shape)
            parts.append(filled(call.wanted, [
                torch.stack(column).view(sizes + tuple(leaf.shape)) if column else leaf.new_zeros(sizes + tuple(leaf.shape))
                for column, leaf in zip(columns, call.leaves)]))
        result, aux = filled(output, parts), call.seen(aux)
        freeze(call.leaves)
        return (result, aux) if has_aux else result

    return wrapper


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")
    return _slopes(func, argnums, has_aux, "vjp(f, *primals)")


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    return _slopes(func, argnums, has_aux, "jvp(f, primals, tangents)")


def hessian(func, argnums=0):
    return jacfwd(jacrev(func, argnums), argnums)
