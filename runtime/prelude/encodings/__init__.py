"""Names of text encodings; the encodings themselves are native."""


def normalize_encoding(encoding):
    """Runs of characters that are neither letters, digits nor dots become one underscore; letters beyond ASCII are dropped."""
    text = str(encoding, "ascii") if isinstance(encoding, bytes) else encoding
    words = "".join([c if c.isalnum() or c == "." else " " for c in text]).split()
    return "".join([c for c in "_".join(words) if c.isascii()]).lstrip("_")
