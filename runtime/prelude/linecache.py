"""Lines of source files, each file read once."""
import os

cache = {}      # file name: (size, time of its last change, lines, full name)


def clearcache():
    cache.clear()


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ""


def getlines(filename, module_globals=None):
    if filename not in cache:
        updatecache(filename, module_globals)
    return cache[filename][2] if filename in cache else []


def checkcache(filename=None):
    for name in list(cache) if filename is None else [filename]:
        entry = cache.get(name)
        if entry is None or entry[1] is None:
            continue
        try:
            now = os.stat(entry[3])
        except OSError:
            del cache[name]
            continue
        if (now.st_size, now.st_mtime) != entry[:2]:
            del cache[name]


def updatecache(filename, module_globals=None):
    cache.pop(filename, None)
    if not filename or (filename.startswith("<") and filename.endswith(">")):
        return []
    try:
        facts = os.stat(filename)
        with open(filename, encoding="utf-8") as file:
            lines = file.readlines()
    except (OSError, UnicodeDecodeError, SyntaxError):
        return []
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    cache[filename] = facts.st_size, facts.st_mtime, lines, filename
    return lines


def lazycache(filename, module_globals):
    return False
