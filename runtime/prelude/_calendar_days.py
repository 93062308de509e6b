"""Days of the proleptic Gregorian calendar as numbers, and texts of times."""
import re
import time as _time

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAYS_IN_MONTH = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DAYS_BEFORE_MONTH = (0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year, month):
    return 29 if month == 2 and is_leap(year) else DAYS_IN_MONTH[month]


def days_before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def day_of_year(year, month, day):
    return DAYS_BEFORE_MONTH[month] + (month > 2 and is_leap(year)) + day


def to_ordinal(year, month, day):
    return days_before_year(year) + day_of_year(year, month, day)


def from_ordinal(n):
    n -= 1
    n400, n = divmod(n, 146097)
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    n += 1
    month = (n + 50) >> 5
    before = day_of_year(year, month, 0)
    if before >= n:
        month -= 1
        before = day_of_year(year, month, 0)
    return year, month, n - before


def iso_week1_monday(year):
    first = to_ordinal(year, 1, 1)
    weekday = (first + 6) % 7
    monday = first - weekday
    return monday + 7 if weekday > 3 else monday


# ---------------------------------------------------------------- strptime

_FIELDS = {
    "d": r"(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])",
    "f": r"(?P<f>[0-9]{1,6})",
    "H": r"(?P<H>2[0-3]|[0-1]\d|\d)",
    "I": r"(?P<I>1[0-2]|0[1-9]|[1-9])",
    "j": r"(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])",
    "m": r"(?P<m>1[0-2]|0[1-9]|[1-9])",
    "M": r"(?P<M>[0-5]\d|\d)",
    "S": r"(?P<S>6[0-1]|[0-5]\d|\d)",
    "U": r"(?P<U>5[0-3]|[0-4]\d|\d)",
    "W": r"(?P<W>5[0-3]|[0-4]\d|\d)",
    "V": r"(?P<V>5[0-3]|0[1-9]|[1-4]\d|\d)",
    "u": r"(?P<u>[1-7])",
    "w": r"(?P<w>[0-6])",
    "y": r"(?P<y>\d\d)",
    "Y": r"(?P<Y>\d\d\d\d)",
    "G": r"(?P<G>\d\d\d\d)",
    "z": r"(?P<z>[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z))",
    "Z": r"(?P<Z>utc|gmt)",
    "p": r"(?P<p>am|pm)",
    "A": f"(?P<A>{'|'.join(WEEKDAYS)})",
    "a": f"(?P<a>{'|'.join([name[:3] for name in WEEKDAYS])})",
    "B": f"(?P<B>{'|'.join(MONTHS)})",
    "b": f"(?P<b>{'|'.join([name[:3] for name in MONTHS])})",
    "%": "%",
}
_COMPOSED = {"c": "%a %b %d %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S", "D": "%m/%d/%y", "T": "%H:%M:%S",
             "R": "%H:%M", "F": "%Y-%m-%d"}
_patterns = {}


def _pattern(format):
    known = _patterns.get(format)
    if known is None:
        text = format
        for letter in "cxX":
            text = text.replace("%" + letter, _COMPOSED[letter])
        parts = []
        i = 0
        while i < len(text):
            c = text[i]
            i += 1
            if c != "%":
                if c.isspace():
                    while i < len(text) and text[i].isspace():
                        i += 1
                    parts.append(r"\s+")
                else:
                    parts.append(re.escape(c))
                continue
            if i == len(text):
                raise ValueError(f"stray % in format {format!r}")
            if text[i] not in _FIELDS:
                raise ValueError(f"{text[i]!r} is a bad directive in format {format!r}")
            parts.append(_FIELDS[text[i]])
            i += 1
        known = _patterns[format] = re.compile("".join(parts), re.IGNORECASE)
    return known


def _index_of(name, names):
    return [known[:len(name)].lower() for known in names].index(name.lower())


def _week_day(year, week, weekday, monday_first):
    start = 0 if monday_first else 6
    first, day = [(one - start) % 7 for one in (to_ordinal(year, 1, 1) + 6, weekday)]
    week_begins = -first % 7 + 7 * (week - 1) if week else -first
    return 1 + week_begins + day


def parse(text, format):
    """(year, month, day, hour, minute, second, weekday, day of the year, fraction, zone name, offset in seconds)"""
    for value in (text, format):
        if not isinstance(value, str):
            raise TypeError(f"strptime() argument {0 if value is text else 1} must be str, not {type(value)}")
    found = _pattern(format).match(text)
    if found is None:
        raise ValueError(f"time data {text!r} does not match format {format!r}")
    if found.end() != len(text):
        raise ValueError(f"unconverted data remains: {text[found.end():]}")
    values = {name: value for name, value in found.groupdict().items() if value is not None}
    year, month, day = 1900, 1, 1
    if "y" in values:
        year = int(values["y"])
        year += 2000 if year <= 68 else 1900
    if "Y" in values:
        year = int(values["Y"])
    if "m" in values:
        month = int(values["m"])
    if "B" in values:
        month = _index_of(values["B"], MONTHS) + 1
    if "b" in values:
        month = _index_of(values["b"], MONTHS) + 1
    if "d" in values:
        day = int(values["d"])
    hour = int(values.get("H", 0))
    if "I" in values:
        hour = int(values["I"]) % 12
        if values.get("p", "").lower() == "pm":
            hour += 12
    fraction = int(values["f"].ljust(6, "0")) if "f" in values else 0
    weekday = None
    if "A" in values:
        weekday = _index_of(values["A"], WEEKDAYS)
    if "a" in values:
        weekday = _index_of(values["a"], WEEKDAYS)
    if "w" in values:
        weekday = (int(values["w"]) + 6) % 7
    if "u" in values:
        weekday = int(values["u"]) - 1
    yearday = int(values["j"]) if "j" in values else None
    if "G" in values:
        if "V" not in values or weekday is None:
            raise ValueError("ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday "
                             "directive ('%A', '%a', '%w', or '%u').")
        year, month, day = from_ordinal(iso_week1_monday(int(values["G"])) + (int(values["V"]) - 1) * 7 + weekday)
    elif yearday is None and weekday is not None and ("U" in values or "W" in values):
        yearday = _week_day(year, int(values.get("U", values.get("W"))), weekday, "W" in values)
        year, month, day = from_ordinal(days_before_year(year) + yearday)
    elif yearday is not None:
        year, month, day = from_ordinal(days_before_year(year) + yearday)
    leap_day = month == 2 and day == 29 and not ("y" in values or "Y" in values or "G" in values)
    if leap_day:
        year = 1904
    if day > days_in_month(year, month):
        raise ValueError("day is out of range for month")
    ordinal = to_ordinal(year, month, day)
    if weekday is None or "U" in values or "W" in values:
        weekday = (ordinal + 6) % 7
    if yearday is None:
        yearday = day_of_year(year, month, day)
    if leap_day:
        year = 1900
    return (year, month, day, hour, int(values.get("M", 0)), int(values.get("S", 0)), weekday, yearday, fraction,
            values.get("Z"), _offset(values.get("z")))


def _offset(text):
    """Seconds east, with a fraction as a second item; None without a zone."""
    if text is None:
        return None
    if text == "Z":
        return 0, 0
    digits = text[1:].replace(":", "")
    seconds = int(digits[:2]) * 3600 + int(digits[2:4]) * 60
    fraction = 0
    if len(digits) > 4:
        seconds += int(digits[4:6])
        fraction = int(digits[7:].ljust(6, "0")) if len(digits) > 7 else 0
    sign = -1 if text[0] == "-" else 1
    return sign * seconds, sign * fraction


# ---------------------------------------------------------------- strftime

def format_time(moment, format, fraction, offset_text, zone):
    """strftime of a time tuple; %f, %z and %Z are what the caller says."""
    parts = []
    i = 0
    while i < len(format):
        c = format[i]
        i += 1
        if c != "%" or i == len(format):
            parts.append(c)
            continue
        directive = format[i]
        i += 1
        if directive == "f":
            parts.append(f"{fraction:06d}")
        elif directive == "z":
            parts.append(offset_text("").replace(":", "") if offset_text is not None else "")
        elif directive == "Z":
            parts.append((zone() or "").replace("%", "%%") if zone is not None else "")
        else:
            parts.append("%" + directive)
    return _time.strftime("".join(parts), moment)
