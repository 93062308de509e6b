"""The module pickle in C: cases about it are about that implementation."""
raise ImportError("_pickle is CPython's")
