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
        self.delimiter = _character("delimiter", values["delimiter"], False)
        self.doublequote = bool(values["doublequote"])
        self.escapechar = _character("escapechar", values["escapechar"], True)
        self.lineterminator = values["lineterminator"]
        self.quotechar = _character("quotechar", values["quotechar"], True)
        self.quoting = values["quoting"]
        self.skipinitialspace = bool(values["skipinitialspace"])
        self.strict = bool(values["strict"])
        if type(self.quoting) is not int:
            raise TypeError('"quoting" must be an integer')
        if self.quoting not in (QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE):
            raise TypeError('bad "quoting" value')
        if self.quotechar is None:
            if "quoting" not in options and not hasattr(dialect, "quoting"):
                self.quoting = QUOTE_NONE
            elif self.quoting != QUOTE_NONE:
                raise TypeError("quotechar must be set if quoting enabled")
        if self.lineterminator is None:
            raise TypeError("lineterminator must be set")
        if not isinstance(self.lineterminator, str):
            raise TypeError('"lineterminator" must be a string')


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


def field_size_limit(limit=None):
    global _limit
    old = _limit
    if limit is not None:
        if type(limit) is not int:
            raise TypeError("limit must be an integer")
        _limit = limit
    return old


class _Reader:
    """Rows of an iterable of lines."""

    def __init__(self, lines, dialect, options):
        self._lines = iter(lines)
        self.dialect = Dialect(dialect, **options)
        self.line_num = 0

    def __iter__(self):
        return self

    def __next__(self):
        d = self.dialect
        fields = []
        state = "start"
        text = []
        quoted = False
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if state in ("in quotes", "escape", "escape in quotes"):
                    if d.strict:
                        raise Error("unexpected end of data")
                    self._add(fields, text, quoted)
                    return fields
                raise
            if not isinstance(line, str):
                raise Error("iterator should return strings, not "
                            f"{type(line).__name__} (the file should be opened in text mode)")
            self.line_num += 1
            i = 0
            size = len(line)
            while i < size:
                c = line[i]
                i += 1
                if state == "start":
                    if c in "\r\n":
                        if fields:
                            self._add(fields, text, False)
                        if line[i:].strip("\r\n"):
                            raise Error("new-line character seen in unquoted field - do you need to open the file "
                                        "with newline=''?")
                        return fields
                    if c == d.delimiter:
                        fields.append("")
                        continue
                    if c == d.quotechar and d.quoting != QUOTE_NONE:
                        state = "in quotes"
                        quoted = True
                    elif c == d.escapechar:
                        state = "escape"
                    elif c == " " and d.skipinitialspace:
                        pass
                    else:
                        text.append(c)
                        state = "plain"
                        # Everything up to the next character that means something.
                        end = i
                        while end < size and line[end] != d.delimiter and line[end] not in "\r\n" and \
                                line[end] != d.escapechar:
                            end += 1
                        text.append(line[i:end])
                        i = end
                elif state == "plain":
                    if c in "\r\n":
                        self._add(fields, text, quoted)
                        return fields
                    if c == d.escapechar:
                        state = "escape"
                    elif c == d.delimiter:
                        state = "field ends"
                    else:
                        text.append(c)
                elif state == "in quotes":
                    if c == d.escapechar:
                        state = "escape in quotes"
                    elif c == d.quotechar:
                        state = "quote in quotes" if d.doublequote else "plain"
                    else:
                        text.append(c)
                elif state == "quote in quotes":
                    if c == d.quotechar:
                        text.append(c)
                        state = "in quotes"
                    elif c == d.delimiter:
                        state = "field ends"
                    elif c in "\r\n":
                        self._add(fields, text, quoted)
                        return fields
                    elif not d.strict:
                        text.append(c)
                        state = "plain"
                    else:
                        raise Error(f"'{d.delimiter}' expected after '{d.quotechar}'")
                elif state == "escape":
                    text.append(c)
                    state = "plain"
                else:
                    text.append(c)
                    state = "in quotes"
                if state == "field ends":
                    self._add(fields, text, quoted)
                    text = []
                    quoted = False
                    state = "start"
                    if i == size:
                        fields.append("")
                        return fields
            if state == "start":
                if fields:
                    fields.append("")
                return fields
            if state in ("plain", "quote in quotes"):
                self._add(fields, text, quoted)
                return fields

    def _add(self, fields, text, quoted):
        value = "".join(text)
        if len(value) > _limit:
            raise Error(f"field larger than field limit ({_limit})")
        if self.dialect.quoting == QUOTE_NONNUMERIC and not quoted and value:
            fields.append(float(value))
        else:
            fields.append(value)


def reader(iterable, dialect="excel", **fmtparams):
    return _Reader(iterable, dialect, fmtparams)


class _Writer:
    """Writes rows as lines of a file."""

    def __init__(self, file, dialect, options):
        if not hasattr(file, "write"):
            raise TypeError('argument 1 must have a "write" method')
        self._write = file.write
        self.dialect = Dialect(dialect, **options)

    def _field(self, value, alone):
        d = self.dialect
        numeric = isinstance(value, (int, float))
        text = "" if value is None else repr(value) if isinstance(value, float) else str(value)
        quote = d.quoting == QUOTE_ALL or d.quoting == QUOTE_NONNUMERIC and not numeric
        special = d.delimiter + (d.escapechar or "") + (d.quotechar or "") + "\r\n" + d.lineterminator
        parts = []
        for c in text:
            if c in special:
                if d.quoting == QUOTE_NONE:
                    escape = True
                elif c == d.quotechar:
                    escape = not d.doublequote
                    if d.doublequote:
                        parts.append(c)
                    quote = True
                elif c == d.escapechar:
                    escape = True
                else:
                    escape = False
                    quote = True
                if escape:
                    if not d.escapechar:
                        raise Error("need to escape, but no escapechar set")
                    parts.append(d.escapechar)
            parts.append(c)
        if not text and alone:
            if d.quoting == QUOTE_NONE:
                raise Error("single empty field record must be quoted")
            quote = True
        text = "".join(parts)
        return f"{d.quotechar}{text}{d.quotechar}" if quote and d.quoting != QUOTE_NONE else text

    def writerow(self, row):
        try:
            row = list(row)
        except TypeError:
            raise Error(f"iterable expected, not {type(row).__name__}") from None
        return self._write(self.dialect.delimiter.join([self._field(value, len(row) == 1) for value in row]) +
                           self.dialect.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


def writer(fileobj, dialect="excel", **fmtparams):
    return _Writer(fileobj, dialect, fmtparams)


_Reader.__name__ = _Reader.__qualname__ = "reader"
_Writer.__name__ = _Writer.__qualname__ = "writer"
_Reader.__module__ = _Writer.__module__ = "_csv"
