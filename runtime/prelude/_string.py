"""Format strings taken apart, for string.Formatter."""


def formatter_parser(format_string):
    """(literal, field, spec, conversion) for each replacement field; the last three are None behind the last one."""
    size = len(format_string)
    i = 0
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
            if i + 1 == size:
                raise ValueError("Single '{' encountered in format string")
            name, spec, conversion, i = _field(format_string, i + 1)
            yield literal, name, spec, conversion
            literal = ""
    if literal:
        yield literal, None, None, None


def _field(text, start):
    """Name, format and conversion of the field that starts there, and the place behind its brace."""
    at = start
    while at < len(text) and text[at] not in "}:!":
        if text[at] == "{":
            raise ValueError("unexpected '{' in field name")
        if text[at] == "[":
            close = text.find("]", at)
            at = len(text) if close < 0 else close
        at += 1
    name, sign, at = text[start:at], text[at:at + 1], at + 1
    conversion = None
    if sign == "!":
        if at >= len(text):
            raise ValueError("end of string while looking for conversion specifier")
        conversion, sign, at = text[at], text[at + 1:at + 2], at + 2
        if sign and sign not in ":}":
            raise ValueError("expected ':' after conversion specifier")
    elif not sign:
        raise ValueError("expected '}' before end of string")
    return (name, "", conversion, at) if sign == "}" else (name, *_spec(text, at, conversion))


def _spec(text, start, conversion):
    depth = 1
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if not depth:
            return text[start:i], conversion, i + 1
    raise ValueError("unmatched '{' in format spec")


def _key(text):
    return int(text) if text.isdecimal() else text


def formatter_field_name_split(field_name):
    """The first part, and (is it an attribute?, name or index) for each of the others."""
    at = 0
    while at < len(field_name) and field_name[at] not in ".[":
        at += 1
    return _key(field_name[:at]), _accessors(field_name[at:])


def _accessors(rest):
    while rest:
        if rest[0] == ".":
            end = 1
            while end < len(rest) and rest[end] not in ".[":
                end += 1
            name, rest = rest[1:end], rest[end:]
            item = True, name
        elif rest[0] == "[":
            end = rest.find("]")
            if end < 0:
                raise ValueError("Missing ']' in format string")
            name, rest = rest[1:end], rest[end + 1:]
            item = False, _key(name)
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        if not name:
            raise ValueError("Empty attribute in format string")
        yield item
