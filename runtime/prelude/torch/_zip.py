"""Zip archives without compression, laid out as torch's: the data of each entry begins at a multiple of 64."""
from struct import pack, unpack_from

from torch._C_storage import _crc32

_LOCAL = 0x04034B50
_CENTRAL = 0x02014B50
_END = 0x06054B50
_END64 = 0x06064B50
_LOCATOR64 = 0x07064B50
_MOST = 0xFFFFFFFF


def looks_like_zip(data):
    return data[:4] == b"PK\x03\x04"


class ZipWriter:
    def __init__(self, file):
        self.file = file
        self.position = 0
        self.entries = []

    def _write(self, data):
        self.file.write(data)
        self.position += len(data)

    def add(self, name, data):
        name = name.encode()
        size = len(data)
        crc = _crc32(data)
        big = size >= _MOST or self.position >= _MOST
        start = self.position
        extra = pack("<HHQQ", 1, 16, size, size) if big else b""
        # Padding, as an extra field of its own, up to the next multiple of 64.
        at = start + 30 + len(name) + len(extra) + 4
        filler = -at % 64
        extra += pack("<2sH", b"FB", filler) + b"Z" * filler
        shown = _MOST if big else size
        self._write(pack("<IHHHHHIIIHH", _LOCAL, 45 if big else 0, 0x0800, 0, 0, 0, crc, shown, shown, len(name),
                         len(extra)))
        self._write(name)
        self._write(extra)
        self._write(data)
        self.entries.append((name, crc, size, start))

    def close(self):
        first = self.position
        for name, crc, size, start in self.entries:
            big = size >= _MOST or start >= _MOST
            extra = pack("<HHQQQ", 1, 24, size, size, start) if big else b""
            shown = _MOST if big else size
            self._write(pack("<IHHHHHHIIIHHHHHII", _CENTRAL, 0, 45 if big else 0, 0x0800, 0, 0, 0, crc, shown, shown,
                             len(name), len(extra), 0, 0, 0, 0, _MOST if big else start))
            self._write(name)
            self._write(extra)
        size = self.position - first
        count = len(self.entries)
        end64 = self.position
        self._write(pack("<IQHHIIQQQQ", _END64, 44, 45, 45, 0, 0, count, count, size, first))
        self._write(pack("<IIQI", _LOCATOR64, 0, end64, 1))
        self._write(pack("<IHHHHIIH", _END, 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), min(size, _MOST),
                         min(first, _MOST), 0))


def _damaged(what, doing="reading zip archive"):
    raise RuntimeError(
        f"PytorchStreamReader failed {doing}: {what}. This is an internal miniz error. If you are seeing this error, there is "
        "a high likelihood that your checkpoint file is corrupted. This can happen if the checkpoint was not saved properly, "
        "was transferred incorrectly, or the file was modified after saving.")


class ZipReader:
    def __init__(self, data):
        self.data = data
        self.entries = {}
        end = data.rfind(pack("<I", _END), max(0, len(data) - 65557))
        if end < 0 or end + 22 > len(data):
            _damaged("failed finding central directory")
        count, size, first = unpack_from("<HII", data, end + 10)
        if count == 0xFFFF or size == _MOST or first == _MOST:
            locator = end - 20
            if locator < 0 or unpack_from("<I", data, locator)[0] != _LOCATOR64:
                _damaged("failed finding central directory")
            end64 = unpack_from("<Q", data, locator + 8)[0]
            if end64 + 56 > len(data) or unpack_from("<I", data, end64)[0] != _END64:
                _damaged("invalid header or archive is corrupted")
            count, size, first = unpack_from("<QQQ", data, end64 + 32)
        if first + size > len(data):
            _damaged("invalid header or archive is corrupted")
        self._read_directory(first, count)
        self.folder = self._folder()

    def _read_directory(self, at, count):
        data = self.data
        for _ in range(count):
            if at + 46 > len(data) or unpack_from("<I", data, at)[0] != _CENTRAL:
                _damaged("invalid header or archive is corrupted")
            method, = unpack_from("<H", data, at + 10)
            crc, packed, size, name_size, extra_size, comment_size = unpack_from("<IIIHHH", data, at + 16)
            start, = unpack_from("<I", data, at + 42)
            name = data[at + 46:at + 46 + name_size].decode("utf-8", "replace")
            extra = data[at + 46 + name_size:at + 46 + name_size + extra_size]
            if size == _MOST or start == _MOST:
                size, start = self._big_values(extra, size, start)
            if method != 0:
                raise NotImplementedError(f"torch.load: `{name}` is compressed: entries are read as torch.save writes them, stored")
            self.entries[name] = (crc, size, start)
            at += 46 + name_size + extra_size + comment_size

    def _big_values(self, extra, size, start):
        at = 0
        while at + 4 <= len(extra):
            kind, length = unpack_from("<HH", extra, at)
            if kind == 1:
                at += 4
                if size == _MOST:
                    size, = unpack_from("<Q", extra, at)
                    at += 16
                if start == _MOST:
                    start, = unpack_from("<Q", extra, at)
                return size, start
            at += 4 + length
        _damaged("invalid header or archive is corrupted")

    def _folder(self):
        """What all entries are in, with the slash."""
        for entry in self.entries:
            folder, slash, _ = entry.partition("/")
            if not slash:
                raise RuntimeError(f"file in archive is not in a subdirectory: {entry}")
            return folder + slash
        _damaged("file not found", "locating file data.pkl")

    def has(self, name):
        return self.folder + name in self.entries

    def read(self, name):
        if not self.has(name):
            _damaged("file not found", f"locating file {name}")
        name = self.folder + name
        crc, size, start = self.entries[name]
        data = self.data
        if start + 30 > len(data) or unpack_from("<I", data, start)[0] != _LOCAL:
            _damaged("invalid header or archive is corrupted")
        name_size, extra_size = unpack_from("<HH", data, start + 26)
        first = start + 30 + name_size + extra_size
        content = data[first:first + size]
        if len(content) != size or _crc32(content) != crc:
            _damaged("file read failed", f"reading file {name}")
        return content
