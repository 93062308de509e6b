import subprocess, sys
print("before", flush=True)
subprocess.run(["echo", "from child"])
print("after")
import decimal, gzip, zipfile, uuid, queue, signal, calendar
print(decimal.Decimal(1) / 3)
print(gzip.decompress(gzip.compress(b"hello" * 10)))
import tempfile, os
import datetime
import sqlite3
db = sqlite3.connect(":memory:")
db.execute("create table t (a int, b text)")
db.executemany("insert into t values (?, ?)", [(i, f"r{i}") for i in range(3)])
print(db.execute("select * from t where a > ?", (0,)).fetchall())
for row in db.execute("select * from t"):
    print(row)
with sqlite3.connect(":memory:") as c2:
    print(type(c2).__name__)
try:
    db.execute("select nonsense")
except sqlite3.OperationalError as e:
    print("sql", e)
db.create_function("twice", 1, lambda x: x * 2)
print(db.execute("select twice(21)").fetchone()[0])
import urllib.parse
print(urllib.parse.urlparse("http://a.b/c?d=e").query)
import xml.etree.ElementTree as ET
root = ET.fromstring("<a><b x='1'/><b x='2'/></a>")
print([b.get("x") for b in root.iter("b")], root.tag)
import configparser
cp = configparser.ConfigParser()
cp.read_string("[s]\nk = v\n")
print(cp["s"]["k"], cp.sections())
import fractions, statistics
print(max(decimal.Decimal("1.5"), decimal.Decimal("2.5")), decimal.Decimal("2.5").quantize(decimal.Decimal("1")))
print(sum([decimal.Decimal("0.1")] * 3) == decimal.Decimal("0.3"), hash(decimal.Decimal(5)) == hash(5))
print({decimal.Decimal(1): "a"}[decimal.Decimal(1)])
print(datetime.date(2020, 1, 2).isoformat(), calendar.monthrange(2024, 2))
import zoneinfo
print(datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc))
import ipaddress
print(ipaddress.ip_address("10.0.0.1") + 1, ipaddress.ip_network("10.0.0.0/30").num_addresses)
print(list(ipaddress.ip_network("10.0.0.0/30"))[1])
import difflib
print("\n".join(difflib.unified_diff(["a", "b"], ["a", "c"], lineterm="")))
import asyncio
import ast
print(ast.dump(ast.parse("x + 1", mode="eval").body))
import locale, html
print(html.escape("<a>"))
import unittest.mock
from concurrent.futures import ThreadPoolExecutor
def work(i):
    return i * i
with ThreadPoolExecutor(4) as ex:
    print(sorted(ex.map(work, range(8))))
    fs = [ex.submit(work, i) for i in range(3)]
    print([f.result() for f in fs])
