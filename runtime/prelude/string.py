"""Sets of characters, and templates."""
import re

ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
whitespace = " \t\n\r\v\f"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join([word.capitalize() for word in s.split(sep)])


class Template:
    """Text with $name and ${name} in it."""

    delimiter = "$"
    idpattern = r"(?a:[_a-z][_a-z0-9]*)"
    braceidpattern = None
    flags = re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        cls._compile()

    @classmethod
    def _compile(cls):
        delimiter = re.escape(cls.delimiter)
        name = cls.idpattern
        braced = cls.braceidpattern or name
        text = cls.__dict__.get("pattern")
        if text is None:
            text = (rf"{delimiter}(?:(?P<escaped>{delimiter})|(?P<named>{name})|{{(?P<braced>{braced})}}|(?P<invalid>))")
        cls.pattern = re.compile(text, cls.flags | re.VERBOSE)

    def __init__(self, template):
        self.template = template

    def _invalid(self, found):
        lines = self.template[:found.start("invalid")].splitlines(keepends=True) or [" "]
        raise ValueError(f"Invalid placeholder in string: line {len(lines)}, col {len(lines[-1])}")

    def substitute(self, mapping=None, /, **kws):
        values = kws if mapping is None else {**mapping, **kws}

        def convert(found):
            name = found.group("named") or found.group("braced")
            if name is not None:
                return str(values[name])
            if found.group("escaped") is not None:
                return self.delimiter
            self._invalid(found)
        return self.pattern.sub(convert, self.template)

    def safe_substitute(self, mapping=None, /, **kws):
        values = kws if mapping is None else {**mapping, **kws}

        def convert(found):
            name = found.group("named") or found.group("braced")
            if name is not None:
                return str(values[name]) if name in values else found.group()
            if found.group("escaped") is not None:
                return self.delimiter
            return found.group()
        return self.pattern.sub(convert, self.template)

    def get_identifiers(self):
        names = []
        for found in self.pattern.finditer(self.template):
            name = found.group("named") or found.group("braced")
            if name is not None and name not in names:
                names.append(name)
        return names


Template._compile()


_CONVERSIONS = {"s": str, "r": repr, "a": ascii}


def _numbered(field, auto):
    """The field with its number, and the next number; False after a field that had one."""
    switches = auto is False if field == "" else field.isdigit() and auto
    if switches:
        raise ValueError("cannot switch from manual field specification to automatic field numbering")
    if field == "":
        return str(auto), auto + 1
    return field, False if field.isdigit() else auto


class Formatter:
    """str.format with its steps open for change."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2, 0)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used, depth, auto):
        if depth < 0:
            raise ValueError("Max string recursion exceeded")
        text = ""
        for literal, field, spec, conversion in self.parse(format_string):
            text += literal or ""
            if field is not None:
                field, auto = _numbered(field, auto)
                value, key = self.get_field(field, args, kwargs)
                used.add(key)
                shown = self.convert_field(value, conversion)
                spec, auto = self._vformat(spec, args, kwargs, used, depth - 1, auto)
                text += self.format_field(shown, spec)
        return text, auto

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion in _CONVERSIONS:
            return _CONVERSIONS[conversion](value)
        raise ValueError(f"Unknown conversion specifier {conversion!s}")

    def parse(self, format_string):
        """(literal, field, spec, conversion) per replacement field."""
        i = 0
        size = len(format_string)
        literal = ""
        while i < size:
            c = format_string[i]
            if c not in "{}":
                literal += c
                i += 1
            elif format_string[i:i + 2] == c + c:
                yield literal + c, None, None, None
                literal = ""
                i += 2
            elif c == "}":
                raise ValueError("Single '}' encountered in format string")
            else:
                depth = 1
                end = i + 1
                while end < size and depth:
                    depth += {"{": 1, "}": -1}.get(format_string[end], 0)
                    end += 1
                if depth:
                    raise ValueError("expected '}' before end of string" if i + 1 < size
                                     else "Single '{' encountered in format string")
                field = format_string[i + 1:end - 1]
                at = re.search(r"[:!](?![^\[]*\])", field)
                spec = ""
                conversion = None
                if at is not None:
                    rest = field[at.start():]
                    field = field[:at.start()]
                    if rest[0] == "!":
                        conversion = rest[1:2]
                        rest = rest[2:]
                    spec = rest[1:]
                yield literal, field, spec, conversion
                literal = ""
                i = end
        if literal:
            yield literal, None, None, None

    def get_field(self, field_name, args, kwargs):
        first = re.match(r"[^.\[]*", field_name).group()
        rest = field_name[len(first):]
        key = int(first) if first.isdigit() else first
        obj = self.get_value(key, args, kwargs)
        for attribute, index in re.findall(r"\.([^.\[]+)|\[([^\]]+)\]", rest):
            if attribute:
                obj = getattr(obj, attribute)
            else:
                obj = obj[int(index) if index.isdigit() else index]
        return obj, key
