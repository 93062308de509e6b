"""Vectors that are determined but for a factor of absolute value 1, and bases of spaces: of eigenvalues and of singular values, as
PyTorch documents them."""
import torch

from harness import compiled

# By the names of entries: which results are such vectors, as columns or rows. Those of singular values go in pairs; what is beyond
# the pairs is any basis of the space that it spans.
_VECTORS = {
    "linalg.eig": {1: "columns"},
    "linalg.eigh": {1: "columns"},
    "linalg.svd": {0: "columns", 2: "rows"},
    "svd": {0: "columns", 2: "columns"},
}


def _columns(tensor, kind):
    return tensor if kind == "columns" else tensor.mH


def _pairs(op, actual, expected):
    """By the positions of results: compiled vectors and PyTorch's, as columns; and how many of each belong together."""
    found = {}
    for place, kind in _VECTORS.get(op.name, {}).items():
        one = _columns(compiled.contents(compiled.method(actual[place], "resolve_conj")), kind)
        other = _columns(expected[place].detach().resolve_conj(), kind)
        if one.shape != other.shape or one.dtype != other.dtype or not one.numel():
            return {}, 0
        found[place] = one.resolve_conj(), other.resolve_conj()
    return found, min((one.shape[-1] for one, _ in found.values()), default=0)


def factors(op, actual, expected):
    """By the positions of results: what PyTorch's vectors are multiplied by to be the compiled ones, if they are the same but for that."""
    pairs, common = _pairs(op, actual, expected)
    products = sum((other.conj() * one)[..., :common].sum(-2) for one, other in pairs.values())
    found = {}
    for place, (one, _) in pairs.items():
        factor = torch.where(products.abs() > 0, products / products.abs(), 1)
        factor = torch.cat([factor, factor.new_ones((*factor.shape[:-1], one.shape[-1] - common))], -1)
        found[place] = _columns(factor.unsqueeze(-2), _VECTORS[op.name][place]).resolve_conj()
    return found


def turn(op, actual, expected):
    """Makes PyTorch's vectors, in place, the compiled ones, if they are the same but for factors, and span the same spaces."""
    for place, factor in factors(op, actual, expected).items():
        expected[place].mul_(factor)
    pairs, common = _pairs(op, actual, expected)
    for place, (one, other) in pairs.items():
        if other.shape[-1] > common:
            basis = other[..., common:]
            left, _, right = torch.linalg.svd(basis.mH @ one[..., common:])
            _columns(expected[place], _VECTORS[op.name][place])[..., common:] = basis @ (left @ right)
