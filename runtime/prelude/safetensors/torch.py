"""safetensors files of torch's tensors, with the functions of the package of that name."""
import json
import os
from struct import pack, unpack_from

import torch
from safetensors import SafetensorError
from torch import _C_storage

__all__ = ["load", "load_file", "save", "save_file", "load_model", "save_model"]

_types = {"F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16,
          "I64": torch.int64, "I32": torch.int32, "I16": torch.int16, "I8": torch.int8, "U8": torch.uint8,
          "BOOL": torch.bool}
_names = {dtype: name for name, dtype in _types.items()}
# Tensors are written by the size of their elements, largest first, so that all are aligned.
_order = ["I64", "F64", "F32", "I32", "BF16", "F16", "I16", "I8", "U8", "BOOL"]
_most_header = 100_000_000


def _damaged(what):
    raise SafetensorError(f"Error while deserializing header: {what}")


def _is_count(value):
    return type(value) is int and 0 <= value < 1 << 62


def _unique(pairs):
    made = {}
    for key, value in pairs:
        if key in made:
            _damaged(f"duplicate key `{key}`")
        made[key] = value
    return made


def _read_header(data):
    """The header's entries, and where the elements begin."""
    if len(data) < 8:
        _damaged("header too small")
    size, = unpack_from("<Q", data, 0)
    if size > _most_header:
        _damaged("header too large")
    if size > len(data) - 8:
        _damaged("invalid header length")
    try:
        text = data[8:8 + size].decode("utf-8")
    except UnicodeDecodeError:
        _damaged("invalid UTF-8 in header")
    try:
        header = json.loads(text, object_pairs_hook=_unique)
    except (ValueError, RecursionError):
        _damaged("invalid JSON in header")
    if not isinstance(header, dict):
        _damaged("invalid JSON in header: expected an object")
    metadata = header.pop("__metadata__", None)
    if metadata is not None and not (isinstance(metadata, dict) and
                                     all(isinstance(v, str) for v in metadata.values())):
        _damaged("invalid metadata")
    return header, 8 + size


def _check_entry(name, entry):
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        _damaged(f"invalid name {name!r}")
    if not isinstance(entry, dict) or not {"dtype", "shape", "data_offsets"} <= set(entry):
        _damaged(f"invalid entry of `{name}`")
    if not isinstance(entry["dtype"], str) or entry["dtype"] not in _types:
        _damaged(f"the dtype of `{name}` is not supported: {entry['dtype']}")
    shape, offsets = entry["shape"], entry["data_offsets"]
    if not isinstance(shape, list) or not all(_is_count(n) for n in shape) or len(shape) > 64:
        _damaged(f"invalid shape of `{name}`")
    if not isinstance(offsets, list) or len(offsets) != 2 or not all(_is_count(n) for n in offsets):
        _damaged(f"invalid offsets of `{name}`")
    size = _types[entry["dtype"]].itemsize
    for n in shape:
        size *= n
    if offsets[1] - offsets[0] != size:
        _damaged(f"shape, dtype and offsets of `{name}` do not agree")


def load(data):
    """The tensors in the bytes of a file, by name."""
    header, first = _read_header(data)
    for name, entry in header.items():
        _check_entry(name, entry)
    # Elements fill the rest of the file, without holes and overlaps.
    at = 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        begin, end = entry["data_offsets"]
        if begin != at:
            _damaged(f"invalid offset of `{name}`")
        at = end
    if first + at != len(data):
        _damaged("incomplete metadata, file not fully covered")
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        flat = _C_storage._from_bytes(data[first + begin:first + end], _types[entry["dtype"]])
        tensors[name] = flat.reshape(entry["shape"])
    return tensors


def load_file(filename, device="cpu"):
    """The tensors in a file, by name."""
    with open(os.fspath(filename), "rb") as file:
        data = file.read()
    tensors = load(data)
    if str(device) == "cpu":
        return tensors
    return {name: t.to(device) for name, t in tensors.items()}


def _check_tensors(tensors):
    if not isinstance(tensors, dict):
        raise ValueError(f"Expected a dict of [str, torch.Tensor] but received {type(tensors)}")
    owners = {}
    for name, t in tensors.items():
        if not isinstance(name, str):
            raise ValueError(f"Key `{name}` is invalid, expected str but received {type(name)}")
        if not isinstance(t, torch.Tensor):
            raise ValueError(f"Key `{name}` is invalid, expected torch.Tensor but received {type(t)}")
        if t.dtype not in _names:
            raise SafetensorError(f"the dtype of `{name}`, {t.dtype}, cannot be written")
        if not t.is_contiguous():
            raise ValueError(f"You are trying to save a non contiguous tensor: `{name}` which is not allowed. It either "
                             "means you are trying to save tensors which are reference of each other in which case it's "
                             "recommended to save only the full tensors, and reslice at load time, or simply call "
                             "`.contiguous()` on your tensor to pack it before saving.")
        if t.numel():
            owners.setdefault(_C_storage._storage_key(t), []).append(name)
    shared = [set(names) for names in owners.values() if len(names) > 1]
    if shared:
        raise RuntimeError(f"Some tensors share memory, this will lead to duplicate memory on disk and potential "
                           f"differences when loading them again: {shared}. Save one of each, or copies.")


def _content(t):
    """The bytes of a contiguous tensor's own elements."""
    size = t.element_size()
    begin = t.storage_offset() * size
    content = _C_storage._storage_bytes(t)
    return content if len(content) == t.numel() * size else content[begin:begin + t.numel() * size]


def save(tensors, metadata=None):
    """The bytes of a file."""
    _check_tensors(tensors)
    header = {}
    if metadata is not None:
        header["__metadata__"] = metadata
    names = sorted(tensors, key=lambda name: (_order.index(_names[tensors[name].dtype]), name))
    at = 0
    for name in names:
        t = tensors[name]
        end = at + t.numel() * t.element_size()
        header[name] = {"dtype": _names[t.dtype], "shape": list(t.shape), "data_offsets": [at, end]}
        at = end
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([pack("<Q", len(text)), text, *[_content(tensors[name].detach()) for name in names]])


def save_file(tensors, filename, metadata=None):
    """Writes a file of the tensors, by name."""
    content = save(tensors, metadata)
    with open(os.fspath(filename), "wb") as file:
        file.write(content)


def save_model(model, filename, metadata=None, force_contiguous=True):
    """Writes a module's state; of tensors that are one, the first name stands for all."""
    state, seen, kept = model.state_dict(), {}, dict(metadata or {})
    for name in sorted(state):
        t = state[name]
        key = (_C_storage._storage_key(t), t.storage_offset(), tuple(t.shape))
        if t.numel() and key in seen:
            kept[name] = seen[key]
            del state[name]
            continue
        seen[key] = name
        if force_contiguous:
            state[name] = t.contiguous()
    save_file(dict(state), filename, kept or None)


def load_model(model, filename, strict=True, device="cpu"):
    """Reads a module's state; answers the names that were missing and those that nobody knows."""
    state = load_file(filename, device)
    own = model.state_dict()
    present = {_C_storage._storage_key(own[name]) for name in state if name in own}
    missing, unexpected = model.load_state_dict(state, strict=False)
    missing = [name for name in missing if _C_storage._storage_key(own[name]) not in present]
    if strict and (missing or unexpected):
        text = f"Error(s) in loading state_dict for {model.__class__.__name__}:"
        if missing:
            text += f"\n    Missing key(s) in state_dict: {', '.join(repr(name) for name in sorted(missing))}"
        if unexpected:
            text += f"\n    Unexpected key(s) in state_dict: {', '.join(repr(name) for name in sorted(unexpected))}"
        raise RuntimeError(text)
    return missing, unexpected
