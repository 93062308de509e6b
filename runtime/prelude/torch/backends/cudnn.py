"""Switches of a library that is not there."""
from contextlib import contextmanager

enabled = True
benchmark = False
benchmark_limit = 10
deterministic = False
allow_tf32 = True


def is_available():
    return False


def version():
    return None


def is_acceptable(tensor):
    return False


@contextmanager
def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True, fp32_precision="none"):
    names = ("enabled", "benchmark", "benchmark_limit", "deterministic", "allow_tf32")
    before = [globals()[name] for name in names]
    for name, value in zip(names, (enabled, benchmark, benchmark_limit, deterministic, allow_tf32)):
        globals()[name] = value
    try:
        yield
    finally:
        for name, value in zip(names, before):
            globals()[name] = value
