"""Storages that both sides use, by number, and where they lie."""
import bisect

from . import memory
from .spans import Span, of_storage

_segments = {}  # untyped storages, or spans that no tensor of torch has asked for
_by_address = {}
_addresses = []  # of _by_address, sorted
_last = -1


def _add(number, storage):
    _segments[number] = storage
    if not storage.nbytes():
        return
    address = storage.data_ptr()
    if address not in _by_address:
        bisect.insort(_addresses, address)
    _by_address[address] = number


def _around(address, size):
    """The number of the segment that holds this memory, and where in it; a storage of torch over a part of an array
    begins inside."""
    at = bisect.bisect_right(_addresses, address) - 1
    if at < 0:
        return None, 0
    number = _by_address[_addresses[at]]
    offset = address - _addresses[at]
    return (number, offset) if offset + size <= _segments[number].nbytes() else (None, 0)


def write(out, storage, itemsize):
    """Answers where in the segment the storage begins, in elements."""
    global _last
    number, offset = _around(storage.data_ptr(), storage.nbytes()) if storage.nbytes() else (None, 0)
    if number is not None and offset % itemsize == 0:
        out.number(number)
        out.append(False)
        return offset // itemsize
    _last += 2
    out.number(_last)
    out.append(True)
    memory.write(out, _last, storage)
    _add(_last, storage)
    return 0


def read(source):
    """The number of a segment."""
    number = source.number()
    if source.byte():
        found = memory.read(source, number)
        if number not in _segments:
            _add(number, found)
    return number


def of(number, torch):
    storage = _segments[number]
    if type(storage) is Span:
        storage = _segments[number] = storage.storage(torch)
    return storage


def span(number):
    return of_storage(_segments[number])


def span_at(number, address, size):
    """That of a storage of compiled code in this process, which may be new here."""
    if number not in _segments:
        _add(number, memory.kept(number, address, size))
    return span(number)


def drop(number):
    storage = _segments.pop(number, None)
    memory.copies.pop(number, None)
    if storage is None:
        return
    address = storage.data_ptr()
    if _by_address.get(address) == number:
        del _by_address[address], _addresses[bisect.bisect_left(_addresses, address)]
