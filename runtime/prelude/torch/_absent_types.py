"""Element types that there are no tensors of, so that programs can ask whether a tensor is of one."""


class _AbsentType:
    is_floating_point = is_complex = is_signed = False

    def __init__(self, name, itemsize):
        self._name, self.itemsize = name, itemsize

    def __repr__(self):
        return f"torch.{self._name}"


uint16, uint32, uint64 = _AbsentType("uint16", 2), _AbsentType("uint32", 4), _AbsentType("uint64", 8)
