"""Tables as text, one row a line."""
import io

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = 0, 1, 2, 3
_limit = 131072


class Error(Exception):
    pass


class Dialect:
    delimiter = None
    quotechar = None
    escapechar = None
    doublequote = None
    skipinitialspace = None
    lineterminator = None
    quoting = None


class excel(Dialect):
    delimiter = ","
    quotechar = '"'
    doublequote = True
    skipinitialspace = False
    lineterminator = "\r\n"
    quoting = QUOTE_MINIMAL


class excel_tab(excel):
    delimiter = "\t"


class unix_dialect(excel):
    quoting = QUOTE_ALL
    lineterminator = "\n"


_dialects = {"excel": excel, "excel-tab": excel_tab, "unix": unix_dialect}
_DEFAULTS = {"delimiter": ",", "quotechar": '"', "escapechar": None, "doublequote": True, "skipinitialspace": False,
             "lineterminator": "\r\n", "quoting": QUOTE_MINIMAL, "strict": False}


class _Settings:
    """A dialect with all its fields checked."""

    def __init__(self, dialect, options):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        for name in options:
            if name not in _DEFAULTS:
                raise TypeError(f"this function got an unexpected keyword argument '{name}'")
        for name, default in _DEFAULTS.items():
            value = options.get(name, getattr(dialect, name, default))
            setattr(self, name, default if value is None and name not in ("quotechar", "escapechar") else value)
        if not isinstance(self.delimiter, str) or len(self.delimiter) != 1:
            if isinstance(self.delimiter, str):
                raise TypeError('"delimiter" must be a 1-character string')
            raise TypeError(f'"delimiter" must be string, not {type(self.delimiter).__name__}')
        if self.quoting not in (0, 1, 2, 3):
            raise TypeError('bad "quoting" value')
        if self.quotechar is not None and (not isinstance(self.quotechar, str) or len(self.quotechar) != 1):
            raise TypeError('"quotechar" must be a 1-character string')
        if self.quotechar is None and self.quoting != QUOTE_NONE:
            raise TypeError("quotechar must be set if quoting enabled")


def register_dialect(name, dialect=excel, **fmtparams):
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _dialects[name] = _Settings(dialect, fmtparams)


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
        _limit = limit
    return old


class _Reader:
    def __init__(self, lines, dialect, options):
        self._lines = iter(lines)
        self.dialect = _Settings(dialect, options)
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
                        fields.append(self._empty())
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
                        self._add(fields, text, quoted)
                        text = []
                        quoted = False
                        state = "start"
                        if i == size:
                            fields.append(self._empty())
                            return fields
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
                        self._add(fields, text, quoted)
                        text = []
                        quoted = False
                        state = "start"
                        if i == size:
                            fields.append(self._empty())
                            return fields
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
            if state == "start":
                if fields:
                    fields.append(self._empty())
                return fields
            if state in ("plain", "quote in quotes"):
                self._add(fields, text, quoted)
                return fields

    def _empty(self):
        return ""

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
    def __init__(self, file, dialect, options):
        if not hasattr(file, "write"):
            raise TypeError("argument 1 must have a \"write\" method")
        self._write = file.write
        self.dialect = _Settings(dialect, options)

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


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        self._fieldnames = fieldnames
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect
        self.line_num = 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        while row == []:
            row = next(self.reader)
        self.line_num = self.reader.line_num
        made = dict(zip(names, row))
        if len(names) < len(row):
            made[self.restkey] = row[len(names):]
        elif len(names) > len(row):
            for key in names[len(row):]:
                made[key] = self.restval
        return made


class DictWriter:
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        self.fieldnames = fieldnames
        self.restval = restval
        if extrasaction.lower() not in ("raise", "ignore"):
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        self.extrasaction = extrasaction.lower()
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, rowdict):
        unknown = [repr(key) for key in rowdict if self.extrasaction == "raise" and key not in self.fieldnames]
        if unknown:
            raise ValueError(f"dict contains fields not in fieldnames: {', '.join(unknown)}")
        return [rowdict.get(key, self.restval) for key in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows([self._row(row) for row in rowdicts])


class Sniffer:
    def sniff(self, sample, delimiters=None):
        counts = {}
        lines = sample.splitlines()
        for delimiter in delimiters or ",;\t|: ":
            per_line = [line.count(delimiter) for line in lines if line]
            if per_line and per_line[0] and min(per_line) == max(per_line):
                counts[delimiter] = per_line[0]
        if not counts:
            raise Error("Could not determine delimiter")

        class dialect(excel):
            pass
        dialect.delimiter = max(counts, key=counts.get)
        dialect.lineterminator = "\r\n"
        return dialect
