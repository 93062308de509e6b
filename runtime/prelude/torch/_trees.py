"""Tensors in dicts, lists and tuples."""
import torch


def leaves_of(value):
    """Leaves: the values that are no containers, in order."""
    if isinstance(value, dict):
        return [leaf for v in value.values() for leaf in leaves_of(v)]
    if isinstance(value, (list, tuple)):
        return [leaf for v in value for leaf in leaves_of(v)]
    return [value]


def tensors_of(value):
    return [leaf for leaf in leaves_of(value) if isinstance(leaf, torch.Tensor)]


def _of_kind(original, items):
    if not isinstance(original, tuple):
        return items
    return type(original)(*items) if hasattr(original, "_fields") else tuple(items)


def mapped(function, value):
    """The same containers with function(leaf)."""
    if isinstance(value, dict):
        parts = {k: mapped(function, v) for k, v in value.items()}
        return parts if type(value) is dict else type(value)(parts)
    if isinstance(value, (list, tuple)):
        return _of_kind(value, [mapped(function, v) for v in value])
    return function(value)


def filled(like, leaves):
    """The containers of `like` around other leaves, which are taken off the list."""
    return mapped(lambda leaf: leaves.pop(0), like)


def spec_text(value):
    """The containers as torch writes them: `(*, *)`."""
    if isinstance(value, dict):
        return "{" + ", ".join([f"{k!r}: {spec_text(v)}" for k, v in value.items()]) + "}"
    if isinstance(value, list):
        return "[" + ", ".join([spec_text(v) for v in value]) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join([spec_text(v) for v in value]) + ("," if len(value) == 1 else "") + ")"
    return "*"


def tree_spec(value):
    """The containers as repr() of torch's tree specifications shows them."""
    if isinstance(value, dict):
        return f"TreeSpec(dict, {list(value)!r}, [" + _inner(value.values()) + "])"
    if isinstance(value, (list, tuple)):
        return f"TreeSpec({type(value).__name__}, None, [" + _inner(value) + "])"
    return "*"


def _inner(values):
    return ",\n  ".join([tree_spec(v) for v in values])
