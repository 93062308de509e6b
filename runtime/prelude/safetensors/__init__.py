"""Files of named tensors: a JSON header with types, shapes and places, then the elements."""

__all__ = ["SafetensorError"]


class SafetensorError(Exception):
    """A file that is damaged, or tensors that cannot be written."""
