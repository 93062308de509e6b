# datetime: arithmetic, zones, texts both ways, errors.
from datetime import datetime, date, time, timedelta, timezone, UTC
import datetime as D
d = datetime(2024, 2, 29, 13, 5, 9, 1234)
print(d, repr(d), d.isoformat(), d.date(), d.time(), d.weekday(), d.isoweekday(), d.isocalendar(), d.toordinal(), d.ctime())
print(d.strftime("%Y-%m-%d %H:%M:%S.%f %a %A %b %B %j %U %W %y %I %p %% %x %X %c"), f"{d:%d/%m/%Y}", format(d, ""))
print(d + timedelta(days=1, hours=12), d - timedelta(weeks=5), d - datetime(2023, 1, 1), datetime(2023,1,1) < d, d == datetime(2024,2,29,13,5,9,1234))
print(timedelta(days=1.5), repr(timedelta(hours=25, microseconds=7)), timedelta(-1), repr(timedelta(0)), timedelta(minutes=90).total_seconds(), timedelta(days=3) / 2, timedelta(days=1) // timedelta(hours=5), timedelta(days=1) % timedelta(hours=5), -timedelta(seconds=1), abs(timedelta(-2, 5)), timedelta(1) * 2.5, timedelta(seconds=0.1234567), divmod(timedelta(1), timedelta(hours=7)))
print(date(2024, 1, 31) + timedelta(1), date(2024, 3, 1) - date(2023, 3, 1), date.fromisoformat("2024-12-25"), date.max, date(2020,5,17).replace(day=1), date.fromordinal(738000), date(2021,1,3).isocalendar(), date.fromisocalendar(2020, 53, 7))
for s, f in [("2024-03-05 10:20:30", "%Y-%m-%d %H:%M:%S"), ("05/Mar/2024", "%d/%b/%Y"), ("Mar 5, 2024 1:05 PM", "%b %d, %Y %I:%M %p"), ("20240305T102030Z", "%Y%m%dT%H%M%S%z"), ("2024-065", "%Y-%j"), ("10:11:12.5", "%H:%M:%S.%f"), ("x", "%Y"), ("2024-13-01", "%Y-%m-%d"), ("2024-01-01 x", "%Y-%m-%d"), ("2023-02-29", "%Y-%m-%d"), ("+0530 2024", "%z %Y"), ("2024 10 1", "%Y %W %w")]:
    try: print(repr(datetime.strptime(s, f)))
    except ValueError as e: print(e)
for s in ["2024-03-05", "2024-03-05T10:20", "2024-03-05 10:20:30.123", "2024-03-05T10:20:30+02:00", "20240305T102030Z", "2024-W10-2", "nope", "2024-03-05T25:00", "2024-03-05T10:20:30.123456-05:30"]:
    try: print(repr(datetime.fromisoformat(s)))
    except ValueError as e: print(e)
tz = timezone(timedelta(hours=2), "CEST")
a = datetime(2024, 6, 1, 12, tzinfo=tz); b = datetime(2024, 6, 1, 10, tzinfo=timezone.utc)
print(a == b, a - b, a.astimezone(timezone.utc), a.utcoffset(), a.tzname(), a, repr(a), repr(b), b.timestamp(), timezone(timedelta(hours=-5, minutes=-30)), repr(timezone(timedelta(hours=1))), UTC, a.strftime("%z %Z"))
print(datetime.fromtimestamp(0, tz=timezone.utc), datetime.utcfromtimestamp(1e9), datetime.fromtimestamp(1700000000.123456, timezone.utc))
t = time(9, 5, 3, 20); print(t, repr(t), t.isoformat("minutes"), time.fromisoformat("04:23:01.000384"), t.replace(hour=1), t < time(10), time(1, 2).strftime("%H-%M"), datetime.combine(date(2020,1,1), t))
for f in [lambda: date(2024, 2, 30), lambda: datetime(2024, 13, 1), lambda: time(25), lambda: a < d, lambda: d - a, lambda: date(1,1,1) - timedelta(1), lambda: date(2024), lambda: datetime(2024, 1, 1, 1.5), lambda: timedelta("x"), lambda: d < date(2024,1,1), lambda: date("2024", 1, 1), lambda: timezone(timedelta(days=2)), lambda: datetime(2024,1,1,tzinfo=5)]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(hash(d) == hash(datetime(2024, 2, 29, 13, 5, 9, 1234)), {date(2024,1,1): 1}[date(2024,1,1)], sorted([date(2024,5,1), date(2023,5,1)]), max(timedelta(1), timedelta(2)), sum([timedelta(1), timedelta(2)], timedelta()))
print(a.isoformat(timespec="milliseconds"), d.timetuple(), d.replace(year=2020, microsecond=0), datetime.min, datetime.max, timedelta.max, d.timetuple().tm_yday)
import copy, json
print(copy.copy(d) == d, copy.deepcopy(a) == a, json.dumps({"when": d}, default=str), D.MINYEAR, D.MAXYEAR)
class My(datetime):
    def hello(self): return self.year
print(My(2020, 1, 1).hello(), repr(My(2020, 1, 1)), My.fromisoformat("2021-01-01").hello(), type(My(2020,1,1) + timedelta(1)).__name__)
first = date(2024, 1, 15); print([(first + timedelta(days=30 * i)).isoformat() for i in range(4)], isinstance(d, date), isinstance(date(2020,1,1), datetime))
