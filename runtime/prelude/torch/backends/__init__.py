"""Libraries behind operations: their switches can be set, and change nothing."""


class _Switches:
    def __init__(self, **values):
        self.__dict__.update(values)

    def is_available(self):
        return self.available

    def is_built(self):
        return self.available

    def flags(self, *args, **kwargs):
        return self

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return None


cudnn = _Switches(available=False, enabled=True, benchmark=False, deterministic=False, allow_tf32=True, version=lambda: None)
cuda = _Switches(available=False, matmul=_Switches(available=False, allow_tf32=False))
mps = _Switches(available=False)
mkldnn = _Switches(available=True, enabled=True)
mkl = _Switches(available=False)
openmp = _Switches(available=False)
