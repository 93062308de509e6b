# word counts, wrapping, justification, caesar, anagrams, roman numerals, palindromes
import collections, itertools, textwrap, string, re
text = """The quick brown fox jumps over the lazy dog. The dog barks; the fox runs away!
Meanwhile, a second fox -- quicker than the first -- watches from the hill."""
words = re.findall(r"[a-z']+", text.lower())
counts = collections.Counter(words)
for w, c in counts.most_common(4): print(f"{w:<10}{c:>3}")
print(sum(counts.values()), len(counts), counts["the"], counts["nope"])
by_len = collections.defaultdict(list)
for w in sorted(counts): by_len[len(w)].append(w)
for n, ws in sorted(by_len.items()): print(n, ws)
print(textwrap.fill(text, 30)); print(textwrap.indent("a\nb", "> "), textwrap.shorten(text, 40), textwrap.dedent("  x\n   y\n"))
def caesar(s, k): return "".join(chr((ord(c) - b + k) % 26 + b) if c.isalpha() and (b := ord("A" if c.isupper() else "a")) else c for c in s)
print(caesar("Hello, World!", 3), caesar(caesar("Zebra", 5), -5))
groups = {}
for w in ["listen", "silent", "enlist", "google", "elbow", "below"]: groups.setdefault("".join(sorted(w)), []).append(w)
print([g for g in groups.values() if len(g) > 1])
def roman(n):
    out = ""
    for v, s in zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1), ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I")):
        while n >= v: out += s; n -= v
    return out
print([roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024)])
print([w for w in ["level", "world", "noon", "A man a plan"] if (t := w.lower().replace(" ", "")) == t[::-1]])
table = str.maketrans(string.ascii_lowercase, string.ascii_lowercase[::-1]); print("hello".translate(table))
print("\n".join(f"{i:>2}: {line.strip():.<50}" for i, line in enumerate(text.splitlines(), 1)))
rle = [(k, len(list(g))) for k, g in itertools.groupby("aaabbbccd")]; print(rle, "".join(k * n for k, n in rle))
print(*[f"{w!r:>12}" for w in ("a", "it's", 'q"q')], sep="|")
print("%-10s|%5.1f%%|%+05d" % ("name", 45.678, 42), "{:,}".format(1234567), "{0:>{1}}".format("x", 5), f"{3.14159:{'.2f'}}")
