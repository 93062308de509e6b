"""JSON text to objects."""
from _json import scan

_CONSTANTS = {"-Infinity": float("-inf"), "Infinity": float("inf"), "NaN": float("nan")}
_SPACE = " \t\n\r"


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        lineno = doc.count("\n", 0, pos) + 1
        colno = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {lineno} column {colno} (char {pos})")
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = lineno
        self.colno = colno

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


def _skip_space(s, at):
    while at < len(s) and s[at] in _SPACE:
        at += 1
    return at


def scanstring(s, end, strict=True):
    """The text whose opening quote stands before `end`, and the place behind it."""
    if not isinstance(s, str):
        raise TypeError(f"first argument must be a string, not {type(s).__name__}")
    if not 0 <= end <= len(s):
        raise ValueError("end is out of bounds")
    if not isinstance(end, int):
        raise TypeError(f"'{type(end).__name__}' object cannot be interpreted as an integer")
    before = max(end - 1, 0)
    return scan(s[:before] + '"' + s[end:], before, strict, None, None, None, None, None, JSONDecodeError)


scanstring.__module__ = "_json"
c_scanstring = py_scanstring = scanstring


class JSONDecoder:
    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, strict=True,
                 object_pairs_hook=None):
        self.object_hook = object_hook
        self.parse_float = parse_float
        self.parse_int = parse_int
        self.parse_constant = parse_constant or _CONSTANTS.__getitem__
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook

    def decode(self, s):
        obj, end = self.raw_decode(s, _skip_space(s, 0))
        if s[end:].strip(_SPACE):
            raise JSONDecodeError("Extra data", s, _skip_space(s, end))
        return obj

    def raw_decode(self, s, idx=0):
        return scan(s, idx, self.strict, self.object_hook, self.object_pairs_hook, self.parse_float, self.parse_int,
                    self.parse_constant, JSONDecodeError)
