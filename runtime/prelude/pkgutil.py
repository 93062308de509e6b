"""Names of objects, and modules in folders."""
import importlib
import os
import sys
from collections import namedtuple

ModuleInfo = namedtuple("ModuleInfo", "module_finder name ispkg")
ModuleInfo.__doc__ = "A namedtuple with minimal info about a module."


def resolve_name(name):
    """The object that `a.b:c.d` names, or `a.b.c.d`, where the module ends with the last part that can be imported."""
    module, colon, path = name.partition(":")
    parts = name.split(".") if not colon else [*module.split("."), *filter(None, path.split("."))]
    if not all(part.isidentifier() for part in parts):
        raise ValueError(f"invalid format: {name!r}")
    if colon:
        found = importlib.import_module(module)
        rest = path.split(".") if path else []
    else:
        found = importlib.import_module(parts[0])
        taken = 1
        while taken < len(parts):
            try:
                found = importlib.import_module(".".join(parts[:taken + 1]))
            except ImportError:
                break
            taken += 1
        rest = parts[taken:]
    for part in rest:
        found = getattr(found, part)
    return found


def iter_modules(path=None, prefix=""):
    """Modules of the folders, in the order of their names; packages have an `__init__.py`."""
    if isinstance(path, str):
        raise ValueError("path must be None or list of paths to look for modules in")
    seen = set()
    for folder in sys.path if path is None else path:
        for entry in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            name, suffix = os.path.splitext(entry)
            is_package = not suffix and os.path.exists(os.path.join(folder, entry, "__init__.py"))
            if (is_package or suffix == ".py") and name.isidentifier() and name != "__init__" and name not in seen:
                seen.add(name)
                yield ModuleInfo(None, prefix + name, is_package)


def walk_packages(path=None, prefix="", onerror=None):
    """As iter_modules, with what is in packages, which are imported for it."""
    for info in iter_modules(path, prefix):
        yield info
        if not info.ispkg:
            continue
        try:
            importlib.import_module(info.name)
        except Exception as error:
            if onerror is None and not isinstance(error, ImportError):
                raise
            if onerror is not None:
                onerror(info.name)
        else:
            yield from walk_packages(getattr(sys.modules[info.name], "__path__", None) or [], info.name + ".", onerror)
