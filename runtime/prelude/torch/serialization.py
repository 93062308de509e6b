"""torch.save and torch.load: zip files with a pickled description and one entry per storage."""
import os
from enum import Enum

import torch
from torch._zip import ZipReader, ZipWriter, looks_like_zip

__all__ = ["save", "load", "add_safe_globals", "get_safe_globals", "clear_safe_globals", "safe_globals"]

_safe_globals = []
_UNSAFE = ("In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to "
           "`True`. Re-running `torch.load` with `weights_only` set to `False` will likely succeed, but it can result in "
           "arbitrary code execution. Do it only if you got the file from a trusted source.")
_DOCS = ("\n\nCheck the documentation of torch.load to learn more about types accepted by default with weights_only "
         "https://pytorch.org/docs/stable/generated/torch.load.html.")


def add_safe_globals(safe_globals):
    _safe_globals.extend(safe_globals)


def get_safe_globals():
    return list(_safe_globals)


def clear_safe_globals():
    _safe_globals.clear()


class safe_globals:
    """Names that torch.load may use for a while: `with safe_globals([Config]):`."""

    def __init__(self, safe_globals):
        self.safe_globals = safe_globals

    def __enter__(self):
        self.before = list(_safe_globals)
        add_safe_globals(self.safe_globals)

    def __exit__(self, type, value, tb):
        _safe_globals[:] = self.before


class LoadEndianness(Enum):
    NATIVE = 1
    LITTLE = 2
    BIG = 3


_settings = {"endianness": None, "mmap": 2, "crc32": True}  # settings that change nothing: files say how they are written


def get_default_load_endianness():
    return _settings["endianness"]


def set_default_load_endianness(endianness):
    if endianness is not None and not isinstance(endianness, LoadEndianness):
        raise TypeError("Invalid argument type in function set_default_load_endianness")
    _settings["endianness"] = endianness


def get_default_mmap_options():
    return _settings["mmap"]


def get_crc32_options():
    return _settings["crc32"]


def set_crc32_options(compute_crc32):
    _settings["crc32"] = compute_crc32


def _safe_by_name():
    made = {}
    for known in _safe_globals:
        if isinstance(known, tuple):
            if len(known) != 2:
                raise ValueError("Expected tuple of length 2 (global, str of callable full path), but got tuple of length: "
                                 f"{len(known)}")
            made[known[1]] = known[0]
        else:
            made[f"{known.__module__}.{known.__qualname__}"] = known
    return made


def _get_layout(name):
    for value in torch.__dict__.values():
        if isinstance(value, torch.layout) and str(value) == name:
            return value
    raise KeyError(name)


def _is_path(f):
    return isinstance(f, str) or hasattr(f, "__fspath__")


def _archive_name(f):
    if _is_path(f):
        name = os.path.basename(os.fspath(f))
        stem, dot, _ = name.rpartition(".")
        return stem if dot and stem else name
    return "archive"


def _require_pickle(module):
    """Other modules (dill, cloudpickle) would be Python's."""
    import pickle
    if module is not None and module is not pickle:
        raise NotImplementedError("torch.save and torch.load use the module pickle alone: leave pickle_module out")


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True,
         _disable_byteorder_record=False):
    import io
    from torch._pickling import Pickler
    _require_pickle(pickle_module)
    if not _use_new_zipfile_serialization:
        raise NotImplementedError("torch.save writes zip files alone: leave _use_new_zipfile_serialization out")
    description = io.BytesIO()
    pickler = Pickler(description, pickle_protocol)
    pickler.dump(obj)
    content = (_archive_name(f), description.getvalue(), pickler.contents)
    if not _is_path(f):
        _write(f, *content)
        return
    path = os.fspath(f)
    parent = os.path.dirname(path)
    if parent and not os.path.isdir(parent):
        raise RuntimeError(f"Parent directory {parent} does not exist.")
    with open(path, "wb") as file:
        _write(file, *content)


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


def _content(f):
    if _is_path(f):
        with open(os.fspath(f), "rb") as file:
            return file.read()
    try:
        f.seek(f.tell())
    except AttributeError as error:
        raise AttributeError(f"{error}. You can only torch.load from a file that is seekable. Please pre-load the data into a "
                             "buffer like io.BytesIO and try to load from it instead.") from None
    return f.read()


def _require_version(archive):
    if not archive.has("version"):
        raise RuntimeError('Expected hasRecord("version") to be true, but got false.')
    version = int(archive.read("version"))
    if version > 10:
        raise RuntimeError(f"Attempted to read a PyTorch file with version {version}, but the maximum supported version for "
                           "reading is 10. The version of your PyTorch installation may be too old, please upgrade PyTorch to "
                           "latest version to mitigate this issue.")


def _refusal(message):
    """Of what weights_only does not read."""
    if "was not an allowed global by default." in message:
        return ("Weights only load failed. This file can still be loaded, to do so you have two options, \033[1mdo those "
                f"steps only if you trust the source of the checkpoint\033[0m. \n\t(1) {_UNSAFE}\n\t(2) Alternatively, to "
                "load with `weights_only=True` please check the recommended steps in the following error message.\n\t"
                f"WeightsUnpickler error: {message}{_DOCS}")
    return (f"Weights only load failed. {_UNSAFE}\nPlease file an issue with the following so that we can make "
            f"`weights_only=True` compatible with your use case: WeightsUnpickler error: \n\n{message}{_DOCS}")


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    import io
    import pickle
    from torch._pickling import Unpickler, WeightsOnlyUnpickler, storages
    _require_pickle(pickle_module)
    if weights_only is None:
        weights_only = pickle_module is None
    elif weights_only and pickle_module is not None:
        raise RuntimeError("Can not safely load weights when explicit pickle_module is specified")
    if mmap and not _is_path(f):
        raise ValueError("f must be a file path in order to use the mmap argument")
    if isinstance(map_location, int):
        raise TypeError(f"'{type(map_location).__name__}' object is not callable")
    if map_location is not None and not callable(map_location) and not isinstance(map_location, dict):
        device = torch.device(map_location)
        if device.type not in ("cpu", "meta"):
            raise RuntimeError("Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. "
                               "If you are running on a CPU-only machine, please use torch.load with "
                               "map_location=torch.device('cpu') to map your storages to the CPU.")
        if device.type == "meta":
            raise NotImplementedError("torch.load: map_location='meta' is not supported; load to the CPU, then call "
                                      "`.to('meta')` of tensors or modules")
    data = _content(f)
    if not looks_like_zip(data):
        if len(data) == 0:
            raise EOFError(*([] if weights_only else ["Ran out of input"]))
        raise RuntimeError("torch.load: not a file of torch.save's zip format (files written before torch 1.6 are not "
                           "supported)")
    archive = ZipReader(data)
    _require_version(archive)
    order = archive.read("byteorder") if archive.has("byteorder") else b"little"
    if order not in (b"little", b"big"):
        raise ValueError(f"Unknown endianness type: {order.decode()}")
    description = io.BytesIO(archive.read("data.pkl"))
    options = {"encoding": "utf-8"} | pickle_load_args
    unpickler = (WeightsOnlyUnpickler(description, _safe_by_name(), **options) if weights_only
                 else Unpickler(description, **options))
    unpickler.persistent_load = storages(archive.read, order == b"big", map_location)
    if not weights_only:
        return unpickler.load()
    try:
        return unpickler.load()
    except pickle.UnpicklingError as error:
        raise pickle.UnpicklingError(_refusal(str(error))) from None
