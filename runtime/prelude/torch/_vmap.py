"""Functions of samples as functions of batches: the function is called for each sample, and the results are stacked."""
import torch
from torch._trees import filled, leaves_of, tree_spec


def _name_of(func):
    return func.__name__ if hasattr(func, "__name__") else repr(func)


class _Inputs:
    """Arguments, and along which dimension each of their tensors is mapped."""

    def __init__(self, func, in_dims, args):
        self.func = func
        self.in_dims = in_dims
        if not isinstance(in_dims, (int, tuple)) or isinstance(in_dims, bool):
            raise ValueError(self._text() + "expected `in_dims` to be int or a (potentially nested) tuple matching the structure of "
                             f"inputs, got: {type(in_dims)}.")
        if len(args) == 0:
            raise ValueError(f"vmap({_name_of(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying "
                             "to vmap over a function with no inputs. The latter is unsupported.")
        self.args = args
        self.dims = self._spread(in_dims, args)
        if self.dims is None:
            raise ValueError(self._text() + "in_dims is not compatible with the structure of `inputs`. in_dims has structure "
                             f"{tree_spec(in_dims)} but inputs has structure {tree_spec(args)}.")
        sizes = [t.shape[dim] for t, dim in zip(leaves_of(args), self.dims) if self._is_mapped(t, dim)]
        if len(sizes) == 0:
            raise ValueError("vmap: Expected at least one Tensor to vmap over")
        if any([size != sizes[0] for size in sizes]):
            raise ValueError("vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
                             f"{sizes} for the mapped dimension")
        self.count = sizes[0]

    def _text(self):
        return f"vmap({_name_of(self.func)}, in_dims={self.in_dims}, ...)(<inputs>): "

    def _spread(self, dims, value):
        """One dimension for each leaf; None where the containers do not fit."""
        if dims is None or isinstance(dims, int):
            return [dims] * len(leaves_of(value))
        if isinstance(dims, dict):
            if not isinstance(value, dict) or list(dims) != list(value):
                return None
            pairs = [(dims[k], value[k]) for k in value]
        elif isinstance(dims, (list, tuple)):
            if not isinstance(value, (list, tuple)) or isinstance(value, tuple) != isinstance(dims, tuple) \
                    or len(dims) != len(value):
                return None
            pairs = list(zip(dims, value))
        else:
            raise ValueError(self._text() + f"Got in_dim={dims} for an input but in_dim must be either an integer dimension or "
                             "None.")
        result = []
        for dim, part in pairs:
            inner = self._spread(dim, part)
            if inner is None:
                return None
            result += inner
        return result

    def _is_mapped(self, t, dim):
        if dim is None:
            return False
        if not isinstance(t, torch.Tensor):
            raise ValueError(self._text() + f"Got in_dim={dim} for an input but the input is of type {type(t)}. We cannot vmap over "
                             "non-Tensor arguments, please use None as the respective in_dim")
        if not -t.dim() <= dim < t.dim():
            raise ValueError(self._text() + f"Got in_dim={dim} for some input, but that input is a Tensor of dimensionality "
                             f"{t.dim()} so expected in_dim to satisfy -{t.dim()} <= in_dim < {t.dim()}.")
        return True

    def sample(self, i):
        parts = [t if dim is None else t.select(dim, i) for t, dim in zip(leaves_of(self.args), self.dims)]
        return filled(self.args, parts)


def _joined(func, out_dims, results):
    """The samples' results along a dimension of their own."""
    first = results[0]
    leaves = leaves_of(first)
    for leaf in leaves:
        if not isinstance(leaf, torch.Tensor):
            raise ValueError(f"vmap({_name_of(func)}, ...): `{_name_of(func)}` must only return Tensors, got type {type(leaf)}. "
                             "Did you mean to set out_dims= to None for output?")
    dims = _out_dims(out_dims, first)
    if dims is None:
        raise ValueError(f"vmap({_name_of(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the "
                         f"structure of `outputs`. out_dims has structure {tree_spec(out_dims)} but outputs has structure "
                         f"{tree_spec(first)}.")
    rows = [leaves_of(result) for result in results]
    joined = [leaf if dims[k] is None else torch.stack([row[k] for row in rows], dims[k]) for k, leaf in enumerate(leaves)]
    return filled(first, joined)


def _out_dims(dims, value):
    if dims is None or isinstance(dims, int):
        return [dims] * len(leaves_of(value))
    if isinstance(dims, tuple) and len(dims) == 1 and isinstance(value, torch.Tensor):
        return list(dims)
    if isinstance(dims, dict) and isinstance(value, dict) and list(dims) == list(value):
        pairs = [(dims[k], value[k]) for k in value]
    elif isinstance(dims, (list, tuple)) and isinstance(value, (list, tuple)) and len(dims) == len(value):
        pairs = list(zip(dims, value))
    else:
        return None
    result = []
    for dim, part in pairs:
        inner = _out_dims(dim, part)
        if inner is None:
            return None
        result += inner
    return result


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    def wrapper(*args, **kwargs):
        inputs = _Inputs(func, in_dims, args)
        if inputs.count == 0:
            return _of_nothing(func, inputs, out_dims, kwargs)
        if randomness == "same":
            state = torch.get_rng_state()
        results = []
        for i in range(inputs.count):
            if randomness == "same":
                torch.set_rng_state(state)
            results.append(func(*inputs.sample(i), **kwargs))
        return _joined(func, out_dims, results)

    return wrapper


def _of_nothing(func, inputs, out_dims, kwargs):
    """The shapes and types of a sample's results say those of none."""
    parts = []
    for t, dim in zip(leaves_of(inputs.args), inputs.dims):
        parts.append(t if dim is None else t.new_zeros([n for d, n in enumerate(t.shape) if d != dim % t.dim()]))
    one = _joined(func, out_dims, [func(*filled(inputs.args, parts), **kwargs)])
    dims = _out_dims(out_dims, one)
    return filled(one, [t if dim is None else t.narrow(dim, 0, 0) for t, dim in zip(leaves_of(one), dims)])
