"""Memory that two processes share: files without a name, whose descriptors travel with the frames."""
import ctypes
import mmap
import os

from .codec import ULONG

torch = None  # set by tensors.py
copies = {}  # storages whose memory cannot move, by number: (storage, memory that crosses, its size)
Waiting = mmap.mmap


def _copy(to, source, size):
    ctypes.memmove(to.data_ptr(), source.data_ptr(), size)


def _new(size):
    fd = os.memfd_create("janus tensor")
    os.ftruncate(fd, size)
    return fd, torch.frombuffer(mmap.mmap(fd, size), dtype=torch.uint8)


def write(out, number, storage):
    size = storage.nbytes()
    with torch.no_grad():
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
    return memory


def storage_over(memory):
    return torch.frombuffer(memory, dtype=torch.uint8).untyped_storage()


def send_copies():
    for own, crossing, size in copies.values():
        _copy(crossing, own, size)


def bring_copies():
    """What compiled code has written since."""
    for own, crossing, size in copies.values():
        _copy(own, crossing, size)
