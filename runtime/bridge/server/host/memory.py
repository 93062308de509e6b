"""Memory in the process that compiled code runs in: an address."""
import sys

from janus import _native

from .codec import ULONG
from .spans import Span

copies = {}  # nothing needs one


def write(out, number, storage):
    """numpy's view is what forbids torch to move the elements to another place."""
    size = storage.nbytes()
    if size and storage.resizable():
        torch = sys.modules["torch"]
        try:
            torch.empty(0, dtype=torch.uint8).set_(storage).numpy()
        except RuntimeError:  # no numpy
            pass
    out.extend(ULONG.pack(size))
    out.extend(ULONG.pack(storage.data_ptr()))


def read(source, number):
    size, address = ULONG.unpack(source.take(8))[0], ULONG.unpack(source.take(8))[0]
    return kept(number, address, size)


def kept(number, address, size):
    return Span(address, size, _native.keep_memory(number))


def send_copies():
    pass


bring_copies = send_copies
