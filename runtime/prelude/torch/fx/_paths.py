"""Attributes of modules by dotted paths."""
from torch.nn.modules.module import Module


def missing_at(root, path):
    """How much of a path an object has not: the shortest beginning that leads nowhere; None: it has all."""
    parts = path.split(".")
    for length, part in enumerate(parts, 1):
        if not hasattr(root, part):
            return ".".join(parts[:length])
        root = getattr(root, part)
    return None


def attribute_at(root, path):
    head, dot, rest = path.partition(".")
    found = getattr(root, head)
    return attribute_at(found, rest) if dot else found


def owner_of(root, path, make=False):
    """The module that has the last part of a path; None where there is none and none is made."""
    head, dot, rest = path.partition(".")
    if not dot:
        return root
    if make and getattr(root, head, None) is None:
        root.add_module(head, Module())
    child = getattr(root, head, None)
    return owner_of(child, rest, make) if isinstance(child, Module) else None
