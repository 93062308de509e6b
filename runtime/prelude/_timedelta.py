"""The class datetime.timedelta."""

_DAY = 86400000000


def _rounded_division(a, b):
    """a / b to the nearest, ties to even."""
    q, r = divmod(a, b)
    r *= 2
    greater = r > b if b > 0 else r < b
    return q + 1 if greater or r == b and q % 2 == 1 else q


def _micros_of(value, unit):
    """`value` units of `unit` microseconds: (whole part, fraction) without losing digits."""
    if isinstance(value, int):
        return value * unit, 0.0
    if not isinstance(value, float):
        raise TypeError(f"unsupported type for timedelta component: {type(value).__name__}")
    whole = int(value)
    scaled = (value - whole) * unit
    part = int(scaled)
    return whole * unit + part, scaled - part


class timedelta:
    """The distance between two moments, in days, seconds and microseconds."""

    __slots__ = ("_days", "_seconds", "_microseconds")

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        total = 0
        fraction = 0.0
        for name, value, unit in (("days", days, _DAY), ("seconds", seconds, 1000000),
                                  ("microseconds", microseconds, 1), ("milliseconds", milliseconds, 1000),
                                  ("minutes", minutes, 60000000), ("hours", hours, 3600000000),
                                  ("weeks", weeks, 7 * _DAY)):
            if type(value) is int and value == 0:
                continue
            if not isinstance(value, (int, float)):
                raise TypeError(f"unsupported type for timedelta {name} component: {type(value).__name__}")
            whole, part = _micros_of(value, unit)
            total += whole
            fraction += part
        return cls._of(total + round(fraction))

    @classmethod
    def _of(cls, micros):
        days, rest = divmod(micros, _DAY)
        if not -999999999 <= days <= 999999999:
            raise OverflowError(f"days={days}; must have magnitude <= 999999999")
        self = object.__new__(cls)
        self._days = days
        self._seconds, self._microseconds = divmod(rest, 1000000)
        return self

    days = property(lambda self: self._days)
    seconds = property(lambda self: self._seconds)
    microseconds = property(lambda self: self._microseconds)

    def _total(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

    def total_seconds(self):
        return self._total() / 1000000

    def __repr__(self):
        parts = []
        if self._days:
            parts.append(f"days={self._days}")
        if self._seconds:
            parts.append(f"seconds={self._seconds}")
        if self._microseconds:
            parts.append(f"microseconds={self._microseconds}")
        cls = type(self)
        name = f"{cls.__module__}.{cls.__qualname__}" if cls.__module__ == "datetime" else cls.__qualname__
        return f"{name}({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, seconds = divmod(self._seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02d}:{seconds:02d}"
        if self._days:
            text = f"{self._days} day{'' if abs(self._days) == 1 else 's'}, {text}"
        return f"{text}.{self._microseconds:06d}" if self._microseconds else text

    def __add__(self, other):
        return timedelta._of(self._total() + other._total()) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return timedelta._of(self._total() - other._total()) if isinstance(other, timedelta) else NotImplemented

    def __rsub__(self, other):
        return other + -self if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return timedelta._of(-self._total())

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self._days < 0 else self

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._of(self._total() * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._of(_rounded_division(self._total() * a, b))
        return NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._total() // other._total()
        if isinstance(other, int):
            return timedelta._of(self._total() // other)
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._total() / other._total()
        if isinstance(other, int):
            return timedelta._of(_rounded_division(self._total(), other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._of(_rounded_division(b * self._total(), a))
        return NotImplemented

    def __mod__(self, other):
        return timedelta._of(self._total() % other._total()) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        q, r = divmod(self._total(), other._total())
        return q, timedelta._of(r)

    def __eq__(self, other):
        return self._total() == other._total() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._total() < other._total() if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._total() <= other._total() if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._total() > other._total() if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._total() >= other._total() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash((self._days, self._seconds, self._microseconds))

    def __bool__(self):
        return bool(self._days or self._seconds or self._microseconds)

    def __reduce__(self):
        return self.__class__, (self._days, self._seconds, self._microseconds)


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)
timedelta.__module__ = "datetime"
