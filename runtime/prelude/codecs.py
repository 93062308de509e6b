"""Text encodings by name, and marks of byte order."""
import io

BOM_UTF8 = b"\xef\xbb\xbf"
BOM_UTF16_LE = BOM_LE = b"\xff\xfe"
BOM_UTF16_BE = BOM_BE = b"\xfe\xff"
BOM_UTF32_LE = b"\xff\xfe\x00\x00"
BOM_UTF32_BE = b"\x00\x00\xfe\xff"
BOM = BOM_UTF16 = BOM_UTF16_LE
BOM_UTF32 = BOM_UTF32_LE


def encode(obj, encoding="utf-8", errors="strict"):
    return obj.encode(encoding, errors)


def decode(obj, encoding="utf-8", errors="strict"):
    return bytes(obj).decode(encoding, errors)


class CodecInfo(tuple):
    """What encodes and decodes one encoding."""

    def __new__(cls, name):
        def encode(text, errors="strict"):
            return text.encode(name, errors), len(text)

        def decode(data, errors="strict"):
            return bytes(data).decode(name, errors), len(data)
        self = tuple.__new__(cls, (encode, decode, None, None))
        self.name = name
        self.encode = encode
        self.decode = decode
        return self


_searches = []  # what finds encodings that are not built in


def register(search_function):
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _searches.append(search_function)


def unregister(search_function):
    if search_function in _searches:
        _searches.remove(search_function)


def lookup(encoding):
    try:
        "".encode(encoding)
    except LookupError:
        for search in _searches:
            found = search(encoding.lower().replace(" ", "_").replace("-", "_"))
            if found is not None:
                return found
        raise
    name = encoding.lower().replace("_", "-")
    return CodecInfo({"utf8": "utf-8", "latin-1": "iso8859-1", "latin1": "iso8859-1", "us-ascii": "ascii"}.get(name, name))


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    if encoding is not None and "b" in mode:
        mode = mode.replace("b", "")
    return io.open(filename, mode, encoding=encoding, errors=errors)
