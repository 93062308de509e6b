"""Bits of flags, and what happens to bits that no flag has."""


class FlagBoundary:
    """How a class of flags takes a value with unknown bits."""

    def __init__(self, name):
        self.name = name
        self.value = name.lower()

    def __repr__(self):
        return f"<FlagBoundary.{self.name}: {self.value!r}>"


STRICT = FlagBoundary("STRICT")
CONFORM = FlagBoundary("CONFORM")
EJECT = FlagBoundary("EJECT")
KEEP = FlagBoundary("KEEP")


class EnumCheck:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<EnumCheck.{self.name}: {self.name.lower()!r}>"


CONTINUOUS = EnumCheck("CONTINUOUS")
NAMED_FLAGS = EnumCheck("NAMED_FLAGS")
UNIQUE = EnumCheck("UNIQUE")


def bits_of(value):
    return value.bit_count() if isinstance(value, int) and value >= 0 else 0


def next_power(start, last_values):
    if not last_values:
        return start if start is not None else 1
    return 2 ** max(last_values).bit_length()


def _binary(value, bits):
    text = bin(value)[3:] if value < 0 else bin(value)[2:]
    if value < 0:
        text = bin(~value ^ ((1 << max(bits, (~value).bit_length())) - 1))[2:]
        return f"0b1 {text.rjust(bits, '1')}"
    return f"0b0 {text.rjust(bits, '0')}"


def flag_value(cls, value):
    """(value, False) that a new member has, or (value, True) when it is no flag at all."""
    mask = cls._flag_mask_
    every = (1 << mask.bit_length()) - 1
    boundary = cls._boundary_
    if value < 0 and boundary is KEEP:
        return max(every + 1, 2 ** value.bit_length()) + value, False
    if value < 0:
        original = value
        value = every + 1 + value if -value <= every + 1 else value
        if value >= 0 and not value & ~mask:
            return value, False
        value = original
    if value & ~mask or value < 0:
        if boundary is STRICT:
            bits = max(value.bit_length(), mask.bit_length())
            raise ValueError(f"{cls!r} invalid value {value!r}\n    given {_binary(value, bits)}\n  allowed "
                             f"{_binary(mask, bits)}")
        if boundary is CONFORM:
            return value & mask, False
        if boundary is EJECT:
            return value, True
    return value, False
