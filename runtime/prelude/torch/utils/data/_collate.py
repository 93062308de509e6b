"""Samples into batches."""
from copy import copy

import torch


def _in_kind(original, items):
    """A list or dict of a class of its own stays one, as far as it can be copied and written."""
    if type(original) in (dict, list) or isinstance(original, tuple):
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
    if isinstance(data, (tuple, list)):
        return _in_kind(data, [default_convert(d) for d in data])
    return data


def default_collate(batch):
    first = batch[0]
    kind = type(first)
    if isinstance(first, torch.Tensor):
        return torch.stack(batch, 0)
    if kind.__module__ == "numpy" and kind.__name__ not in ("str_", "string_"):
        if kind.__name__ in ("ndarray", "memmap"):
            if first.dtype.kind in "SaUO":
                raise TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
                                f"found {first.dtype}")
            return default_collate([torch.as_tensor(b) for b in batch])
        if first.shape == ():
            return torch.as_tensor(batch)
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, dict):
        return _in_kind(first, {key: default_collate([d[key] for d in batch]) for key in first})
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return kind(*[default_collate(samples) for samples in zip(*batch)])
    if isinstance(first, (tuple, list)):
        size = len(first)
        if not all([len(element) == size for element in batch]):
            raise RuntimeError("each element in list of batch should be of equal size")
        return _in_kind(first, [default_collate(samples) for samples in zip(*batch)])
    raise TypeError(f"default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {kind}")
