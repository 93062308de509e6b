# stderr: last line because re gives no FutureWarning of nested sets
# re: what patterns match, and the errors of those that are wrong.
import re
def t(*a):
    try:
        r = re.search(*a)
        print(a, r and (r.span(), r.groups(), r.groupdict(), r.lastindex, r.lastgroup))
    except re.error as e:
        print(a, "error", e, e.pos, e.lineno, e.colno)
    except Exception as e:
        print(a, type(e).__name__, e)
for p in [r"a+b", r"(a|b)*c", r"(?P<x>\d+)-(?P<y>\w+)", r"^\s*(\w+)\s*=\s*(.*?)\s*$", r"(a)|(b)", r"(?:ab){2,3}", r"a{2}", r"x*", r"(?i)HELLO", r"(?<=foo)bar", r"(?<!foo)bar", r"(?=.*\d)[a-z]+", r"(\w)\1", r"(?P<q>['\"]).*?(?P=q)", r"[^\W\d_]+", r"\bfoo\b", r"a.c", r"(?s)a.c", r"(?m)^b", r"(a(?(1)b|c))", r"(?:(a)|b)(?(1)c|d)", r"(?>a+)ab", r"a++b", r"a*?b", r"(a*)*", r"(a*)+", r"(?:a|ab)(?:c|bcd)(?:d*)", r"\d{3,}?", r"[]a]+", r"[a-]+", r"[\d-]+", r"(?x) a b # comment", r"\x41\u00e9\101", r"é+", r"(?i)É", r"(?a)\w+", r"\Z", r"\A\w"]:
    for s in ["aab", "abcabc ababab", "x = 10 ", "10-abc", "foobar foo", "hello HELLO", "aa 'q' \"z\"", "a\nb\nc", "abcd bd ac", "ééA", "-1-2]", ""]:
        t(p, s)
for bad in ["(", ")", "[", "a**", "*a", "a{2,1}", "(?P<1a>x)", "(?P<a>x)(?P<a>y)", "(?P=zz)", r"\1", "(?z)", "(?", "(?P", "(?P<", "(?P<a", "(?P<>x)", r"\q", "[z-a]", "[\\d-z]", "(?<=a+)b", "(?i", "a(?i)b", "(?i-i:a)", "(?(1)a|b|c)", "(?(5)a)", "(?(x)a)", "\\", "[a", "(a", "(?#abc", "x{99999999999}", r"\x1", r"\u12", r"\400", "(a\\1)", "(?-:a)", "(?i-)", "(?La)", "a\n(b\n[", "(?<x)", "(?P>x)", "?", "a|*", "{1}", "a{,5}", "a{1", "(?:a", "[[:alpha:]]"]:
    t(bad, "aaa")
