"""Regular expressions. Matching is native (_sre); patterns, matches and templates are here."""
import enum
import functools
import sys
from _sre import compile as _compile_program
from _sre import findall as _findall_texts
from _sre import match as _match_program
from _sre import spans as _spans_of
from _sre import split as _split_text

_END = sys.maxsize
_SEARCH, _MATCH, _FULLMATCH = 0, 1, 2


class RegexFlag(enum.IntFlag):
    NOFLAG = 0
    ASCII = A = 256
    IGNORECASE = I = 2
    LOCALE = L = 4
    UNICODE = U = 32
    MULTILINE = M = 8
    DOTALL = S = 16
    VERBOSE = X = 64
    TEMPLATE = T = 1
    DEBUG = 128

    def __repr__(self):
        value = int(self)
        if value == 0:
            return "re.NOFLAG"
        names = []
        negative = value < 0
        if negative:
            value = ~value
        for name, bit in _FLAG_NAMES:
            if value & bit:
                value &= ~bit
                names.append("re." + name)
        if value:
            names.append(hex(value))
        text = "|".join(names)
        if negative:
            return f"~({text})" if len(names) > 1 else f"~{text}"
        return text

    __str__ = object.__str__


_FLAG_NAMES = (("ASCII", 256), ("IGNORECASE", 2), ("LOCALE", 4), ("UNICODE", 32), ("MULTILINE", 8), ("DOTALL", 16),
               ("VERBOSE", 64), ("TEMPLATE", 1), ("DEBUG", 128))
_SHOWN_FLAGS = (("TEMPLATE", 1), ("IGNORECASE", 2), ("LOCALE", 4), ("MULTILINE", 8), ("DOTALL", 16), ("UNICODE", 32),
                ("VERBOSE", 64), ("DEBUG", 128), ("ASCII", 256))
NOFLAG = RegexFlag.NOFLAG
A = ASCII = RegexFlag.ASCII
I = IGNORECASE = RegexFlag.IGNORECASE
L = LOCALE = RegexFlag.LOCALE
U = UNICODE = RegexFlag.UNICODE
M = MULTILINE = RegexFlag.MULTILINE
S = DOTALL = RegexFlag.DOTALL
X = VERBOSE = RegexFlag.VERBOSE
T = TEMPLATE = RegexFlag.TEMPLATE
DEBUG = RegexFlag.DEBUG


class error(Exception):
    __module__ = "re"

    def __init__(self, msg, pattern=None, pos=None):
        self.msg = msg
        self.pattern = pattern
        self.pos = pos
        if pattern is not None and pos is not None:
            msg = f"{msg} at position {pos}"
            newline = "\n" if isinstance(pattern, str) else b"\n"
            self.lineno = pattern.count(newline, 0, pos) + 1
            self.colno = pos - pattern.rfind(newline, 0, pos)
            if newline in pattern:
                msg = f"{msg} (line {self.lineno}, column {self.colno})"
        else:
            self.lineno = self.colno = None
        super().__init__(msg)


class Match:
    """What a pattern matched, and where."""

    __slots__ = ("re", "string", "pos", "endpos", "_spans")

    def __init__(self, pattern, string, pos, endpos, spans):
        self.re = pattern
        self.string = string
        self.pos = pos
        self.endpos = endpos
        self._spans = spans

    def _index(self, group):
        if isinstance(group, int):
            if 0 <= group <= self.re.groups:
                return group
        else:
            found = self.re._names.get(group) if isinstance(group, str) else None
            if found is not None:
                return found
            if hasattr(group, "__index__"):
                return self._index(group.__index__())
        raise IndexError("no such group")

    def _text(self, group, default):
        start = self._spans[2 * group]
        return default if start < 0 else _plain(self.string[start:self._spans[2 * group + 1]])

    def group(self, *groups):
        if not groups:
            return _plain(self.string[self._spans[0]:self._spans[1]])
        if len(groups) == 1:
            return self._text(self._index(groups[0]), None)
        return tuple([self._text(self._index(group), None) for group in groups])

    def __getitem__(self, group):
        return self._text(self._index(group), None)

    def groups(self, default=None):
        return tuple([self._text(i, default) for i in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        return {name: self._text(i, default) for name, i in self.re._names.items()}

    def start(self, group=0, /):
        return self._spans[2 * self._index(group)]

    def end(self, group=0, /):
        return self._spans[2 * self._index(group) + 1]

    def span(self, group=0, /):
        i = 2 * self._index(group)
        return self._spans[i], self._spans[i + 1]

    @property
    def regs(self):
        return tuple([(self._spans[i], self._spans[i + 1]) for i in range(0, len(self._spans) - 1, 2)])

    @property
    def lastindex(self):
        last = self._spans[-1]
        return None if last < 0 else last

    @property
    def lastgroup(self):
        for name, i in self.re._names.items():
            if i == self._spans[-1]:
                return name
        return None

    def expand(self, template):
        return _expanded(self, _template(self.re, template))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __class_getitem__(cls, parameters):
        return _alias(cls, parameters)

    def __repr__(self):
        return f"<re.Match object; span={self.span()!r}, match={self.group()!r}>"


def _alias(cls, parameters):
    import types
    return types.GenericAlias(cls, parameters)


def _plain(string):
    """What parts of a text are taken from: they are exactly str or bytes."""
    if type(string) is str or type(string) is bytes:
        return string
    return str.__getitem__(string, slice(None)) if isinstance(string, str) else bytes(string)


class Pattern:
    """A compiled regular expression."""

    __slots__ = ("pattern", "flags", "groups", "_names", "_program", "_templates", "__weakref__")

    def __init__(self, pattern, flags, groups, names, program):
        self.pattern = pattern
        self.flags = flags
        self.groups = groups
        self._names = names
        self._program = program
        self._templates = {}

    @property
    def groupindex(self):
        return _readonly(self._names)

    def _run(self, string, pos, endpos, mode):
        spans = _match_program(self._program, string, pos, endpos, mode, False)
        if spans is None:
            return None
        size = len(string)
        if pos == 0 and endpos == _END:
            return Match(self, string, 0, size, spans)
        return Match(self, string, max(0, min(pos, size)), max(0, min(endpos, size)), spans)

    def _check(self, string):
        """The wrong kind of text fails at once."""
        _match_program(self._program, string, 0, 0, _MATCH, False)

    def search(self, string, pos=0, endpos=_END):
        return self._run(string, pos, endpos, _SEARCH)

    def match(self, string, pos=0, endpos=_END):
        return self._run(string, pos, endpos, _MATCH)

    def fullmatch(self, string, pos=0, endpos=_END):
        return self._run(string, pos, endpos, _FULLMATCH)

    def _all(self, string, pos=0, endpos=_END):
        """The spans of every match, from left to right."""
        program = self._program
        advance = False
        end = min(endpos, len(string))
        while pos <= end:
            spans = _match_program(program, string, pos, end, _SEARCH, advance)
            if spans is None:
                return
            yield spans
            pos = spans[1]
            advance = spans[0] == pos

    def finditer(self, string, pos=0, endpos=_END):
        self._check(string)
        return self._matches(string, pos, endpos)

    def _matches(self, string, pos, endpos):
        size = len(string)
        start, end = max(0, min(pos, size)), max(0, min(endpos, size))
        for spans in self._all(string, pos, endpos):
            yield Match(self, string, start, end, spans)

    def findall(self, string, pos=0, endpos=_END):
        if type(string) is str:
            return _findall_texts(self._program, string, pos, endpos)
        self._check(string)
        string = _plain(string)
        empty = string[:0]
        found = []
        groups = self.groups
        for spans in self._all(string, pos, endpos):
            if groups == 0:
                found.append(string[spans[0]:spans[1]])
            elif groups == 1:
                found.append(string[spans[2]:spans[3]] if spans[2] >= 0 else empty)
            else:
                found.append(tuple([string[spans[i]:spans[i + 1]] if spans[i] >= 0 else empty
                                    for i in range(2, 2 * groups + 2, 2)]))
        return found

    def split(self, string, maxsplit=0):
        if type(string) is str and maxsplit >= 0:
            return _split_text(self._program, string, maxsplit)
        self._check(string)
        string = _plain(string)
        parts = []
        last = 0
        for spans in self._all(string):
            if maxsplit and len(parts) >= maxsplit * (self.groups + 1):
                break
            parts.append(string[last:spans[0]])
            for i in range(2, 2 * self.groups + 2, 2):
                parts.append(string[spans[i]:spans[i + 1]] if spans[i] >= 0 else None)
            last = spans[1]
        parts.append(string[last:])
        return parts

    def subn(self, repl, string, count=0):
        template = None
        if not callable(repl):
            template = _template(self, repl)
            if len(template) == 1 and not isinstance(template[0], int):
                template = template[0]
            elif not template:
                template = repl[:0]
        self._check(string)
        parts = []
        last = 0
        n = 0
        size = len(string)
        # The contents of a bytearray may change while `repl` runs.
        every = _spans_of(self._program, string, 0, size, count) if type(string) is str and count >= 0 else self._all(string)
        for spans in every:
            if count and n >= count:
                break
            n += 1
            parts.append(string[last:spans[0]])
            if template is None:
                new = repl(Match(self, string, 0, size, spans))
                if new is not None:
                    parts.append(new)
            elif isinstance(template, list):
                parts.append(_expanded(Match(self, string, 0, size, spans), template))
            else:
                parts.append(template)
            last = spans[1]
        string = _plain(string)
        if n == 0:
            return string, 0
        parts.append(string[last:])
        return string[:0].join(parts), n

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __eq__(self, other):
        if not isinstance(other, Pattern):
            return NotImplemented
        return self.flags == other.flags and self.pattern == other.pattern

    def __hash__(self):
        return hash((self.flags, self.pattern))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return compile, (self.pattern, self.flags)

    def __class_getitem__(cls, parameters):
        return _alias(cls, parameters)

    def __repr__(self):
        flags = self.flags
        if isinstance(self.pattern, str) and flags & (256 | 4 | 32) == 32:
            flags &= ~32
        names = []
        for name, bit in _SHOWN_FLAGS:
            if flags & bit:
                names.append("re." + name)
                flags &= ~bit
        if flags:
            names.append(hex(flags))
        shown = repr(self.pattern)[:200]
        return f"re.compile({shown}{', ' if names else ''}{'|'.join(names)})"


def _readonly(mapping):
    import types
    return types.MappingProxyType(mapping)


# ---------------------------------------------------------------- templates

_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
_DIGITS = "0123456789"
_OCTAL = "01234567"


def _template(pattern, template):
    """Literal pieces and group numbers, in order."""
    known = pattern._templates.get(template)
    if known is None:
        known = pattern._templates[template] = _parse_template(pattern, template)
    return known


def _parse_template(pattern, template):
    is_bytes = not isinstance(template, str)
    text = bytes(template).decode("latin-1") if is_bytes else template
    parts = []
    literal = []
    size = len(text)

    def add_group(index, position):
        if index > pattern.groups:
            raise error(f"invalid group reference {index}", template, position)
        if literal:
            parts.append("".join(literal))
            literal.clear()
        parts.append(index)

    i = 0
    while i < size:
        at = text.find("\\", i)
        if at < 0:
            literal.append(text[i:])
            break
        literal.append(text[i:at])
        i = at + 2
        if i > size:
            raise error("bad escape (end of pattern)", template, at)
        c = text[at + 1]
        if c == "g":
            if text[i:i + 1] != "<":
                raise error("missing <", template, i)
            end = text.find(">", i + 1)
            name = text[i + 1:end] if end >= 0 else text[i + 1:]
            if not name:
                raise error("missing group name", template, i + 1)
            if end < 0:
                raise error("missing >, unterminated name", template, i + 1)
            if name.isidentifier():
                if name not in pattern._names:
                    raise IndexError(f"unknown group name {name!r}")
                index = pattern._names[name]
            elif name.isdecimal() and name.isascii():
                index = int(name)
            else:
                raise error(f"bad character in group name {name!r}", template, i + 1)
            add_group(index, i + 1)
            i = end + 1
        elif c == "0":
            digits = "0"
            while len(digits) < 3 and i < size and text[i] in _OCTAL:
                digits += text[i]
                i += 1
            literal.append(chr(int(digits, 8) & 0xff))
        elif c in _DIGITS:
            digits = c
            if i < size and text[i] in _DIGITS:
                digits += text[i]
                i += 1
                if c in _OCTAL and digits[1] in _OCTAL and i < size and text[i] in _OCTAL:
                    digits += text[i]
                    i += 1
                    if int(digits, 8) > 0o377:
                        raise error(f"octal escape value \\{digits} outside of range 0-0o377", template, at)
                    literal.append(chr(int(digits, 8)))
                    continue
            add_group(int(digits), at + 1)
        elif c in _ESCAPES:
            literal.append(_ESCAPES[c])
        elif c.isascii() and c.isalpha():
            raise error(f"bad escape \\{c}", template, at)
        else:
            literal.append("\\" + c)
    if literal:
        parts.append("".join(literal))
    parts = [part for part in parts if part != ""]
    if is_bytes:
        parts = [part.encode("latin-1") if isinstance(part, str) else part for part in parts]
    return parts


def _expanded(match, template):
    empty = match.string[:0]
    return empty.join([match._text(part, empty) if isinstance(part, int) else part for part in template])


# ---------------------------------------------------------------- the module's functions

_cache = {}
_MAX_CACHE = 512


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError("cannot process flags argument with a compiled pattern")
        return pattern
    flags = int(flags)
    key = (type(pattern), pattern, flags)
    try:
        return _cache[key]
    except KeyError:
        pass
    is_str = isinstance(pattern, str)
    if not is_str and not isinstance(pattern, (bytes, bytearray)):
        raise TypeError("first argument must be string or compiled pattern")
    result = _compile_program(pattern, flags)
    if result[0] is None:
        if result[3]:
            raise OverflowError(result[1])
        if result[2] is None:
            raise error(result[1])
        raise error(result[1], pattern, result[2])
    program, full, groups, names = result
    if is_str:
        if full & 4:
            raise ValueError("cannot use LOCALE flag with a str pattern")
        if full & 256 and full & 32:
            raise ValueError("ASCII and UNICODE flags are incompatible")
        if not full & 256:
            full |= 32
    else:
        if full & 32:
            raise ValueError("cannot use UNICODE flag with a bytes pattern")
        if full & 4 and full & 256:
            raise ValueError("ASCII and LOCALE flags are incompatible")
    made = Pattern(pattern, full, groups, dict(names), program)
    if len(_cache) >= _MAX_CACHE:
        del _cache[next(iter(_cache))]
    _cache[key] = made
    return made


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)[0]


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def purge():
    _cache.clear()


_SPECIAL = {ord(c): "\\" + c for c in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f"}


def escape(pattern):
    if isinstance(pattern, str):
        return pattern.translate(_SPECIAL)
    return bytes(pattern).decode("latin-1").translate(_SPECIAL).encode("latin-1")


class Scanner:
    """Splits text into tokens: `lexicon` has a pattern and what is done with its matches, in pairs."""

    def __init__(self, lexicon, flags=0):
        if isinstance(flags, RegexFlag):
            flags = flags.value
        self.lexicon = lexicon
        self._actions = {}  # by the group around a pattern
        parts, group = [], 1
        for phrase, action in lexicon:
            self._actions[group] = action
            parts.append(f"({phrase})")
            group += compile(phrase, flags).groups + 1
        self.scanner = compile("|".join(parts), flags)

    def scan(self, string):
        """The values of the tokens, and the rest that is none."""
        result, at = [], 0
        while (found := self.scanner.match(string, at)) and found.end() > at:
            action = self._actions[found.lastindex]
            if callable(action):
                self.match = found
                action = action(self, found.group())
            if action is not None:
                result.append(action)
            at = found.end()
        return result, string[at:]
