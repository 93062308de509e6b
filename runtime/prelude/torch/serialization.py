"""torch.save and torch.load: zip files with a pickled description and one entry per storage."""
import os

import torch
from torch._pickle_reader import Unpickler
from torch._pickle_writer import Pickler
from torch._zip import ZipReader, ZipWriter, looks_like_zip

__all__ = ["save", "load", "add_safe_globals", "get_safe_globals", "clear_safe_globals"]

_safe_globals = []


def add_safe_globals(safe_globals):
    _safe_globals.extend(safe_globals)


def get_safe_globals():
    return list(_safe_globals)


def clear_safe_globals():
    _safe_globals.clear()


def _is_path(f):
    return isinstance(f, str) or hasattr(f, "__fspath__")


def _archive_name(f):
    if _is_path(f):
        name = os.path.basename(os.fspath(f))
        stem, dot, _ = name.rpartition(".")
        return stem if dot and stem else name
    return "archive"


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True,
         _disable_byteorder_record=False):
    name = _archive_name(f)
    pickler = Pickler()
    pickled = pickler.dump(obj)
    if not _is_path(f):
        _write(f, name, pickled, pickler.storages)
        return
    path = os.fspath(f)
    parent = os.path.dirname(path)
    if parent and not os.path.isdir(parent):
        raise RuntimeError(f"Parent directory {parent} does not exist.")
    with open(path, "wb") as file:
        _write(file, name, pickled, pickler.storages)


def _write(file, name, pickled, storages):
    archive = ZipWriter(file)
    archive.add(name + "/data.pkl", pickled)
    archive.add(name + "/.format_version", b"1")
    archive.add(name + "/.storage_alignment", b"64")
    archive.add(name + "/byteorder", b"little")
    for i, data in enumerate(storages):
        archive.add(f"{name}/data/{i}", data)
    archive.add(name + "/version", b"3\n")
    archive.close()


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    if weights_only is None:
        weights_only = True
    if map_location is not None and not callable(map_location) and not isinstance(map_location, dict):
        device = torch.device(map_location)
        if device.type not in ("cpu", "meta"):
            raise RuntimeError("Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. "
                               "If you are running on a CPU-only machine, please use torch.load with "
                               "map_location=torch.device('cpu') to map your storages to the CPU.")
    if _is_path(f):
        with open(os.fspath(f), "rb") as file:
            data = file.read()
    else:
        data = f.read()
    if not looks_like_zip(data):
        if len(data) == 0:
            raise EOFError("Ran out of input")
        raise RuntimeError("torch.load: not a file of torch.save's zip format (files written before torch 1.6 are not "
                           "supported)")
    archive = ZipReader(data)
    prefix = archive.prefix_of("data.pkl")
    storages = {}

    def storage(kind, key, location, numel):
        if key not in storages:
            storages[key] = torch._C_storage._from_bytes(archive.read(f"{prefix}data/{key}"), kind)
        return storages[key]

    return Unpickler(archive.read(prefix + "data.pkl"), storage, weights_only, _safe_globals).load()
