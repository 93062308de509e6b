"""File names against shell patterns."""
import functools
import os
import re

__all__ = ["filter", "fnmatch", "fnmatchcase", "translate"]


def fnmatch(name, pat):
    return fnmatchcase(os.path.normcase(name), os.path.normcase(pat))


@functools.lru_cache(maxsize=256, typed=True)
def _matcher(pat):
    if isinstance(pat, bytes):
        return re.compile(translate(pat.decode("latin-1")).encode("latin-1")).match
    return re.compile(translate(pat)).match


def filter(names, pat):
    match = _matcher(os.path.normcase(pat))
    return [name for name in names if match(name) is not None]


def fnmatchcase(name, pat):
    return _matcher(pat)(name) is not None


def _set(pat, start):
    """The regular expression of [...] and the index behind it; None when it is not closed."""
    end = start
    if pat[end:end + 1] == "!":
        end += 1
    end = pat.find("]", end + 1)
    if end < 0:
        return None, start
    inner = pat[start:end].replace("\\", r"\\")
    # Ranges that go backwards hold nothing.
    inner = re.sub(r"(?s)(.)-(.)", lambda found: found.group() if found.group(1) <= found.group(2) else "", inner)
    inner = re.sub(r"([&~|])", r"\\\1", inner)
    if not inner:
        return "(?!)", end + 1
    if inner == "!":
        return ".", end + 1
    if inner[0] == "!":
        inner = "^" + inner[1:]
    elif inner[0] in "^[":
        inner = "\\" + inner
    return f"[{inner}]", end + 1


def translate(pat):
    parts = []
    i = 0
    while i < len(pat):
        c = pat[i]
        i += 1
        if c == "*":
            if not parts or parts[-1] != ".*":
                parts.append(".*")
        elif c == "?":
            parts.append(".")
        elif c == "[":
            text, after = _set(pat, i)
            if text is None:
                parts.append("\\[")
            else:
                parts.append(text)
                i = after
        else:
            parts.append(re.escape(c))
    # A star that something follows takes as little as it can, and never gives it back.
    result = []
    i = 0
    while i < len(parts) and parts[i] != ".*":
        result.append(parts[i])
        i += 1
    while i < len(parts):
        i += 1
        fixed = []
        while i < len(parts) and parts[i] != ".*":
            fixed.append(parts[i])
            i += 1
        if i == len(parts):
            result.append(".*" + "".join(fixed))
        else:
            result.append(f"(?>.*?{''.join(fixed)})")
    return f"(?s:{''.join(result)})\\Z"
