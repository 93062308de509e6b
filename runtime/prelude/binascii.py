"""Bytes as text, and checksums."""


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def _bytes_of(data):
    view = memoryview(data)
    if not view.c_contiguous:
        raise BufferError("memoryview: underlying buffer is not C-contiguous")
    return view.tobytes()


def _text_of(data):
    """The argument of a function that reads text: bytes, or a str of ASCII."""
    if not isinstance(data, str):
        try:
            return _bytes_of(data)
        except TypeError:
            raise TypeError(f"argument should be bytes, buffer or ASCII string, not {type(data).__name__!r}") from None
    if not data.isascii():
        raise ValueError("string argument should contain only ASCII characters")
    return data.encode("ascii")


def hexlify(data, sep=None, bytes_per_sep=1):
    data = _bytes_of(data)
    text = data.hex() if sep is None else data.hex(sep, bytes_per_sep)
    return text.encode("ascii")


b2a_hex = hexlify


def unhexlify(hexstr):
    text = hexstr if isinstance(hexstr, str) else _bytes_of(hexstr).decode("latin-1")
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
        data = _bytes_of(data)
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
    for byte in _bytes_of(data):
        c = _table[(c ^ byte) & 255] ^ c >> 8
    return c ^ 0xffffffff


# ---------------------------------------------------------------- uuencode: lines of up to 45 bytes

def b2a_uu(data, /, *, backtick=False):
    data = _bytes_of(data)
    if len(data) > 45:
        raise Error("At most 45 bytes at once")
    sixes = [len(data)]
    for at in range(0, len(data), 3):
        group = int.from_bytes(data[at:at + 3].ljust(3, b"\0"), "big")
        sixes += [group >> shift & 63 for shift in (18, 12, 6, 0)]
    return bytes([96 if backtick and not six else 32 + six for six in sixes]) + b"\n"


def a2b_uu(data, /):
    data = _text_of(data)
    size = (data[0] - 32) & 63 if data else 32
    needed = (size * 4 + 2) // 3
    bits = 0
    for c in data[1:1 + needed].ljust(needed, b" "):
        if c in b"\r\n":
            c = 32
        if not 32 <= c <= 96:
            raise Error("Illegal char")
        bits = bits << 6 | (c - 32) & 63
    if data[1 + needed:].strip(b" `\r\n"):
        raise Error("Trailing garbage")
    return (bits >> (needed * 6 - size * 8)).to_bytes(size, "big") if size else b""


# ---------------------------------------------------------------- quoted-printable (RFC 2045)

_LINE = 76
_HEX = b"0123456789ABCDEFabcdef"


def a2b_qp(data, header=False):
    data = _text_of(data)
    parts = bytearray()
    at, size = 0, len(data)
    while at < size:
        c = data[at]
        at += 1
        if c != 61:
            parts.append(32 if header and c == 95 else c)
        elif data[at:at + 1] in (b"\n", b"\r"):
            # The line goes on in the next one.
            end = data.find(b"\n", at)
            at = size if end < 0 else end + 1
        elif data[at:at + 1] == b"=":
            parts.append(61)
            at += 1
        elif at + 1 < size and data[at] in _HEX and data[at + 1] in _HEX:
            parts.append(int(data[at:at + 2], 16))
            at += 2
        elif at < size:
            parts.append(61)
    return bytes(parts)


def b2a_qp(data, quotetabs=False, istext=True, header=False):
    data = _bytes_of(data)
    first = data.find(b"\n")
    end_of_line = b"\r\n" if first > 0 and data[first - 1] == 13 else b"\n"
    out = bytearray()
    at, width, size = 0, 0, len(data)
    while at < size:
        c = data[at]
        following = data[at + 1] if at + 1 < size else None
        is_blank = c in b"\t "
        if istext and (c == 10 or c == 13 and following == 10):
            if out[-1:] in (b" ", b"\t"):
                out += b"=%02X" % out.pop()
            out += end_of_line
            at += 1 if c == 10 else 2
            width = 0
            continue
        quoted = (c > 126 or c == 61 or header and c == 95 or c in b"\r\n" and not istext or is_blank and following is None or
                  c == 46 and width == 0 and (following is None or following in b"\r\n\0") or
                  c < 33 and c not in b"\r\n" and (quotetabs or not is_blank))
        more = 3 if quoted else 1
        if width + more >= _LINE and (quoted or following is not None and following != 10):
            out += b"=" + end_of_line
            width = 0
        out += b"=%02X" % c if quoted else b"_" if header and c == 32 else bytes([c])
        width += more
        at += 1
    return bytes(out)


def crc_hqx(data, crc, /):
    """The checksum of binhex: CRC-CCITT."""
    crc &= 0xffff
    for byte in _bytes_of(data):
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xffff
    return crc
