"""Classes with bases of Python's libraries: abstract methods, descriptors, operators, context managers, numbers."""

import collections
import configparser
import html.parser
import queue
import string
import threading
import unittest

import _toolbox


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.links, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.links.append(dict(attrs).get("href"))

    def handle_data(self, data):
        if data.strip():
            self.text.append(data.strip())

    def error(self, message):
        raise ValueError(message)


parser = Links()
parser.feed("<p>See <a href='x.html'>this &amp; that</a> or <a name=n>no link</a></p>")
parser.close()
print(parser.links, parser.text, isinstance(parser, html.parser.HTMLParser), parser.getpos())


class Stack(queue.LifoQueue):
    def _put(self, item):
        super()._put((item, len(self.queue)))


s = Stack()
for word in ("a", "b"):
    s.put(word)
print(s.get(), s.get(), s.empty(), s.qsize())


class Checked(_toolbox.Base):
    limit = 3

    def __init__(self, count, *more, scale=1):
        super().__init__(count)
        self.more, self.scale = more, scale
        self._log = []

    def item(self, i):
        if i >= self.limit:
            raise IndexError(i)
        self._log.append(i)
        return i * self.scale

    @property
    def log(self):
        return tuple(self._log)

    @log.setter
    def log(self, value):
        self._log = list(value)

    @classmethod
    def small(cls):
        return cls(2, scale=5)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return kind is IndexError

    def __eq__(self, other):
        return isinstance(other, Checked) and self.count == other.count

    def __hash__(self):
        return self.count

    def __getitem__(self, i):
        return self.item(i)

    def __call__(self, x):
        return [self.item(i) + x for i in range(self.count)]


with Checked(5) as c:
    print(c.run())
print(c.log, Checked.small().run(), Checked.small()(1), Checked.small() == Checked(2), c == 5, c != c)
c.log = "xyz"
print(c.log, c[1], c._log, len({Checked(1), Checked(1), Checked(2)}), c.more, vars(c)["scale"])
Checked.limit = 9
print(c.run(), Checked(4).twice, sorted(_toolbox.Base.registry), Checked.__name__, Checked.__bases__[0].__name__)


class Deep(Checked):
    def item(self, i):
        return -super().item(i)

    def describe(self):
        return super().describe() + "!"


d = Deep(2, "m", scale=3)
print(d.run(), d.describe(), d.more, [k.__name__ for k in Deep.__mro__][:3], hasattr(d, "limit"), hasattr(d, "nothing"))
try:
    d.nothing
except AttributeError as error:
    print(error)


class Case(unittest.TestCase):
    def setUp(self):
        self.values = [1, 2]

    def test_one(self):
        self.assertEqual(sum(self.values), 3)
        with self.assertRaises(ZeroDivisionError):
            1 / 0

    def test_two(self):
        self.assertIn(5, self.values)


result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
print(result.testsRun, len(result.failures), len(result.errors), result.failures[0][1].splitlines()[-1])


class Greeting(string.Template):
    delimiter = "%"


print(Greeting("hello %name %{n}th").substitute(name="you", n=4))


class Worker(threading.Thread):
    def __init__(self, n):
        super().__init__()
        self.n, self.result = n, None

    def run(self):
        self.result = sum(range(self.n))


class Settings(configparser.ConfigParser):
    def optionxform(self, name):
        return name.upper()


settings = Settings()
settings.read_string("[a]\nkey = 1\nother = %(KEY)s2\n")
print(settings["a"]["key"], settings.getint("a", "OTHER"), dict(settings["a"]))
