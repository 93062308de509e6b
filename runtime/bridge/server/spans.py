"""Memory by its address: of numpy's arrays, and of compiled code's tensors while nobody here has torch."""
import ctypes


class Span:
    """Lasts as long as `keeper` does. Answers what torch's storages are asked."""
    __slots__ = ("address", "size", "keeper")

    def __init__(self, address, size, keeper):
        self.address, self.size, self.keeper = address, size, keeper

    def data_ptr(self):
        return self.address

    def nbytes(self):
        return self.size

    def resizable(self):
        return False

    is_shared = resizable

    def buffer(self):
        data = (ctypes.c_char * self.size).from_address(self.address)
        data.keeper = self.keeper
        return data

    def storage(self, torch):
        data = torch.frombuffer(self.buffer(), dtype=torch.uint8) if self.size else torch.empty(0, dtype=torch.uint8)
        return data.untyped_storage()


def of_map(memory):
    data = ctypes.c_char.from_buffer(memory)
    return Span(ctypes.addressof(data), len(memory), data)


def of_storage(storage):
    return storage if type(storage) is Span else Span(storage.data_ptr(), storage.nbytes(), storage)
