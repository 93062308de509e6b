import datetime
import difflib
import fractions
import html
import ipaddress
import pathlib
import unicodedata
import urllib.parse
import uuid
import zlib

print(urllib.parse.urlencode({"a": 1, "b": "x y"}), urllib.parse.urlparse("http://h:80/p?q=1").port)
print(uuid.UUID(int=5), uuid.uuid5(uuid.NAMESPACE_DNS, "example.org"), uuid.UUID(int=5).bytes[-1])
print(zlib.decompress(zlib.compress(b"abc" * 100)) == b"abc" * 100, zlib.crc32(b"x"))
print(unicodedata.name("\u00e9"), unicodedata.normalize("NFD", "\u00e9") == "e\u0301", html.unescape("&lt;&amp;"))
print(ipaddress.ip_address("10.0.0.1") + 1, list(ipaddress.ip_network("10.0.0.0/30"))[1], ipaddress.ip_address("::1").version)
print("\n".join(difflib.unified_diff(["a", "b"], ["a", "c"], lineterm="")))
import calendar

utc = datetime.timezone.utc
moment = datetime.datetime(2024, 2, 29, 12, 30, tzinfo=utc)
print(calendar.timegm(moment.timetuple()), calendar.month_abbr[2], calendar.isleap(2024))
import email.utils

print(email.utils.format_datetime(moment), email.utils.parsedate_to_datetime("Thu, 29 Feb 2024 12:30:00 +0000") == moment)
import tomllib

parsed = tomllib.loads("x = 1979-05-27T07:32:00Z\ny = 1.5\n[a]\nb = [1, 2]\nd = 2020-01-01\n")
print(parsed, type(parsed["x"]) is datetime.datetime, parsed["a"]["d"] + datetime.timedelta(days=1))
import mimetypes

print(mimetypes.guess_type("a.txt")[0])
import numbers
import fileinput

print(isinstance(fractions.Fraction(1, 3), numbers.Rational), fileinput.os.fspath(pathlib.PurePosixPath("a") / "b"))
