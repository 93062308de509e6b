"""Memory in the process that compiled code runs in: an address."""
import ctypes

from janus import _native

from .codec import ULONG

torch = None  # set by tensors.py
copies = {}  # nothing needs one


class Waiting:
    """Memory of compiled code, which stays as long as this does."""
    __slots__ = ("address", "size", "keeper")

    def __init__(self, address, size, keeper):
        self.address, self.size, self.keeper = address, size, keeper


def write(out, number, storage):
    """numpy's view is what forbids torch to move the elements to another place."""
    size = storage.nbytes()
    if size and storage.resizable():
        try:
            torch.empty(0, dtype=torch.uint8).set_(storage).numpy()
        except RuntimeError:  # no numpy
            pass
    out.extend(ULONG.pack(size))
    out.extend(ULONG.pack(storage.data_ptr()))


def read(source, number):
    size, address = ULONG.unpack(source.take(8))[0], ULONG.unpack(source.take(8))[0]
    return Waiting(address, size, _native.keep_memory(number))


def storage_over(memory):
    if not memory.size:
        return torch.empty(0, dtype=torch.uint8).untyped_storage()
    data = (ctypes.c_char * memory.size).from_address(memory.address)
    data.keeper = memory.keeper
    return torch.frombuffer(data, dtype=torch.uint8).untyped_storage()


def send_copies():
    pass


bring_copies = send_copies
