"""torch.hub: names of downloads, which are refused, and the folder where torch keeps them."""
import os

_folder = None


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


def _refused(name):
    def function(*args, **kwargs):
        raise RuntimeError(f"torch.hub.{name} is not supported: nothing is downloaded, nor is code imported from a hub; download "
                           "the file before, and torch.load it")
    function.__name__ = function.__qualname__ = name
    return function


list = _refused("list")
help = _refused("help")
load = _refused("load")
download_url_to_file = _refused("download_url_to_file")
load_state_dict_from_url = _refused("load_state_dict_from_url")
