"""Clocks and calendar times."""
from _time import (monotonic, monotonic_ns, perf_counter, perf_counter_ns, process_time, process_time_ns,
                   clock_getres, clock_gettime, clock_gettime_ns, sleep, thread_time, thread_time_ns, time, time_ns)
import _time


class struct_time(tuple):
    """A calendar time: a tuple whose parts have names, and the zone beside it."""

    n_sequence_fields, n_fields, n_unnamed_fields = 9, 11, 0

    def __new__(cls, sequence, dict={}):
        parts = tuple(sequence)
        if not 9 <= len(parts) <= 11:
            at = "at least 9" if len(parts) < 9 else "at most 11"
            raise TypeError(f"time.struct_time() takes an {at}-sequence ({len(parts)}-sequence given)")
        self = tuple.__new__(cls, parts[:9])
        for name, value in zip(("tm_zone", "tm_gmtoff"), (*parts[9:], None, None)):
            self.__dict__[name] = dict.get(name) if value is None else value
        return self

    def __setattr__(self, name, value):
        if hasattr(type(self), name) or name in self.__dict__:
            raise AttributeError("readonly attribute")
        raise AttributeError(f"'time.struct_time' object has no attribute '{name}'")

    def __reduce__(self):
        return type(self), (tuple(self), dict(self.__dict__))

    tm_year = property(lambda self: self[0])
    tm_mon = property(lambda self: self[1])
    tm_mday = property(lambda self: self[2])
    tm_hour = property(lambda self: self[3])
    tm_min = property(lambda self: self[4])
    tm_sec = property(lambda self: self[5])
    tm_wday = property(lambda self: self[6])
    tm_yday = property(lambda self: self[7])
    tm_isdst = property(lambda self: self[8])

    def __repr__(self):
        names = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst")
        return f"time.struct_time({', '.join([f'{name}={value}' for name, value in zip(names, self)])})"


def localtime(secs=None):
    return struct_time(_time.localtime(secs))


def gmtime(secs=None):
    return struct_time(_time.gmtime(secs))


def mktime(t):
    return _time.mktime(_checked(t))


def strftime(format, t=None):
    return _time.strftime(format) if t is None else _time.strftime(format, _checked(t))


def strptime(string, format="%a %b %d %H:%M:%S %Y"):
    import _strptime
    return _strptime._strptime_time(string, format)


def _checked(t):
    if not isinstance(t, tuple):
        raise TypeError("Tuple or struct_time argument required")
    return tuple(t)


def tzset():
    """Reads the zone from the environment again."""
    global timezone, altzone, daylight, tzname
    timezone, altzone, daylight, tzname = _time.zone()


tzset()
_STRUCT_TM_ITEMS = 11


CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW = range(5)
CLOCK_BOOTTIME, CLOCK_TAI = 7, 11
_CLOCKS = {"time": ("CLOCK_REALTIME", False, True), "monotonic": ("CLOCK_MONOTONIC", True, False),
           "perf_counter": ("CLOCK_MONOTONIC", True, False), "process_time": ("CLOCK_PROCESS_CPUTIME_ID", True, False),
           "thread_time": ("CLOCK_THREAD_CPUTIME_ID", True, False)}


def get_clock_info(name):
    from types import SimpleNamespace
    if name not in _CLOCKS:
        raise ValueError("unknown clock")
    clock, is_monotonic, is_adjustable = _CLOCKS[name]
    return SimpleNamespace(implementation=f"clock_gettime({clock})", monotonic=is_monotonic, adjustable=is_adjustable,
                           resolution=clock_getres(globals()[clock]))


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def asctime(t=None):
    t = localtime() if t is None else _checked(t)
    _time.strftime("", t)  # refuses what is out of range
    return f"{_DAYS[t[6]]} {_MONTHS[t[1] - 1]} {t[2]:2d} {t[3]:02d}:{t[4]:02d}:{t[5]:02d} {t[0]}"


def ctime(secs=None):
    return asctime(localtime(secs))


def get_clock_info(name, /):
    clocks = {"monotonic": "CLOCK_MONOTONIC", "perf_counter": "CLOCK_MONOTONIC", "process_time": "CLOCK_PROCESS_CPUTIME_ID",
              "thread_time": "CLOCK_THREAD_CPUTIME_ID", "time": "CLOCK_REALTIME"}
    if name not in clocks:
        raise ValueError("unknown clock")
    from types import SimpleNamespace
    return SimpleNamespace(implementation=f"clock_gettime({clocks[name]})", monotonic=name != "time",
                           adjustable=name == "time", resolution=1e-09)
