"""Bytes as text, and checksums."""


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def hexlify(data, sep=None, bytes_per_sep=1):
    data = memoryview(data).tobytes()
    text = data.hex() if sep is None else data.hex(sep, bytes_per_sep)
    return text.encode("ascii")


b2a_hex = hexlify


def unhexlify(hexstr):
    text = hexstr if isinstance(hexstr, str) else memoryview(hexstr).tobytes().decode("latin-1")
    if len(text) % 2:
        raise Error("Odd-length string")
    for c in text:
        if c not in "0123456789abcdefABCDEF":
            raise Error("Non-hexadecimal digit found")
    return bytes.fromhex(text)


a2b_hex = unhexlify


_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_PAD = 61


def b2a_base64(data, /, *, newline=True):
    try:
        data = memoryview(data).tobytes()
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not {type(data).__name__!r}") from None
    out = bytearray()
    value = have = 0
    for byte in data:
        value = value << 8 | byte
        have += 8
        while have >= 6:
            have -= 6
            out.append(_BASE64[value >> have & 63])
        value &= (1 << have) - 1
    if have:
        out.append(_BASE64[value << 6 - have & 63])
    while len(out) % 4:
        out.append(_PAD)
    if newline:
        out.append(10)
    return bytes(out)


def _ascii(s):
    try:
        return s.encode("ascii") if isinstance(s, str) else memoryview(s).tobytes()
    except UnicodeEncodeError:
        raise ValueError("string argument should contain only ASCII characters") from None
    except TypeError:
        kind = s.__class__.__name__
        raise TypeError(f"argument should be bytes, buffer or ASCII string, not {kind!r}") from None


def a2b_base64(data, /, *, strict_mode=False):
    data = _ascii(data)
    if strict_mode and data[:1] == b"=":
        raise Error("Leading padding not allowed")
    values = {_BASE64[i]: i for i in range(64)}
    out = bytearray()
    value = have = count = pads = 0
    padded = False
    for i, byte in enumerate(data):
        if byte == _PAD:
            padded = True
            pads += count % 4 >= 2
            if count % 4 >= 2 and count % 4 + pads >= 4:
                if strict_mode and i + 1 < len(data):
                    raise Error("Excess data after padding")
                return bytes(out)
        elif byte in values:
            if strict_mode and padded:
                raise Error("Discontinuous padding not allowed")
            pads = 0
            count += 1
            value = value << 6 | values[byte]
            have += 6
            if have >= 8:
                have -= 8
                out.append(value >> have & 255)
                value &= (1 << have) - 1
        elif strict_mode:
            raise Error("Only base64 data is allowed")
    if count % 4 == 1:
        raise Error(f"Invalid base64-encoded string: number of data characters ({count}) cannot be 1 more than a multiple of 4")
    if count % 4:
        raise Error("Incorrect padding")
    return bytes(out)


_table = []


def crc32(data, value=0):
    if not _table:
        for n in range(256):
            c = n
            for _ in range(8):
                c = c >> 1 ^ 0xedb88320 if c & 1 else c >> 1
            _table.append(c)
    c = value ^ 0xffffffff
    for byte in memoryview(data).tobytes():
        c = _table[(c ^ byte) & 255] ^ c >> 8
    return c ^ 0xffffffff
