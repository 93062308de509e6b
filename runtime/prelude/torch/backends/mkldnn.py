"""oneDNN, by its old name."""
from contextlib import contextmanager

enabled = True


def is_available():
    return True


@contextmanager
def flags(enabled=False, deterministic=False, allow_tf32=True, fp32_precision="none"):
    before = globals()["enabled"]
    globals()["enabled"] = enabled
    try:
        yield
    finally:
        globals()["enabled"] = before
