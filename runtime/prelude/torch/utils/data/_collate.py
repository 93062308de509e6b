"""Samples into batches."""
from collections.abc import MutableSequence, Sequence
from copy import copy

import torch


def _in_kind(original, items):
    """A sequence or dict of a class of its own stays one, as far as it can be copied and written, or made of items."""
    if type(original) in (dict, list) or isinstance(original, tuple):
        return items
    if not isinstance(original, (dict, MutableSequence)):
        try:
            return type(original)(items)
        except TypeError:
            return items
    made = copy(original)
    if isinstance(made, dict):
        made.update(items)
    else:
        for i, item in enumerate(items):
            made[i] = item
    return made


def default_convert(data):
    """Numbers of arrays and arrays become tensors, containers keep their kind."""
    if isinstance(data, torch.Tensor):
        return data
    if type(data).__module__ == "numpy" and type(data).__name__ not in ("str_", "string_"):
        return torch.as_tensor(data)
    if isinstance(data, dict):
        return _in_kind(data, {k: default_convert(v) for k, v in data.items()})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*[default_convert(d) for d in data])
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _in_kind(data, [default_convert(d) for d in data])
    return data


def _tensors(batch, *, collate_fn_map=None):
    return torch.stack(batch, 0)


def _floats(batch, *, collate_fn_map=None):
    return torch.tensor(batch, dtype=torch.float64)


def _ints(batch, *, collate_fn_map=None):
    return torch.tensor(batch)


def _texts(batch, *, collate_fn_map=None):
    return batch


# Functions for batches, by the class of the first sample; programs add theirs.
default_collate_fn_map = {torch.Tensor: _tensors, float: _floats, int: _ints, str: _texts, bytes: _texts}
_REFUSED = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found "


def _collate_arrays(batch, first, collate_fn_map):
    """Of numpy's arrays and scalars."""
    if type(first).__name__ in ("ndarray", "memmap"):
        if first.dtype.kind in "SaUO":
            raise TypeError(_REFUSED + str(first.dtype))
        return collate([torch.as_tensor(b) for b in batch], collate_fn_map=collate_fn_map)
    return torch.as_tensor(batch)


def collate(batch, *, collate_fn_map=None):
    first = batch[0]
    kind = type(first)
    if collate_fn_map is not None:
        if kind in collate_fn_map:
            return collate_fn_map[kind](batch, collate_fn_map=collate_fn_map)
        if kind.__module__ == "numpy" and kind.__name__ not in ("str_", "string_") and torch.Tensor in collate_fn_map:
            return _collate_arrays(batch, first, collate_fn_map)
        for known, function in collate_fn_map.items():
            if isinstance(first, known):
                return function(batch, collate_fn_map=collate_fn_map)
    if isinstance(first, dict):
        return _in_kind(first, {key: collate([d[key] for d in batch], collate_fn_map=collate_fn_map) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return kind(*[collate(samples, collate_fn_map=collate_fn_map) for samples in zip(*batch)])
    if isinstance(first, Sequence):
        size = len(first)
        if not all([len(element) == size for element in batch]):
            raise RuntimeError("each element in list of batch should be of equal size")
        return _in_kind(first, [collate(samples, collate_fn_map=collate_fn_map) for samples in zip(*batch)])
    raise TypeError(_REFUSED + str(kind))


def default_collate(batch):
    return collate(batch, collate_fn_map=default_collate_fn_map)
