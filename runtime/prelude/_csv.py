"""Tables as text: what reads and writes rows, for csv."""
__version__ = "1.0"
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3
QUOTE_STRINGS, QUOTE_NOTNULL = 4, 5  # names that csv of Python 3.12 asks for; Python 3.11 refuses the values
_limit = 131072


class Error(Exception):
    __module__ = "_csv"


_dialects = {}
_DEFAULTS = {"delimiter": ",", "quotechar": '"', "escapechar": None, "doublequote": True, "skipinitialspace": False,
             "lineterminator": "\r\n", "quoting": QUOTE_MINIMAL, "strict": False}


class Dialect:
    """The fields of a dialect, checked; given ones go before those of `dialect`."""

    __module__ = "_csv"

    def __init__(self, dialect=None, **options):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        for name in options:
            if name not in _DEFAULTS:
                raise TypeError(f"{name!r} is an invalid keyword argument for this function")
        values = {name: options.get(name, getattr(dialect, name, default)) for name, default in _DEFAULTS.items()}
        self._delimiter = _character("delimiter", values["delimiter"], False)
        self._doublequote = bool(values["doublequote"])
        self._escapechar = _character("escapechar", values["escapechar"], True)
        self._lineterminator = values["lineterminator"]
        self._quotechar = _character("quotechar", values["quotechar"], True)
        self._quoting = values["quoting"]
        self._skipinitialspace = bool(values["skipinitialspace"])
        self._strict = bool(values["strict"])
        if type(self._quoting) is not int:
            raise TypeError('"quoting" must be an integer')
        if self._quoting not in (QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE):
            raise TypeError('bad "quoting" value')
        if self._quotechar is None:
            if "quoting" not in options and not hasattr(dialect, "quoting"):
                self._quoting = QUOTE_NONE
            elif self._quoting != QUOTE_NONE:
                raise TypeError("quotechar must be set if quoting enabled")
        if self._lineterminator is None:
            raise TypeError("lineterminator must be set")
        if not isinstance(self._lineterminator, str):
            raise TypeError('"lineterminator" must be a string')

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{type(self).__name__}' instances")


def _read_only(name):
    return property(lambda self: getattr(self, name))


for _name in _DEFAULTS:
    setattr(Dialect, _name, _read_only("_" + _name))
del _name


def _character(name, value, optional):
    if optional and value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f'"{name}" must be string{" or None" if optional else ""}, not {type(value).__name__}')
    if len(value) != 1:
        raise TypeError(f'"{name}" must be a 1-character string')
    return value


def register_dialect(name, dialect=None, **fmtparams):
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _dialects[name] = Dialect(dialect, **fmtparams)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def field_size_limit(*limit):
    """The largest field that is read; given a number, that is it from then on."""
    global _limit
    before = _limit
    if len(limit) > 1:
        raise TypeError(f"field_size_limit expected at most 1 argument, got {len(limit)}")
    for value in limit:
        if type(value) is not int:
            raise TypeError("limit must be an integer")
        _limit = value
    return before


# States of a reader: a record or field that begins, a field, one in quotes; behind an escape or a quote in these; behind the
# end of a line, which may have two characters.
_RECORD, _START, _FIELD, _QUOTED, _ESCAPE, _ESCAPED_END, _QUOTED_ESCAPE, _QUOTE, _END = range(9)
# Actions for a character: leaves it out, adds it to the field, adds it to one that is to be a number, adds a newline for
# the end of the line, ends the field, refuses it.
_SKIP, _ADD, _NUMBER, _NEWLINE, _SAVE, _TEXT_AFTER_QUOTE, _TEXT_AFTER_END = range(7)
# The column of the end of a line in the table.
_LINE_ENDS = ""


def _transitions(d):
    """For each state: what is done with which character, and the state behind it; and the same for all other characters. Where
    one character has two meanings, the later line of a state is the one that holds."""
    record_ends = {"\r": (_SAVE, _END), "\n": (_SAVE, _END), _LINE_ENDS: (_SAVE, _RECORD)}
    start = {d.delimiter: (_SAVE, _START)}
    if d.skipinitialspace:
        start[" "] = _SKIP, _START
    field = {d.delimiter: (_SAVE, _START)}
    quoted = {}
    quote = record_ends | {d.delimiter: (_SAVE, _START)}
    if d.quotechar is not None and d.quoting != QUOTE_NONE:
        quoted[d.quotechar] = _SKIP, _QUOTE if d.doublequote else _FIELD
        quote[d.quotechar] = _ADD, _QUOTED
    for state, behind in ((start, _ESCAPE), (field, _ESCAPE), (quoted, _QUOTED_ESCAPE)):
        if d.escapechar is not None:
            state[d.escapechar] = _SKIP, behind
    if d.quotechar is not None and d.quoting != QUOTE_NONE:
        start[d.quotechar] = _SKIP, _QUOTED
    start |= record_ends
    field |= record_ends
    quoted[_LINE_ENDS] = _SKIP, _QUOTED
    special = {
        _RECORD: start | {"\r": (_SKIP, _END), "\n": (_SKIP, _END), _LINE_ENDS: (_SKIP, _RECORD)},
        _START: start,
        _FIELD: field,
        _QUOTED: quoted,
        _ESCAPE: {"\r": (_ADD, _ESCAPED_END), "\n": (_ADD, _ESCAPED_END), _LINE_ENDS: (_NEWLINE, _FIELD)},
        _ESCAPED_END: field | {_LINE_ENDS: (_SKIP, _ESCAPED_END)},
        _QUOTED_ESCAPE: {_LINE_ENDS: (_NEWLINE, _QUOTED)},
        _QUOTE: quote,
        _END: {"\r": (_SKIP, _END), "\n": (_SKIP, _END), _LINE_ENDS: (_SKIP, _RECORD)},
    }
    first = (_NUMBER if d.quoting == QUOTE_NONNUMERIC else _ADD), _FIELD
    others = {_RECORD: first, _START: first, _QUOTED: (_ADD, _QUOTED), _QUOTED_ESCAPE: (_ADD, _QUOTED),
              _QUOTE: (_TEXT_AFTER_QUOTE, _FIELD) if d.strict else (_ADD, _FIELD), _END: (_TEXT_AFTER_END, _END)}
    return [(special[state], others.get(state, (_ADD, _FIELD))) for state in range(9)]


class _Reader:
    """Rows of an iterable of lines."""

    def __init__(self, lines, dialect, options):
        self._lines = iter(lines)
        self._dialect = Dialect(dialect, **options)
        self._transitions = _transitions(self._dialect)
        self._line_num = 0

    dialect = _read_only("_dialect")
    line_num = _read_only("_line_num")

    def __iter__(self):
        return self

    def __next__(self):
        transitions = self._transitions
        state = _RECORD
        fields = []
        text = ""
        numeric = False
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if not text and state != _QUOTED:
                    raise
                if self._dialect.strict:
                    raise Error("unexpected end of data") from None
                fields.append(float(text) if numeric else text)
                return fields
            if not isinstance(line, str):
                raise Error("iterator should return strings, not "
                            f"{type(line).__name__} (the file should be opened in text mode)")
            self._line_num += 1
            at = 0
            size = len(line)
            while at <= size:
                special, others = transitions[state]
                begin = at
                c = line[at] if at < size else _LINE_ENDS
                at += 1
                action, state = special.get(c, others)
                if action == _SAVE:
                    fields.append(float(text) if numeric else text)
                    text = ""
                    numeric = False
                elif action == _ADD or action == _NUMBER:
                    if action == _NUMBER:
                        numeric = True
                    # Everything up to the next character that means something where the reader is now.
                    special = transitions[state][0]
                    if state == _FIELD or state == _QUOTED:
                        while at < size and line[at] not in special:
                            at += 1
                    text = self._longer(text, line[begin:at])
                elif action == _NEWLINE:
                    text = self._longer(text, "\n")
                elif action == _TEXT_AFTER_QUOTE:
                    raise Error(f"'{self._dialect.delimiter}' expected after '{self._dialect.quotechar}'")
                elif action == _TEXT_AFTER_END:
                    raise Error("new-line character seen in unquoted field - do you need to open the file in universal-newline mode?")
            if state == _RECORD:
                return fields

    def _longer(self, text, more):
        if len(text) + len(more) > _limit:
            raise Error(f"field larger than field limit ({_limit})")
        return text + more


def reader(iterable, dialect=None, **fmtparams):
    return _Reader(iterable, dialect, fmtparams)


class _Writer:
    """Writes rows as lines of a file."""

    def __init__(self, file, dialect, options):
        if not callable(getattr(file, "write", None)):
            raise TypeError('argument 1 must have a "write" method')
        self._write = file.write
        self._dialect = Dialect(dialect, **options)

    dialect = _read_only("_dialect")

    def _field(self, value, alone):
        d = self._dialect
        text = value if isinstance(value, str) else "" if value is None else str(value)
        quote = d.quoting == QUOTE_ALL or d.quoting == QUOTE_NONNUMERIC and not _is_number(value)
        parts = []
        for c in text:
            if c == d.delimiter or c == d.escapechar or c == d.quotechar or c in d.lineterminator:
                if d.quoting != QUOTE_NONE and c == d.quotechar and d.doublequote:
                    parts.append(c)
                    quote = True
                elif d.quoting == QUOTE_NONE or c == d.quotechar or c == d.escapechar:
                    if d.escapechar is None:
                        raise Error("need to escape, but no escapechar set")
                    parts.append(d.escapechar)
                else:
                    quote = True
            parts.append(c)
        if not text and alone:
            if d.quoting == QUOTE_NONE:
                raise Error("single empty field record must be quoted")
            quote = True
        text = "".join(parts)
        return f"{d.quotechar}{text}{d.quotechar}" if quote else text

    def writerow(self, row):
        try:
            row = list(row)
        except TypeError:
            raise Error(f"iterable expected, not {type(row).__name__}") from None
        return self._write(self._dialect.delimiter.join([self._field(value, len(row) == 1) for value in row]) +
                           self._dialect.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


def _is_number(value):
    return isinstance(value, complex) or any(hasattr(type(value), name) for name in ("__index__", "__int__", "__float__"))


def writer(fileobj, dialect=None, **fmtparams):
    return _Writer(fileobj, dialect, fmtparams)


_Reader.__name__ = _Reader.__qualname__ = "reader"
_Writer.__name__ = _Writer.__qualname__ = "writer"
_Reader.__module__ = _Writer.__module__ = "_csv"
