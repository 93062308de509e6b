"""Large values over several lines."""
import collections
import dataclasses
import io
import re
import sys
import types

__all__ = ["pprint", "pformat", "isreadable", "isrecursive", "saferepr", "PrettyPrinter", "pp"]


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True,
           underscore_numbers=False):
    PrettyPrinter(stream=stream, indent=indent, width=width, depth=depth, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    return PrettyPrinter(indent=indent, width=width, depth=depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    return PrettyPrinter()._flat(object, {}, 0)[0]


def isreadable(object):
    return PrettyPrinter()._flat(object, {}, 0)[1]


def isrecursive(object):
    return PrettyPrinter()._flat(object, {}, 0)[2]


class _Key:
    """Sorts what cannot be compared by its type and identity."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        try:
            return self.value < other.value
        except TypeError:
            return (str(type(self.value)), id(self.value)) < (str(type(other.value)), id(other.value))


def _sorted_pairs(mapping):
    return sorted(mapping.items(), key=lambda pair: (_Key(pair[0]), _Key(pair[1])))


def _recursion(obj):
    return f"<Recursion on {type(obj).__name__} with id={id(obj)}>"


def _string_parts(text, width, allowance):
    """Literals of at most `width` characters, the last of `allowance` fewer; lines are broken behind words."""
    lines, parts = text.splitlines(True), []
    for lines_left, line in zip(range(len(lines) - 1, -1, -1), lines):
        last_width = width if lines_left else width - allowance
        fits = len(repr(line)) <= last_width
        words = [line] if fits else re.findall(r"\S*\s*", line)[:-1]
        part = ""
        for words_left, word in zip(range(len(words) - 1, -1, -1), words):
            if part and len(repr(part + word)) > (width if words_left else last_width):
                parts.append(repr(part))
                part = ""
            part += word
        parts.append(repr(part))
    return parts


class PrettyPrinter:
    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True,
                 underscore_numbers=False):
        for wrong, text in ((indent < 0, "indent must be >= 0"), (depth is not None and depth <= 0, "depth must be > 0"),
                            (not width, "width must be != 0")):
            if wrong:
                raise ValueError(text)
        self._indent = indent
        self._width = width
        self._depth = depth
        self._stream = sys.stdout if stream is None else stream
        self._compact = bool(compact)
        self._sort = sort_dicts
        self._underscore = underscore_numbers

    def pprint(self, object):
        self._stream.write(self.pformat(object) + "\n")

    def pformat(self, object):
        stream = io.StringIO()
        self._format(object, stream, 0, 0, {}, 0)
        return stream.getvalue()

    # ---- on one line: (text, readable, recursive)
    def _flat(self, obj, context, level):
        cls = type(obj)
        if cls is str or cls is bytes:
            return repr(obj), True, False
        if cls is int and self._underscore:
            return f"{obj:_d}", True, False
        show = cls.__repr__
        container = (show is dict.__repr__ or show is list.__repr__ or show is tuple.__repr__)
        if not container:
            text = repr(obj)
            return text, not text.startswith("<"), False
        if not obj:
            return repr(obj), True, False
        brackets = "{}" if issubclass(cls, dict) else "[]" if issubclass(cls, list) else "()"
        if self._depth is not None and level >= self._depth:
            return brackets[0] + "..." + brackets[1], False, False
        if id(obj) in context:
            return _recursion(obj), False, True
        context[id(obj)] = 1
        level += 1
        parts = []
        readable, recursive = True, False

        def add(value):
            nonlocal readable, recursive
            text, r, c = self._flat(value, context, level)
            readable = readable and r
            recursive = recursive or c
            return text
        if issubclass(cls, dict):
            for key, value in (_sorted_pairs(obj) if self._sort else obj.items()):
                parts.append(f"{add(key)}: {add(value)}")
        else:
            for value in obj:
                parts.append(add(value))
        del context[id(obj)]
        inner = ", ".join(parts)
        if issubclass(cls, tuple) and len(parts) == 1:
            inner += ","
        return brackets[0] + inner + brackets[1], readable, recursive

    # ---- over several lines
    def _format(self, obj, stream, indent, allowance, context, level):
        if id(obj) in context:
            stream.write(_recursion(obj))
            return
        text = self._flat(obj, dict(context), level)[0]
        if len(text) > self._width - indent - allowance:
            writer = self._writer(obj)
            if writer is not None and not (self._depth is not None and level >= self._depth):
                context[id(obj)] = 1
                writer(obj, stream, indent, allowance, context, level + 1)
                del context[id(obj)]
                return
        stream.write(text)

    def _writer(self, obj):
        show = type(obj).__repr__
        for method, writer in _WRITERS:
            if show is method:
                return writer.__get__(self)
        if dataclasses.is_dataclass(obj) and not isinstance(obj, type) and "__dataclass_fields__" and \
                show.__qualname__ == f"{type(obj).__qualname__}.__repr__":
            return self._dataclass
        return None

    def _dict(self, obj, stream, indent, allowance, context, level):
        stream.write("{" + " " * (self._indent - 1))
        pairs = _sorted_pairs(obj) if self._sort else list(obj.items())
        indent += self._indent
        for i, (key, value) in enumerate(pairs):
            if i:
                stream.write(",\n" + " " * indent)
            text = self._flat(key, context, level)[0]
            stream.write(text + ": ")
            last = i == len(pairs) - 1
            self._format(value, stream, indent + len(text) + 2, allowance + 1 if last else 1, context, level)
        stream.write("}")

    def _items(self, items, stream, indent, allowance, context, level):
        indent += self._indent
        stream.write(" " * (self._indent - 1))
        items = list(items)
        line_end = ",\n" + " " * indent
        full = room = self._width - indent + 1
        before = ""
        for left, item in zip(range(len(items) - 1, -1, -1), items):
            taken = 0 if left else allowance
            full, room = full - taken, room - taken
            text = self._flat(item, context, level)[0] if self._compact else ""
            if self._compact and room < len(text) + 2:
                room, before = full, before and line_end
            if self._compact and room >= len(text) + 2:
                stream.write(before + text)
                room, before = room - len(text) - 2, ", "
            else:
                stream.write(before)
                self._format(item, stream, indent, 1 if left else allowance, context, level)
                before = line_end

    def _list(self, obj, stream, indent, allowance, context, level):
        stream.write("[")
        self._items(obj, stream, indent, allowance + 1, context, level)
        stream.write("]")

    def _tuple(self, obj, stream, indent, allowance, context, level):
        stream.write("(")
        end = ",)" if len(obj) == 1 else ")"
        self._items(obj, stream, indent, allowance + len(end), context, level)
        stream.write(end)

    def _set(self, obj, stream, indent, allowance, context, level):
        name = "" if type(obj) is set else type(obj).__name__
        begin, end = (name + "({", "})") if name else ("{", "}")
        if obj:
            stream.write(begin)
            more = len(name) + 1 if name else 0
            self._items(sorted(obj, key=_Key), stream, indent + more, allowance + len(end), context, level)
        stream.write(end if obj else repr(obj))

    def _str(self, obj, stream, indent, allowance, context, level):
        outer = level == 1
        indent, allowance = indent + outer, allowance + outer
        parts = _string_parts(obj, self._width - indent, allowance) if obj else [repr(obj)]
        text = ("\n" + " " * indent).join(parts)
        stream.write(f"({text})" if outer and len(parts) > 1 else text)

    def _ordered(self, obj, stream, indent, allowance, context, level):
        stream.write(type(obj).__name__ + "([")
        self._items(obj.items(), stream, indent + len(type(obj).__name__) + 1, allowance + 2, context, level)
        stream.write("])")

    def _defaultdict(self, obj, stream, indent, allowance, context, level):
        head = f"{type(obj).__name__}({obj.default_factory!r},"
        indent += len(type(obj).__name__) + 1
        stream.write(head + "\n" + " " * indent)
        self._dict(obj, stream, indent, allowance + 1, context, level)
        stream.write(")")

    def _counter(self, obj, stream, indent, allowance, context, level):
        name = type(obj).__name__
        stream.write(name + "({" + " " * (self._indent - 1))
        pairs = obj.most_common()
        indent += len(name) + 1 + self._indent
        for i, (key, value) in enumerate(pairs):
            if i:
                stream.write(",\n" + " " * indent)
            text = self._flat(key, context, level)[0]
            stream.write(text + ": ")
            self._format(value, stream, indent + len(text) + 2, allowance + 2 if i == len(pairs) - 1 else 1, context,
                         level)
        stream.write("})")

    def _dataclass(self, obj, stream, indent, allowance, context, level):
        name = type(obj).__name__
        self._attributes(name, [(f.name, getattr(obj, f.name)) for f in dataclasses.fields(obj) if f.repr], stream,
                         indent, allowance, context, level)

    def _namespace(self, obj, stream, indent, allowance, context, level):
        name = "namespace" if type(obj) is types.SimpleNamespace else type(obj).__name__
        self._attributes(name, list(obj.__dict__.items()), stream, indent, allowance, context, level)

    def _attributes(self, name, pairs, stream, indent, allowance, context, level):
        indent += len(name) + 1
        stream.write(name + "(")
        for i, (key, value) in enumerate(pairs):
            if i:
                stream.write(",\n" + " " * indent)
            stream.write(key + "=")
            if id(value) in context:
                stream.write("...")
            else:
                last = i == len(pairs) - 1
                self._format(value, stream, indent + len(key) + 1, allowance + 1 if last else 1, context, level)
        stream.write(")")


_WRITERS = ((collections.OrderedDict.__repr__, PrettyPrinter._ordered),
            (collections.defaultdict.__repr__, PrettyPrinter._defaultdict),
            (collections.Counter.__repr__, PrettyPrinter._counter), (dict.__repr__, PrettyPrinter._dict),
            (list.__repr__, PrettyPrinter._list), (tuple.__repr__, PrettyPrinter._tuple),
            (set.__repr__, PrettyPrinter._set), (frozenset.__repr__, PrettyPrinter._set),
            (str.__repr__, PrettyPrinter._str), (types.SimpleNamespace.__repr__, PrettyPrinter._namespace))
