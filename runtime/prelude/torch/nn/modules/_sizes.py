"""Arguments that stand for one number per spatial dimension."""


def several(value, count):
    """`value` as a tuple of `count`, when it is one number."""
    if hasattr(value, "__iter__"):
        return tuple(value)
    return (value,) * count
