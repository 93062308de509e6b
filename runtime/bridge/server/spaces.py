"""Namespaces of modules, of which compiled code remembers what it has asked (ModuleAttributes.h)."""
from types import ModuleType

VERSION = 24  # bytes from the beginning of a dict, up to Python 3.12, to a number that each change makes another

_has_versions = None


def _tell_changes():
    """Whether dicts of this Python say that they have changed."""
    import ctypes
    space, seen = {"a": 1}, set()
    version = ctypes.c_uint64.from_address(id(space) + VERSION)

    def is_new():
        known = version.value in seen
        seen.add(version.value)
        return not known
    steps = (lambda: None, lambda: space.update(b=2), lambda: space.__setitem__("a", 3), lambda: space.pop("b"),
             lambda: space.__delitem__("a"), lambda: space.setdefault("c", 4), lambda: space.clear(), lambda: space.update({"d": 5, "e": 6}))
    for step in steps:
        step()
        if not is_new():
            return False
    space.get("d"), list(space), "x" in space, space.copy()
    return not is_new()


def place(module):
    """The address of the version of a module's namespace; None: it must be asked each time."""
    global _has_versions
    if _has_versions is None:
        _has_versions = object.__basicsize__ == 16 and _tell_changes()
    return id(vars(module)) + VERSION if _has_versions and type(module) is ModuleType else None


def own(module, name):
    """The value of an attribute that the namespace alone decides; None of another."""
    return None if hasattr(ModuleType, name) else vars(module).get(name)
