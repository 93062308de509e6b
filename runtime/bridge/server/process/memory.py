"""Memory that two processes share: files without a name, whose descriptors travel with the frames."""
import ctypes
import mmap
import os

from .codec import ULONG
from .spans import of_map

copies = {}  # storages whose memory cannot move, by number: (storage, memory that crosses, its size)


def _copy(to, source, size):
    ctypes.memmove(to.data_ptr(), source.data_ptr(), size)


def _new(size):
    fd = os.memfd_create("janus tensor")
    os.ftruncate(fd, size)
    return fd, of_map(mmap.mmap(fd, size))


def write(out, number, storage):
    size = storage.nbytes()
    if size and (storage.resizable() or storage.is_shared()):
        fd, _ = storage._share_fd_cpu_()
    else:
        fd, crossing = _new(max(size, 1))
        out.close.append(fd)
        if size:
            _copy(crossing, storage, size)
            copies[number] = (storage, crossing, size)
    out.extend(ULONG.pack(size))
    out.descriptors.append(fd)


def read(source, number):
    size = ULONG.unpack(source.take(8))[0]
    fd = source.descriptors.pop(0)
    memory = mmap.mmap(fd, size)
    os.close(fd)
    return of_map(memory)


def send_copies():
    for own, crossing, size in copies.values():
        _copy(crossing, own, size)


def bring_copies():
    """What compiled code has written since."""
    for own, crossing, size in copies.values():
        _copy(own, crossing, size)
