"""Paths as text (POSIX), and questions about the files they name."""
import _posix
from _posix import fspath

sep = "/"
curdir = "."
pardir = ".."
extsep = "."
pathsep = ":"
altsep = None
devnull = "/dev/null"

_KIND = 0o170000
_DIRECTORY = 0o040000
_REGULAR = 0o100000
_LINK = 0o120000


def isabs(s):
    return fspath(s).startswith("/")


def join(a, *p):
    path = fspath(a)
    for part in p:
        part = fspath(part)
        if part.startswith("/"):
            path = part
        elif not path or path.endswith("/"):
            path += part
        else:
            path += "/" + part
    return path


def split(p):
    p = fspath(p)
    at = p.rfind("/") + 1
    return p[:at].rstrip("/") or p[:at], p[at:]


def basename(p):
    return split(p)[1]


def dirname(p):
    return split(p)[0]


def splitext(p):
    p = fspath(p)
    start = p.rfind("/") + 1
    dot = p.rfind(".")
    # Leading dots belong to the name.
    name = start
    while name < dot:
        if p[name] != ".":
            return p[:dot], p[dot:]
        name += 1
    return p, ""


def splitdrive(p):
    return "", fspath(p)


def normcase(s):
    return fspath(s)


def normpath(path):
    path = fspath(path)
    if not path:
        return "."
    slashes = 1 if path.startswith("/") else 0
    if path.startswith("//") and not path.startswith("///"):
        slashes = 2
    parts = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part != ".." or (not slashes and not parts) or (parts and parts[-1] == ".."):
            parts.append(part)
        elif parts:
            parts.pop()
    return "/" * slashes + "/".join(parts) or "."


def abspath(path):
    path = fspath(path)
    return normpath(path if path.startswith("/") else join(_posix.getcwd(), path))


def realpath(filename, *, strict=False):
    rest = abspath(filename).split("/")[1:]
    path = "/"
    links = 0
    while rest:
        part = rest.pop(0)
        if part == "..":
            path = dirname(path)
            continue
        if part in ("", "."):
            continue
        step = join(path, part)
        if islink(step) and links < 40:
            links += 1
            target = _posix.readlink(step)
            if target.startswith("/"):
                path = "/"
            rest = [piece for piece in target.split("/") if piece] + rest
        else:
            if strict:
                _posix.lstat(step)
            path = step
    return path


def relpath(path, start=None):
    if not path:
        raise ValueError("no path specified")
    origin = [part for part in abspath(curdir if start is None else start).split("/") if part]
    target = [part for part in abspath(path).split("/") if part]
    common = 0
    while common < min(len(origin), len(target)) and origin[common] == target[common]:
        common += 1
    parts = [".."] * (len(origin) - common) + target[common:]
    return "/".join(parts) or "."


def commonprefix(m):
    if not m:
        return ""
    first, last = min(m), max(m)
    for i in range(len(first)):
        if i >= len(last) or first[i] != last[i]:
            return first[:i]
    return first


def commonpath(paths):
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    absolute = [isabs(path) for path in paths]
    if any(absolute) != all(absolute):
        raise ValueError("Can't mix absolute and relative paths")
    parts = [[part for part in fspath(path).split("/") if part and part != "."] for path in paths]
    first, last = min(parts), max(parts)
    common = first
    for i in range(len(first)):
        if i >= len(last) or first[i] != last[i]:
            common = first[:i]
            break
    return ("/" if absolute[0] else "") + "/".join(common)


def expanduser(path):
    path = fspath(path)
    if path == "~" or path.startswith("~/"):
        home = _posix.environ().get("HOME")
        if home:
            return (home.rstrip("/") or "/") + path[1:]
    return path


def expandvars(path):
    values = _posix.environ()
    out = ""
    i = 0
    while i < len(path):
        if path[i] != "$":
            out += path[i]
            i += 1
            continue
        if path[i + 1:i + 2] == "{":
            end = path.find("}", i)
            name = path[i + 2:end] if end >= 0 else ""
            stop = end + 1
        else:
            stop = i + 1
            while stop < len(path) and (path[stop].isalnum() or path[stop] == "_"):
                stop += 1
            name = path[i + 1:stop]
        if name and name in values:
            out += values[name]
            i = stop
        else:
            out += path[i]
            i += 1
    return out


def _mode(path, follow=True):
    try:
        return (_posix.stat(path) if follow else _posix.lstat(path))[0]
    except (OSError, ValueError):
        return None


def exists(path):
    return _mode(path) is not None


def lexists(path):
    return _mode(path, False) is not None


def isfile(path):
    mode = _mode(path)
    return mode is not None and mode & _KIND == _REGULAR


def isdir(s):
    mode = _mode(s)
    return mode is not None and mode & _KIND == _DIRECTORY


def islink(path):
    mode = _mode(path, False)
    return mode is not None and mode & _KIND == _LINK


def getsize(filename):
    return _posix.stat(filename)[6]


def getmtime(filename):
    return _posix.stat(filename)[8]


def getatime(filename):
    return _posix.stat(filename)[7]


def getctime(filename):
    return _posix.stat(filename)[9]


def samefile(f1, f2):
    return _posix.stat(f1)[1:3] == _posix.stat(f2)[1:3]
