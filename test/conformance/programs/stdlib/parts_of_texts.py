"""Types of what regular expressions take out of texts of other classes, characters that JSON escapes, counts that are no numbers."""
import json
import re
from collections import Counter


class Text(str):
    pass


x = bytearray(b"a b")
print(re.findall(rb"\w", x), re.split(rb" ", x), re.sub(rb"a", b"z", x), re.sub(rb"q", b"z", x), re.findall(rb"a", memoryview(b"aa")))
print(re.match(rb"a", x).group(), re.match(rb"(a)", x).groups(), re.match(rb"(?P<n>a)", x).groupdict(), re.match(rb"a", x).string)
print(type(re.sub("z", "", Text("abc"))), type(re.subn("z", "", Text("a"))[0]), type(re.split("z", Text("abc"))[0]), type(re.findall("abc", Text("abc"))[0]))
print(type(re.match("a", Text("a")).group()), type(re.match("(a)", Text("a"))[1]), type(re.match("a", Text("a")).string))
x = bytearray(b"abab")
print(re.sub(b"a", lambda match: bytes([match.group()[0] + 1]), x))
print(json.dumps("\x7f"), json.dumps({"\x7f": 1}), json.dumps("a\x7fé\x1f"), ascii(json.dumps("\x7fé", ensure_ascii=False)))


def tried(function):
    try:
        return function()
    except TypeError as error:
        return f"{type(error).__name__}: {error}"


print(tried(lambda: Counter({"a": "x"})), tried(lambda: Counter({"a": None, "b": 1.5})), tried(lambda: Counter(a="x", b="y")))
counter = Counter(s=1)
print(tried(lambda: counter.update({"s": "q"})), tried(lambda: counter.update({"s": 2}, t=3)), counter, tried(lambda: Counter(0)), tried(lambda: Counter("abca", a=2)))


class Loud(Counter):
    def __setitem__(self, key, value):
        print("set", key, value)
        super().__setitem__(key, value)


loud = Loud({"a": 1})
loud.update({"a": 2})
loud.update("ab")
print(loud)
