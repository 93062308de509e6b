"""Of dataclasses: what a text among the annotations names, and classes with their fields in slots."""
import sys


def _name_at(text, at):
    """The identifier at a place of a text, spaces before it left out, and the place behind it."""
    while at < len(text) and text[at].isspace():
        at += 1
    end = at
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return text[at:end], end


def named_by(text, cls, modules):
    """The object that a text begins with, `Name` or `module.Name`, as the module of a class knows it; of dotted names, only
    those in one of `modules`."""
    namespace = getattr(sys.modules.get(cls.__module__), "__dict__", None)
    if namespace is None:
        return None
    first, at = _name_at(text, 0)
    after = at + len(text[at:]) - len(text[at:].lstrip())
    if text[after:after + 1] != ".":
        return namespace.get(first)
    second, _ = _name_at(text, after + 1)
    if not second:
        return namespace.get(first)
    module = namespace.get(first)
    return getattr(module, second, None) if any(module is known for known in modules) else None


def _slots_of(cls):
    slots = cls.__dict__.get("__slots__")
    if slots is None:
        return ["__weakref__"] if "__weakref__" in cls.__dict__ else []
    if isinstance(slots, str):
        return [slots]
    if hasattr(slots, "__next__"):
        raise TypeError(f"Slots of '{cls.__name__}' cannot be determined")
    return list(slots)


def with_slots(cls, names, own, is_frozen, weakref_slot):
    """The class again, with those of its fields in slots that no base has there: `names` are all fields, `own` those of the
    class itself."""
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    namespace = dict(cls.__dict__)
    inherited = [slot for base in cls.__mro__[1:-1] for slot in _slots_of(base)]
    wanted = names + (("__weakref__",) if weakref_slot else ())
    namespace["__slots__"] = tuple([name for name in wanted if name not in inherited])
    for name in (*own, "__dict__", "__weakref__"):
        namespace.pop(name, None)
    if is_frozen:
        # Such instances cannot be set attribute by attribute from outside.
        def __getstate__(self):
            return [getattr(self, name) for name in names]

        def __setstate__(self, state):
            for name, value in zip(names, state):
                object.__setattr__(self, name, value)
        namespace.setdefault("__getstate__", __getstate__)
        namespace.setdefault("__setstate__", __setstate__)
    made = type(cls)(cls.__name__, cls.__bases__, namespace)
    made.__qualname__ = cls.__qualname__
    return made
