"""Objects to JSON text."""
from _json import encode, quote


def encode_basestring_ascii(s):
    return quote(s, True)


def encode_basestring(s):
    return quote(s, False)


# CPython has them in C and in Python.
encode_basestring_ascii.__module__ = encode_basestring.__module__ = "_json"
c_encode_basestring_ascii = py_encode_basestring_ascii = encode_basestring_ascii
c_encode_basestring = py_encode_basestring = encode_basestring


class JSONEncoder:
    item_separator = ", "
    key_separator = ": "

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False,
                 indent=None, separators=None, default=None):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        usual = (self.item_separator if indent is None else ",", self.key_separator)
        self.item_separator, self.key_separator = usual if separators is None else separators
        for place, separator in ((5, self.key_separator), (6, self.item_separator)):
            if not isinstance(separator, str):
                raise TypeError(f"make_encoder() argument {place} must be str, not {type(separator).__name__}")
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o):
        if isinstance(o, str):
            return quote(o, self.ensure_ascii)
        indent = self.indent
        if indent is not None and not isinstance(indent, str):
            indent = " " * indent
        return encode(o, indent, self.item_separator, self.key_separator, self.ensure_ascii, self.allow_nan,
                      self.sort_keys, self.skipkeys, self.check_circular, self.default)

    def iterencode(self, o, _one_shot=False):
        yield JSONEncoder.encode(self, o)
