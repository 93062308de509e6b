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


def b2a_base64(data, *, newline=True):
    from base64 import b64encode
    return b64encode(data) + (b"\n" if newline else b"")


def a2b_base64(data, *, strict_mode=False):
    from base64 import b64decode
    return b64decode(data)


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
