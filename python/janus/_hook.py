"""install_hook(): `import model` takes model.so beside model.py when it was compiled from just that text."""
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import warnings

from janus._modules import CompiledModule, inspect

# What Python takes before `model.py` in the same folder: a package, its own extension modules. Those whose ending is
# `.so` alone come before it, too; they are told apart from ours when they are looked at.
BEFORE_SOURCE = ["/__init__.py"] + [ending for ending in importlib.machinery.EXTENSION_SUFFIXES if ending != ".so"]


def _hash(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _stale(info, source):
    """Why a compiled file is not of the sources that are here; None when it is."""
    if info.mismatch:
        return info.mismatch
    main = info.modules[0]
    if _hash(source) != main.hash:
        return "the source has changed since"
    folder, compiled_in = os.path.dirname(source), os.path.dirname(main.source)
    for module in info.modules[1:]:
        path = os.path.join(folder, os.path.relpath(module.source, compiled_in or "."))
        if os.path.exists(path) and _hash(path) != module.hash:
            return f"`{module.name}`, which it imports, has changed since"
    return None


class _SourceLoader(importlib.machinery.SourceFileLoader):
    """Python's own, for what may have been compiled when it was imported before: importlib.reload()."""

    def exec_module(self, module):
        if isinstance(module, CompiledModule):
            module.unload()
        super().exec_module(module)


class _CompiledLoader(_SourceLoader):
    """Runs the compiled file; who asks for source or code (inspect, `python -m`) gets Python's."""

    def __init__(self, name, source, compiled):
        super().__init__(name, source)
        self.compiled = compiled

    def create_module(self, spec):
        return CompiledModule(spec.name)

    def exec_module(self, module):
        if not isinstance(module, CompiledModule):  # reload() of what was not compiled when it was imported
            return super().exec_module(module)
        module.unload()
        module._attach(self.compiled, module.__name__)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        last = name.rpartition(".")[2]
        for folder in sys.path if path is None else path:
            if not isinstance(folder, str):
                continue
            beside = os.path.join(folder or os.getcwd(), last)
            compiled, source = beside + ".so", beside + ".py"
            if any(os.path.isfile(beside + ending) for ending in BEFORE_SOURCE):
                return None
            if not os.path.isfile(source):
                continue
            if not os.path.isfile(compiled):
                return None
            try:
                info = inspect(compiled)
            except ImportError:
                return None  # no module of janusc
            reason = _stale(info, source)
            if reason is None:
                return importlib.util.spec_from_file_location(
                    name, source, loader=_CompiledLoader(name, source, compiled))
            warnings.warn(f"{compiled} is not used: {reason}; compile it again", ImportWarning, stacklevel=2)
            # Python itself would take the file for one of its own extension modules.
            return importlib.util.spec_from_file_location(name, source, loader=_SourceLoader(name, source))
        return None


_finder = _Finder()


def install_hook():
    """From now on `import model` takes model.so beside model.py, if it was compiled from just the text that is there and
    fits this machine. Otherwise Python's own import goes on; an ImportWarning says why."""
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)


def uninstall_hook():
    """Undoes install_hook(). Modules that were imported stay."""
    if _finder in sys.meta_path:
        sys.meta_path.remove(_finder)
