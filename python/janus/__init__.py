"""Modules that janusc has compiled, in Python programs.

    import janus
    model = janus.load("model.so")
    net = model.Net(10)
    y = net(torch.rand(1, 28, 28))      # a torch tensor in, a torch tensor out, nothing copied

Needs neither torch nor numpy; works with the tensors of whichever is there.
"""
from janus import _convert, _native
from janus._errors import class_of, error_of, exception_of
from janus._hook import install_hook, uninstall_hook
from janus._modules import CompiledModule, FileInfo, SourceInfo, inspect, load
from janus._native import Object

_native.set_hooks(_convert.call, _convert.finish, _convert.convert, error_of, exception_of, class_of, _convert.maker_of,
                  _convert.leave, _convert.come_back)

__version__ = _native.version()
is_embedded = False  # a compiled program runs this interpreter, which runs none of its own
__all__ = ["load", "inspect", "install_hook", "uninstall_hook", "import_module", "counters", "totals", "CompiledModule", "Object",
           "FileInfo", "SourceInfo"]


def import_module(name):
    """A module of the compiled library: janus.import_module("torch") is the torch that compiled code uses, a janus.Object.
    ModuleNotFoundError for what is neither in the library nor loaded."""
    return _native.import_module(name)


def counters():
    """What specialised code did: a list of dicts, one for each root that was entered. The keys are those of
    janus_counters() in docs/janus-h.md."""
    return _native.counters()


def totals():
    """The counts of the process, of specialised and generic code, a dict with the keys of janus_totals(): the difference
    of two is what lay between."""
    return _native.totals()
