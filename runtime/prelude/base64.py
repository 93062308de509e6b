"""Bytes as text of 16, 32 and 64 characters."""

_STANDARD = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_URLSAFE = _STANDARD[:62] + b"-_"
_BASE32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


def _bytes(s):
    try:
        return s.encode("ascii") if isinstance(s, str) else memoryview(s).tobytes()
    except UnicodeEncodeError:
        raise ValueError("string argument should contain only ASCII characters") from None
    except TypeError:
        kind = s.__class__.__name__
        raise TypeError(f"argument should be a bytes-like object or ASCII string, not {kind!r}") from None


def _encode(data, alphabet, bits, group):
    out = bytearray()
    value = have = 0
    for byte in data:
        value = value << 8 | byte
        have += 8
        while have >= bits:
            have -= bits
            out.append(alphabet[value >> have & (1 << bits) - 1])
        value &= (1 << have) - 1
    if have:
        out.append(alphabet[value << bits - have & (1 << bits) - 1])
    while len(out) % group:
        out.append(61)
    return bytes(out)


def b64encode(s, altchars=None):
    if isinstance(s, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return _encode(memoryview(s).tobytes(), _STANDARD if altchars is None else _STANDARD[:62] + altchars, 6, 4)


def b64decode(s, altchars=None, validate=False):
    import binascii
    data = _bytes(s)
    alphabet = _STANDARD if altchars is None else _STANDARD[:62] + _bytes(altchars)
    values = {alphabet[i]: i for i in range(64)}
    out = bytearray()
    value = have = count = pads = 0
    for byte in data:
        if byte == 61:
            pads += 1
            if count % 4 >= 2 and count % 4 + pads >= 4:
                break
            continue
        if byte not in values:
            if validate:
                raise binascii.Error("Only base64 data is allowed")
            continue
        pads = 0
        count += 1
        value = value << 6 | values[byte]
        have += 6
        if have >= 8:
            have -= 8
            out.append(value >> have & 255)
            value &= (1 << have) - 1
    if count % 4 == 1:
        raise binascii.Error(f"Invalid base64-encoded string: number of data characters ({count}) cannot be 1 more "
                             "than a multiple of 4")
    if count % 4 and count % 4 + pads < 4:
        raise binascii.Error("Incorrect padding")
    return bytes(out)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    return b64decode(s, b"-_")


def b32encode(s):
    return _encode(memoryview(s).tobytes(), _BASE32, 5, 8)


def b32decode(s, casefold=False, map01=None):
    import binascii
    data = _bytes(s)
    if casefold:
        data = data.upper()
    if len(data) % 8:
        raise binascii.Error("Incorrect padding")
    values = {_BASE32[i]: i for i in range(32)}
    out = bytearray()
    value = have = 0
    for byte in data.rstrip(b"="):
        if byte not in values:
            raise binascii.Error("Non-base32 digit found")
        value = value << 5 | values[byte]
        have += 5
        if have >= 8:
            have -= 8
            out.append(value >> have & 255)
            value &= (1 << have) - 1
    return bytes(out)


def b16encode(s):
    return memoryview(s).tobytes().hex().upper().encode()


def b16decode(s, casefold=False):
    import binascii
    digits = _bytes(s).upper() if casefold else _bytes(s)
    if any([digit not in b"0123456789ABCDEF" for digit in digits]):
        raise binascii.Error("Non-base16 digit found")
    return binascii.unhexlify(digits)


def encodebytes(s):
    data = memoryview(s).tobytes()
    return b"".join([b64encode(data[i:i + 57]) + b"\n" for i in range(0, len(data), 57)])


def decodebytes(s):
    return b64decode(s)
