"""Dates, times of day, moments and the spans between them."""
import math as _math
import time as _time
from _calendar_days import (days_before_year, days_in_month, day_of_year, format_time, from_ordinal, iso_week1_monday,
                            parse, to_ordinal, MONTHS, WEEKDAYS)
from _calendar_zone import timezone, tzinfo, check_tz, offset_text
from _iso_texts import iso_calendar_day, iso_date, iso_datetime, iso_time
from _timedelta import timedelta

__all__ = ["date", "datetime", "time", "timedelta", "timezone", "tzinfo", "MINYEAR", "MAXYEAR", "UTC"]

MINYEAR = 1
MAXYEAR = 9999
_MAX_ORDINAL = 3652059
UTC = timezone.utc


def _index(value):
    if isinstance(value, float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    if isinstance(value, int):
        return int(value)
    try:
        return value.__index__()
    except AttributeError:
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer") from None


def _checked_date(year, month, day):
    year, month, day = _index(year), _index(month), _index(day)
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f"year {year} is out of range")
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= days_in_month(year, month):
        raise ValueError("day is out of range for month")
    return year, month, day


def _checked_time(hour, minute, second, microsecond, fold):
    values = [_index(value) for value in (hour, minute, second, microsecond)]
    for value, (name, last) in zip(values, (("hour", 23), ("minute", 59), ("second", 59), ("microsecond", 999999))):
        if not 0 <= value <= last:
            raise ValueError(f"{name} must be in 0..{last}")
    if fold not in (0, 1):
        raise ValueError("fold must be either 0 or 1")
    return tuple(values)


class IsoCalendarDate(tuple):
    """(year, week, weekday)"""

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return f"datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})"


class date:
    """A day of the calendar."""

    __slots__ = ("_year", "_month", "_day")

    def __new__(cls, year, month=None, day=None):
        if month is None or day is None:
            missing = "month" if month is None else "day"
            position = 2 if month is None else 3
            raise TypeError(f"function missing required argument '{missing}' (pos {position})")
        self = object.__new__(cls)
        self._year, self._month, self._day = _checked_date(year, month, day)
        return self

    @classmethod
    def fromtimestamp(cls, t):
        moment = _time.localtime(t)
        return cls(moment[0], moment[1], moment[2])

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromordinal(cls, n):
        if n < 1:
            raise ValueError("ordinal must be >= 1")
        if n > _MAX_ORDINAL:
            raise ValueError(f"year is out of range")
        year, month, day = from_ordinal(n)
        return cls(year, month, day)

    @classmethod
    def fromisoformat(cls, date_string):
        if not isinstance(date_string, str):
            raise TypeError("fromisoformat: argument must be str")
        parsed = iso_date(date_string)
        if parsed is None:
            raise ValueError(f"Invalid isoformat string: {date_string!r}")
        return cls(*parsed)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        return cls(*iso_calendar_day(year, week, day))

    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)

    def __repr__(self):
        return f"{_shown(type(self))}({self._year}, {self._month}, {self._day})"

    def isoformat(self):
        return f"{self._year:04d}-{self._month:02d}-{self._day:02d}"

    __str__ = isoformat

    def ctime(self):
        return f"{WEEKDAYS[self.weekday()][:3]} {MONTHS[self._month - 1][:3]} {self._day:2d} 00:00:00 {self._year:04d}"

    def strftime(self, format):
        return format_time(self.timetuple(), format, 0, None, None)

    def __format__(self, fmt):
        if not isinstance(fmt, str):
            raise TypeError(f"must be str, not {type(fmt).__name__}")
        return self.strftime(fmt) if fmt else str(self)

    def timetuple(self):
        return _time.struct_time((self._year, self._month, self._day, 0, 0, 0, self.weekday(),
                                  day_of_year(self._year, self._month, self._day), -1))

    def toordinal(self):
        return to_ordinal(self._year, self._month, self._day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        """A week belongs to the year that its Thursday is in."""
        today = to_ordinal(self._year, self._month, self._day)
        day = (today + 6) % 7
        thursday = date.fromordinal(today - day + 3)
        week = (thursday.toordinal() - to_ordinal(thursday._year, 1, 1)) // 7
        return IsoCalendarDate((thursday._year, week + 1, day + 1))

    def replace(self, year=None, month=None, day=None):
        return type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day)

    def _key(self):
        return self._year, self._month, self._day

    def _comparable(self, other):
        return isinstance(other, date) and not isinstance(other, datetime)

    def __eq__(self, other):
        return self._key() == other._key() if self._comparable(other) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if self._comparable(other) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if self._comparable(other) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if self._comparable(other) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if self._comparable(other) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        n = self.toordinal() + other.days
        if not 0 < n <= _MAX_ORDINAL:
            raise OverflowError("date value out of range")
        return type(self).fromordinal(n)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, date):
            return timedelta(self.toordinal() - other.toordinal())
        return self + timedelta(-other.days) if isinstance(other, timedelta) else NotImplemented

    def __reduce__(self):
        return self.__class__, (self._year, self._month, self._day)


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(days=1)


class time:
    """A time of day."""

    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self = object.__new__(cls)
        self._hour, self._minute, self._second, self._microsecond = _checked_time(hour, minute, second, microsecond,
                                                                                  fold)
        check_tz(tzinfo)
        self._tzinfo = tzinfo
        self._fold = fold
        return self

    @classmethod
    def fromisoformat(cls, time_string):
        if not isinstance(time_string, str):
            raise TypeError("fromisoformat: argument must be str")
        parsed = iso_time(time_string[1:] if time_string.startswith("T") else time_string)
        if parsed is None:
            raise ValueError(f"Invalid isoformat string: {time_string!r}")
        return cls(*parsed)

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    def utcoffset(self):
        return None if self._tzinfo is None else self._tzinfo.utcoffset(None)

    def tzname(self):
        return None if self._tzinfo is None else self._tzinfo.tzname(None)

    def dst(self):
        return None if self._tzinfo is None else self._tzinfo.dst(None)

    def isoformat(self, timespec="auto"):
        return _time_text(self._hour, self._minute, self._second, self._microsecond, timespec) + \
            offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        text = f"{_shown(type(self))}({self._hour}, {self._minute}"
        if self._microsecond:
            text += f", {self._second}, {self._microsecond}"
        elif self._second:
            text += f", {self._second}"
        if self._tzinfo is not None:
            text += f", tzinfo={self._tzinfo!r}"
        return text + (", fold=1)" if self._fold else ")")

    def strftime(self, format):
        moment = (1900, 1, 1, self._hour, self._minute, self._second, 0, 1, -1)
        return format_time(moment, format, self._microsecond, lambda sep: offset_text(self.utcoffset()), self.tzname)

    def __format__(self, fmt):
        return self.strftime(fmt) if fmt else str(self)

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        return type(self)(self._hour if hour is None else hour, self._minute if minute is None else minute,
                          self._second if second is None else second,
                          self._microsecond if microsecond is None else microsecond,
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def _key(self):
        offset = self.utcoffset()
        seconds = self._hour * 3600 + self._minute * 60 + self._second
        return (seconds - (0 if offset is None else offset.days * 86400 + offset.seconds), self._microsecond)

    def _ordered_key(self, other):
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't compare offset-naive and offset-aware times")
        return other._key()

    def __eq__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        return (self.utcoffset() is None) == (other.utcoffset() is None) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < self._ordered_key(other) if isinstance(other, time) else NotImplemented

    def __le__(self, other):
        return self._key() <= self._ordered_key(other) if isinstance(other, time) else NotImplemented

    def __gt__(self, other):
        return self._key() > self._ordered_key(other) if isinstance(other, time) else NotImplemented

    def __ge__(self, other):
        return self._key() >= self._ordered_key(other) if isinstance(other, time) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __reduce__(self):
        return self.__class__, (self._hour, self._minute, self._second, self._microsecond, self._tzinfo)


time.min = time(0, 0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)
_time_class = time
_tzinfo_class = tzinfo


class datetime(date):
    """A moment: a date and a time of day."""

    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if month is None or day is None:
            missing = "month" if month is None else "day"
            position = 2 if month is None else 3
            raise TypeError(f"function missing required argument '{missing}' (pos {position})")
        self = object.__new__(cls)
        self._year, self._month, self._day = _checked_date(year, month, day)
        self._hour, self._minute, self._second, self._microsecond = _checked_time(hour, minute, second, microsecond,
                                                                                  fold)
        check_tz(tzinfo)
        self._tzinfo = tzinfo
        self._fold = fold
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    @classmethod
    def _from_timestamp(cls, t, utc, tz):
        micro = _round_half_even(t * 1000000) if isinstance(t, int) else _round_half_even((t - _math.floor(t)) * 1e6)
        seconds = t if isinstance(t, int) else _math.floor(t)
        micro = 0 if isinstance(t, int) else micro
        if micro >= 1000000:
            seconds += 1
            micro -= 1000000
        moment = _time.gmtime(seconds) if utc else _time.localtime(seconds)
        made = cls(moment[0], moment[1], moment[2], moment[3], moment[4], min(moment[5], 59), micro, tz)
        return made if tz is None else tz.fromutc(made)

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        check_tz(tz)
        return cls._from_timestamp(timestamp, tz is not None, tz)

    @classmethod
    def utcfromtimestamp(cls, t):
        return cls._from_timestamp(t, True, None)

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.utcfromtimestamp(_time.time())

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                   time.tzinfo if tzinfo is True else tzinfo, fold=time.fold)

    @classmethod
    def fromisoformat(cls, date_string):
        if not isinstance(date_string, str):
            raise TypeError("fromisoformat: argument must be str")
        parsed = iso_datetime(date_string)
        if parsed is None:
            raise ValueError(f"Invalid isoformat string: {date_string!r}")
        return cls(*parsed)

    @classmethod
    def strptime(cls, date_string, format):
        year, month, day, hour, minute, second, _, _, fraction, zone, offset = parse(date_string, format)
        tz = None
        if offset is not None:
            delta = timedelta(seconds=offset[0], microseconds=offset[1])
            tz = timezone(delta, zone) if zone else timezone(delta) if delta else timezone.utc
        return cls(year, month, day, hour, minute, second, fraction, tz)

    def timetuple(self):
        dst = self.dst()
        return _time.struct_time((self._year, self._month, self._day, self._hour, self._minute, self._second,
                                  self.weekday(), day_of_year(self._year, self._month, self._day),
                                  -1 if dst is None else 1 if dst else 0))

    def utctimetuple(self):
        offset = self.utcoffset()
        moved = self - offset if offset else self
        return _time.struct_time((moved._year, moved._month, moved._day, moved._hour, moved._minute, moved._second,
                                  moved.weekday(), day_of_year(moved._year, moved._month, moved._day), 0))

    def timestamp(self):
        if self._tzinfo is None:
            return _time.mktime((self._year, self._month, self._day, self._hour, self._minute, self._second, -1, -1,
                                 -1)) + self._microsecond / 1e6
        return (self - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds()

    def date(self):
        return date(self._year, self._month, self._day)

    def time(self):
        return _time_class(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        return _time_class(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None,
                tzinfo=True, *, fold=None):
        return type(self)(self._year if year is None else year, self._month if month is None else month,
                          self._day if day is None else day, self._hour if hour is None else hour,
                          self._minute if minute is None else minute, self._second if second is None else second,
                          self._microsecond if microsecond is None else microsecond,
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def astimezone(self, tz=None):
        if tz is None:
            moment = _time.localtime(int(self.timestamp()))
            tz = timezone(timedelta(seconds=moment.tm_gmtoff), moment.tm_zone)
        elif not isinstance(tz, _tzinfo_class):
            raise TypeError("tz argument must be an instance of tzinfo")
        offset = self.utcoffset()
        if offset is None:
            moment = _time.localtime(int(self.timestamp()))
            offset = timedelta(seconds=moment.tm_gmtoff)
        elif tz is self._tzinfo:
            return self
        return tz.fromutc((self - offset).replace(tzinfo=tz))

    def ctime(self):
        return (f"{WEEKDAYS[self.weekday()][:3]} {MONTHS[self._month - 1][:3]} {self._day:2d} {self._hour:02d}:"
                f"{self._minute:02d}:{self._second:02d} {self._year:04d}")

    def isoformat(self, sep="T", timespec="auto"):
        return (f"{self._year:04d}-{self._month:02d}-{self._day:02d}{sep}"
                f"{_time_text(self._hour, self._minute, self._second, self._microsecond, timespec)}"
                f"{offset_text(self.utcoffset())}")

    def __str__(self):
        return self.isoformat(sep=" ")

    def __repr__(self):
        parts = [self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond]
        while len(parts) > 5 and not parts[-1]:
            parts.pop()
        text = ", ".join([str(part) for part in parts])
        if self._tzinfo is not None:
            text += f", tzinfo={self._tzinfo!r}"
        if self._fold:
            text += ", fold=1"
        return f"{_shown(type(self))}({text})"

    def strftime(self, format):
        return format_time(self.timetuple(), format, self._microsecond, lambda sep: offset_text(self.utcoffset()),
                           self.tzname)

    def utcoffset(self):
        return None if self._tzinfo is None else self._tzinfo.utcoffset(self)

    def tzname(self):
        return None if self._tzinfo is None else self._tzinfo.tzname(self)

    def dst(self):
        return None if self._tzinfo is None else self._tzinfo.dst(self)

    def _micros(self):
        """Microseconds since day 0, in UTC when the zone is known."""
        offset = self.utcoffset()
        seconds = to_ordinal(self._year, self._month, self._day) * 86400 + self._hour * 3600 + self._minute * 60 + \
            self._second
        micros = seconds * 1000000 + self._microsecond
        return micros if offset is None else micros - offset._total()

    def _key(self):
        return self._micros()

    def _comparable(self, other):
        return isinstance(other, datetime)

    def _same_kind(self, other):
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return other._micros()

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return NotImplemented if not isinstance(other, date) else False
        return (self.utcoffset() is None) == (other.utcoffset() is None) and self._micros() == other._micros()

    def _refuse(self, other):
        if isinstance(other, date):
            raise TypeError(f"can't compare {type(self).__module__}.{type(self).__name__} to "
                            f"{type(other).__module__}.{type(other).__name__}")
        return NotImplemented

    def __lt__(self, other):
        return self._micros() < self._same_kind(other) if isinstance(other, datetime) else self._refuse(other)

    def __le__(self, other):
        return self._micros() <= self._same_kind(other) if isinstance(other, datetime) else self._refuse(other)

    def __gt__(self, other):
        return self._micros() > self._same_kind(other) if isinstance(other, datetime) else self._refuse(other)

    def __ge__(self, other):
        return self._micros() >= self._same_kind(other) if isinstance(other, datetime) else self._refuse(other)

    def __hash__(self):
        return hash(self._micros())

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        seconds = self._hour * 3600 + self._minute * 60 + self._second + other.seconds
        micro = self._microsecond + other.microseconds
        carry, micro = divmod(micro, 1000000)
        days, seconds = divmod(seconds + carry, 86400)
        n = self.toordinal() + other.days + days
        if not 0 < n <= _MAX_ORDINAL:
            raise OverflowError("date value out of range")
        year, month, day = from_ordinal(n)
        minutes, second = divmod(seconds, 60)
        hour, minute = divmod(minutes, 60)
        return type(self)(year, month, day, hour, minute, second, micro, self._tzinfo)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta(microseconds=self._micros() - other._micros())

    def __reduce__(self):
        return self.__class__, (self._year, self._month, self._day, self._hour, self._minute, self._second,
                                self._microsecond, self._tzinfo)


datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)


# ---------------------------------------------------------------- texts

def _shown(cls):
    return f"{cls.__module__}.{cls.__qualname__}" if cls.__module__ == "datetime" else cls.__qualname__


def _round_half_even(x):
    return round(x)


_SPECS = {"hours": 1, "minutes": 2, "seconds": 3, "milliseconds": 4, "microseconds": 5}


def _time_text(hour, minute, second, microsecond, timespec):
    if timespec == "auto":
        timespec = "microseconds" if microsecond else "seconds"
    if timespec not in _SPECS:
        raise ValueError("Unknown timespec value")
    text = f"{hour:02d}"
    level = _SPECS[timespec]
    if level >= 2:
        text += f":{minute:02d}"
    if level >= 3:
        text += f":{second:02d}"
    if level == 4:
        text += f".{microsecond // 1000:03d}"
    elif level == 5:
        text += f".{microsecond:06d}"
    return text
