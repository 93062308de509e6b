"""All matches of a pattern: findall, split, sub, finditer; empty matches, absent groups, limits, kinds of text."""
import re

texts = ["", "a", "aaa", "abcabc", "a1b22c333", "  two  words ", "x=1, y=22;z=", "\u00e4\u00f6\u00fc \u20ac5 \U0001f600!", "line\nother\n"]
patterns = ["", "a", "a*", "a?", r"\d+", r"(\d)", r"(\d+)|(\w)", r"(?P<k>\w)=(?P<v>\d*)", r"\b", r"^", r"$", r"(?m)^|$", r"\s*", r"(a)?(b)?",
            r"(?=a)", r"(?<=b)", "[^a-z]", r"(x)?\d", r"\W", ".", "(?s).", r"\w+=", r"(\w+)\d", r"[a-z]+(?=\d)", r"\w+\b(?<=2)", r"(\d+)\1", r"(a+)(?(1)b|c)", r"\w+?\d", r"a+a", r"(\w+) (\w+)",
            r"\w++\d" if hasattr(re, "NOFLAG") else "b", r"(?i)[A-C]+b", ".+\n", r"\d+$", r"\w+(?<!c)\b"]
for pattern in patterns:
    p = re.compile(pattern)
    for text in texts:
        print(pattern, repr(text), p.findall(text), p.split(text), p.split(text, 1), p.split(text, maxsplit=2), p.split(text, -1))
        print([m.span() for m in p.finditer(text)], p.subn("<>", text), p.subn(lambda m: m.group().upper() + "|", text, 2),
              p.sub(r"[\g<0>]", text, count=1), p.findall(text, 1), p.findall(text, 1, 4), p.findall(text, -2, -1), p.findall(text, 3, 1))
        raw = text.encode()
        b = re.compile(pattern.encode())
        print(b.findall(raw), b.split(raw), b.sub(b"-", raw))


class Text(str):
    def __getitem__(self, key):
        return "never" if isinstance(key, int) else super().__getitem__(key)


t = Text("a1b2")
print(re.findall(r"\d", t), re.split(r"\d", t), re.sub(r"\d", "", t), type(re.findall(".+", t)[0]) is str)
for call in (lambda: re.findall(b"a", "a"), lambda: re.split("a", b"a"), lambda: re.findall("a", 5), lambda: re.sub("a", "b", None),
             lambda: re.split("a", ["a"])):
    try:
        print(call())
    except TypeError as error:
        print(error)
whole = "unchanged"
print(re.findall(".*", whole)[0] == whole, re.split("x", whole)[0] is whole, re.sub("x", "y", whole) is whole)


def fails(m):
    raise KeyError(m.group())


try:
    re.sub("b", fails, "abc")
except KeyError as error:
    print("KeyError", error)
calls = []
print(re.sub("a", lambda m: calls.append(m.start()) or "", "banana", count=2), calls)
m = re.compile("b").search("abcb", 2)
print(m.pos, m.endpos, m.span(), re.compile("b").match("abcb", 1, 2).endpos, re.compile("b").search("abcb").endpos,
      re.compile("b").search("abcb", 0, 99).endpos, re.compile("b").search("abcb", -5, -1))

# A run of characters that many matches begin within: no match begins there.
text = " ".join(["word" * 30 + str(i) + ("@" if i % 7 == 0 else "") for i in range(40)])
print(len(re.findall(r"\w+@", text)), re.search(r"(\w+)@ word", text).span(1), re.search(r"[a-z]+1\d@", text).start(), re.findall(r"\w+x", text),
      [m.span() for m in re.finditer(r"\d+@?", text)][:5], re.sub(r"\w+(\d)@", r"<\1>", text)[:60], len(re.split(r"\w+@ ?", text)))
