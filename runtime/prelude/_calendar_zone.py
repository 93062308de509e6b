"""Zones of datetime: the abstract class and those of a fixed offset."""
from _timedelta import timedelta


def check_tz(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")


def offset_text(offset):
    """+HH:MM[:SS[.ffffff]]; empty without an offset."""
    if offset is None:
        return ""
    sign = "+"
    if offset.days < 0:
        sign = "-"
        offset = -offset
    minutes, seconds = divmod(offset.days * 86400 + offset.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{sign}{hours:02d}:{minutes:02d}"
    if seconds or offset.microseconds:
        text += f":{seconds:02d}"
    if offset.microseconds:
        text += f".{offset.microseconds:06d}"
    return text


def _needed(value, text):
    if value is None:
        raise ValueError(f"fromutc: {text}")
    return value


class tzinfo:
    """What a zone says about moments."""

    __slots__ = ()

    def tzname(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement tzname()")

    def utcoffset(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement utcoffset()")

    def dst(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement dst()")

    def fromutc(self, dt):
        offset = _needed(dt.utcoffset(), "non-None utcoffset() result required")
        saving = _needed(dt.dst(), "non-None dst() result required")
        if offset == saving:
            return dt + saving
        standard = dt + (offset - saving)
        return standard + _needed(standard.dst(), "tz.dst() gave inconsistent results; cannot convert")


class timezone(tzinfo):
    """A fixed distance from UTC."""

    __slots__ = ("_offset", "_name")

    def __new__(cls, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"timezone() argument 2 must be str, not {type(name).__name__}")
        if not timedelta(days=-1) < offset < timedelta(days=1):
            raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and "
                             f"timedelta(hours=24), not {offset!r}.")
        if name is None and not offset:
            return cls.utc
        return cls._made(offset, name)

    @classmethod
    def _made(cls, offset, name):
        self = object.__new__(cls)
        self._offset = offset
        self._name = name
        return self

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return "UTC" + offset_text(self._offset) if self._offset else "UTC"

    def dst(self, dt):
        return None

    def fromutc(self, dt):
        return dt + self._offset

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        if self._name is None:
            return f"datetime.timezone({self._offset!r})"
        return f"datetime.timezone({self._offset!r}, {self._name!r})"

    def __str__(self):
        return self.tzname(None)

    def __reduce__(self):
        return timezone, (self._offset,) if self._name is None else (self._offset, self._name)


timezone.utc = timezone._made(timedelta(0), None)
timezone.min = timezone._made(-timedelta(hours=23, minutes=59), None)
timezone.max = timezone._made(timedelta(hours=23, minutes=59), None)
tzinfo.__module__ = timezone.__module__ = "datetime"
