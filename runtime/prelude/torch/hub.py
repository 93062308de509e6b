"""torch.hub: files of weights are downloaded into the folder where torch keeps them; code is not imported from a hub."""
import os
import re
import sys
from urllib.parse import urlparse    # noqa: F401: packages take it from here

HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")    # of a file's contents, in its name
_folder = None


class tqdm:
    """How far a loop has come, on standard error."""

    def __init__(self, iterable=None, total=None, disable=False, unit=None, unit_scale=False, unit_divisor=None, **keywords):
        self.iterable, self.total, self.disable, self.n = iterable, total, disable, 0

    def __iter__(self):
        for item in self.iterable:
            yield item
            self.update(1)
        self.close()

    def update(self, n=1):
        self.n += n
        if not self.disable:
            sys.stderr.write(f"\r{100 * self.n / self.total:.1f}%" if self.total else f"\r{self.n:.1f} bytes")
            sys.stderr.flush()

    def close(self):
        if not self.disable:
            sys.stderr.write("\n")

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


def _get_torch_home():
    home = os.environ.get("TORCH_HOME")
    if home is None:
        home = os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.join("~", ".cache")), "torch")
    return os.path.expanduser(home)


def get_dir():
    return os.path.join(_get_torch_home(), "hub") if _folder is None else _folder


def set_dir(d):
    global _folder
    _folder = os.path.expanduser(d)


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    """Python's urllib fetches it; the file is there when all of it is."""
    import hashlib
    from importlib import import_module
    dst, part = os.path.expanduser(dst), os.path.expanduser(dst) + f".{os.getpid()}.partial"
    try:
        import_module("urllib.request").urlretrieve(url, part)
        if hash_prefix is not None:
            with open(part, "rb") as file:
                digest = hashlib.sha256(file.read()).hexdigest()
            if digest[:len(hash_prefix)] != hash_prefix:
                raise RuntimeError(f'invalid hash value (expected "{hash_prefix}", got "{digest}")')
        os.replace(part, dst)
    finally:
        if os.path.exists(part):
            os.remove(part)


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None,
                             weights_only=False):
    import torch
    folder = os.path.join(get_dir(), "checkpoints") if model_dir is None else model_dir
    os.makedirs(folder, exist_ok=True)
    name = file_name or os.path.basename(url.partition("?")[0])
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        sys.stderr.write(f'Downloading: "{url}" to {path}\n')
        match = HASH_REGEX.search(name) if check_hash else None
        download_url_to_file(url, path, match and match.group(1), progress)
    return torch.load(path, map_location=map_location, weights_only=weights_only)


def _refused(name):
    def function(*args, **kwargs):
        raise RuntimeError(f"torch.hub.{name} is not supported: code is not imported from a hub; put its files beside the program")
    function.__name__ = function.__qualname__ = name
    return function


list = _refused("list")
help = _refused("help")
load = _refused("load")
