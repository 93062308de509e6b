"""Marks for profilers of CUDA, which need it."""
__all__ = ["range_push", "range_pop", "range_start", "range_end", "mark", "range"]


def _refuse(*args, **kwargs):
    raise RuntimeError("NVTX functions not installed. Are you sure you have a CUDA build?")


range_push = range_pop = range_start = range_end = mark = _refuse


class range:
    """A span that has a name."""

    def __init__(self, msg, *args, **kwargs):
        self.msg = msg

    def __enter__(self):
        _refuse()

    def __exit__(self, *args):
        return None
