"""Dates and times as ISO 8601 writes them."""
from _calendar_days import from_ordinal, iso_week1_monday
from _calendar_zone import timezone
from _timedelta import timedelta


def _number(text):
    return int(text) if text.isdigit() and text.isascii() else None


def iso_calendar_day(year, week, day):
    if not 1 <= year <= 9999:
        raise ValueError(f"Year is out of range: {year}")
    monday = iso_week1_monday(year)
    if not 1 <= week <= (iso_week1_monday(year + 1) - monday) // 7:
        raise ValueError(f"Invalid week: {week}")
    if not 1 <= day <= 7:
        raise ValueError(f"Invalid weekday: {day} (range is [1, 7])")
    return from_ordinal(monday + (week - 1) * 7 + day - 1)


def iso_date(text):
    """(year, month, day) of YYYY-MM-DD, YYYYMMDD, YYYY-Www-D and shorter; None when it is none of them."""
    year = _number(text[:4])
    rest = text[4:]
    if year is None or len(text) < 7:
        return None
    dash = rest[:1] == "-"
    if dash:
        rest = rest[1:]
    if rest[:1] == "W":
        week = _number(rest[1:3])
        day = rest[3:]
        if day and dash:
            if day[0] != "-":
                return None
            day = day[1:]
        day = _number(day) if day else 1
        return None if week is None or day is None else iso_calendar_day(year, week, day)
    month = _number(rest[:2])
    rest = rest[2:]
    if dash:
        if rest[:1] != "-":
            return None
        rest = rest[1:]
    day = _number(rest) if len(rest) == 2 else None
    return None if month is None or day is None else (year, month, day)


def _iso_clock(text):
    """[hour, minute, second, microsecond], or None."""
    main, _, fraction = text.replace(",", ".").partition(".")
    parts = main.split(":") if ":" in main else [main[i:i + 2] for i in range(0, len(main), 2)]
    if not 1 <= len(parts) <= 3 or any([len(part) != 2 or _number(part) is None for part in parts]):
        return None
    values = [int(part) for part in parts] + [0] * (3 - len(parts))
    if "." in text.replace(",", "."):
        if len(parts) != 3 or _number(fraction) is None:
            return None
        return values + [int(fraction[:6].ljust(6, "0"))]
    return values + [0]


def iso_time(text):
    tz = None
    at = -1
    for i, c in enumerate(text):
        if c in "+-Z":
            at = i
            break
    if at >= 0:
        if text[at] == "Z":
            if at != len(text) - 1:
                return None
            tz = timezone.utc
        else:
            parts = _iso_clock(text[at + 1:])
            if parts is None:
                return None
            delta = timedelta(hours=parts[0], minutes=parts[1], seconds=parts[2], microseconds=parts[3])
            tz = timezone(-delta if text[at] == "-" else delta) if delta else timezone.utc
        text = text[:at]
    clock = _iso_clock(text)
    return None if clock is None else clock + [tz]


def iso_datetime(text):
    if len(text) < 7:
        return None
    for end in (10, 8, 7):
        if len(text) < end:
            continue
        if end == 10 and text[4:5] != "-":
            continue
        if end == 10 and text[5:6] == "W" and text[8:9] != "-":
            continue
        day = iso_date(text[:end])
        if day is None:
            continue
        if len(text) == end:
            return day
        clock = iso_time(text[end + 1:])
        return None if clock is None else tuple(day) + tuple(clock)
    return None
