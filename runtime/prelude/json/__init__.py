"""JSON text to objects and back."""
import codecs
from json.decoder import JSONDecodeError, JSONDecoder
from json.encoder import JSONEncoder

__all__ = ["dump", "dumps", "load", "loads", "JSONDecoder", "JSONDecodeError", "JSONEncoder"]


_MARKS = {"utf-32": (codecs.BOM_UTF32_BE, codecs.BOM_UTF32_LE), "utf-16": (codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE),
          "utf-8-sig": (codecs.BOM_UTF8,)}


def detect_encoding(b):
    for name, marks in _MARKS.items():
        if b.startswith(marks):
            return name
    size = len(b)
    if size != 2 and size < 4:
        return "utf-8"
    if not b[0]:
        return "utf-16-be" if size == 2 or b[1] else "utf-32-be"
    if not b[1]:
        return "utf-16-le" if size == 2 or any(b[2:4]) else "utf-32-le"
    return "utf-8"


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None,
          separators=None, default=None, sort_keys=False, **kw):
    encoder = JSONEncoder if cls is None else cls
    return encoder(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan,
                   indent=indent, separators=separators, default=default, sort_keys=sort_keys, **kw).encode(obj)


def dump(obj, fp, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None,
         separators=None, default=None, sort_keys=False, **kw):
    encoder = JSONEncoder if cls is None else cls
    for chunk in encoder(skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular,
                         allow_nan=allow_nan, indent=indent, separators=separators, default=default,
                         sort_keys=sort_keys, **kw).iterencode(obj):
        fp.write(chunk)


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
          object_pairs_hook=None, **kw):
    if isinstance(s, str):
        if s.startswith("\ufeff"):
            raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    elif isinstance(s, (bytes, bytearray)):
        s = s.decode(detect_encoding(s), "surrogatepass")
    else:
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {s.__class__.__name__}")
    if cls is None:
        cls = JSONDecoder
    return cls(object_hook=object_hook, parse_float=parse_float, parse_int=parse_int, parse_constant=parse_constant,
               object_pairs_hook=object_pairs_hook, **kw).decode(s)


def load(fp, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
         object_pairs_hook=None, **kw):
    return loads(fp.read(), cls=cls, object_hook=object_hook, parse_float=parse_float, parse_int=parse_int,
                 parse_constant=parse_constant, object_pairs_hook=object_pairs_hook, **kw)
