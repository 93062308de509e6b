"""Files by shell patterns."""
import fnmatch
import os
import re

__all__ = ["escape", "glob", "iglob"]

_MAGIC = re.compile("([*?[])")


def has_magic(s):
    return _MAGIC.search(s if isinstance(s, str) else s.decode("latin-1")) is not None


def escape(pathname):
    return _MAGIC.sub(r"[\1]", pathname)


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    pathname = os.fspath(pathname)
    root = os.fspath(root_dir) if root_dir is not None else pathname[:0]
    found = _expand(pathname, root, recursive, False, include_hidden)
    if recursive and (not pathname or pathname[:2] == "**"):
        found = _without_empty(found)
    return found


def _without_empty(found):
    for path in found:
        if path:
            yield path


def _expand(pathname, root, recursive, only_folders, hidden):
    folder, name = os.path.split(pathname)
    if not has_magic(pathname):
        if name:
            if os.path.lexists(os.path.join(root, pathname)):
                yield pathname
        elif os.path.isdir(os.path.join(root, folder)):
            yield pathname
        return
    if not folder:
        if recursive and name == "**":
            yield from _below(root, only_folders, hidden)
        else:
            yield from _matching(root, name, only_folders, hidden)
        return
    if folder != pathname and has_magic(folder):
        folders = _expand(folder, root, recursive, True, hidden)
    else:
        folders = [folder]
    for base in folders:
        inside = os.path.join(root, base)
        if has_magic(name):
            names = _below(inside, only_folders, hidden) if recursive and name == "**" else \
                _matching(inside, name, only_folders, hidden)
        elif not name:
            names = [name] if os.path.isdir(inside) else []
        else:
            names = [name] if os.path.lexists(os.path.join(inside, name)) else []
        for found in names:
            yield os.path.join(base, found)


def _names(folder, only_folders):
    try:
        with os.scandir(folder or os.curdir) as entries:
            return [entry.name for entry in entries if not only_folders or entry.is_dir()]
    except OSError:
        return []


def _matching(folder, pattern, only_folders, hidden):
    names = _names(folder, only_folders)
    if not hidden and not pattern.startswith("."):
        names = [name for name in names if not name.startswith(".")]
    return fnmatch.filter(names, pattern)


def _below(folder, only_folders, hidden):
    yield folder[:0]
    yield from _walk(folder, only_folders, hidden)


def _walk(folder, only_folders, hidden):
    for name in _names(folder, only_folders):
        if hidden or not name.startswith("."):
            yield name
            for inner in _walk(os.path.join(folder, name) if folder else name, only_folders, hidden):
                yield os.path.join(name, inner)
