"""Tokens of an expression that is text: triples of kind, value and place."""

NAME, NUMBER, STRING, SYMBOL, END = "name", "number", "string", "symbol", "end"

_SYMBOLS = ("**", "//", "<<", ">>", "<=", ">=", "==", "!=", ":=", "...")
_SINGLE = "+-*/%@&|^~<>()[]{}.,:="
_OPENING, _CLOSING = {"(": ")", "[": "]", "{": "}"}, ")]}"
_ESCAPES = {"\\": "\\", "'": "'", '"': '"', "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\n": ""}
_HEXADECIMAL = {"x": 2, "u": 4, "U": 8}


class Wrong(Exception):
    """A text that is no expression: the message, and the place."""

    def __init__(self, message, place):
        self.message, self.place = message, place


def unescaped(text, place, is_bytes):
    """The characters of a literal with their backslashes replaced."""
    if "\\" not in text:
        return text
    out, at = [], 0
    while at < len(text):
        if text[at] != "\\":
            out.append(text[at])
            at += 1
            continue
        kind = text[at + 1]
        at += 2
        if kind in _ESCAPES:
            out.append(_ESCAPES[kind])
        elif kind in "01234567":
            end = at
            while end < len(text) and end < at + 2 and text[end] in "01234567":
                end += 1
            out.append(chr(int(text[at - 1:end], 8)))
            at = end
        elif kind in _HEXADECIMAL and not (is_bytes and kind != "x"):
            digits = text[at:at + _HEXADECIMAL[kind]]
            if len(digits) < _HEXADECIMAL[kind] or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
                raise Wrong(f"(unicode error) 'unicodeescape' codec can't decode bytes: truncated \\{kind} escape", place)
            out.append(chr(int(digits, 16)))
            at += len(digits)
        elif kind == "N" and not is_bytes and text[at:at + 1] == "{":
            import unicodedata
            end = text.index("}", at)
            out.append(unicodedata.lookup(text[at + 1:end]))
            at = end + 1
        else:
            out.append("\\" + kind)
    return "".join(out)


def _number(text, at):
    """The number that begins at a place, and the place behind it."""
    end = at
    if text[at] == "0" and text[at + 1:at + 2] in ("x", "X", "o", "O", "b", "B"):
        end += 2
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        return int(text[at:end], 0), end
    real = False
    while end < len(text):
        c = text[end]
        if c.isdigit() or c == "_":
            end += 1
        elif c == ".":
            if real:
                break
            real = True
            end += 1
        elif c in "eE" and (text[end + 1:end + 2].isdigit() or text[end + 1:end + 2] in ("+", "-") and text[end + 2:end + 3].isdigit()):
            real = True
            end += 2
            while end < len(text) and (text[end].isdigit() or text[end] == "_"):
                end += 1
            break
        else:
            break
    digits = text[at:end]
    if text[end:end + 1] in ("j", "J"):
        return complex(0.0, float(digits)), end + 1
    if real:
        return float(digits), end
    if len(digits) > 1 and digits[0] == "0" and digits.strip("0_"):
        raise Wrong("leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers", at)
    return int(digits), end


def _string(text, at, prefix):
    """The literal whose quote is at a place: (prefix, raw text), and the place behind it."""
    quote = text[at]
    if text[at:at + 3] == quote * 3:
        quote *= 3
    start = end = at + len(quote)
    while text[end:end + len(quote)] != quote:
        if end >= len(text) or text[end] == "\n" and len(quote) == 1:
            kind = "triple-quoted " if len(quote) == 3 else ""
            raise Wrong(f"unterminated {kind}string literal (detected at line {text.count(chr(10), 0, end) + 1})", at - len(prefix))
        end += 2 if text[end] == "\\" else 1
    return (prefix, text[start:end]), end + len(quote)


def tokens(text):
    """All tokens of a text; lines end within brackets alone."""
    out, open_brackets, at = [], [], 0
    while at < len(text):
        c = text[at]
        if c in " \t\f" or c == "\n" and open_brackets:
            at += 1
        elif c == "\n":
            if text[at:].strip():
                raise Wrong("invalid syntax", at)
            break
        elif c == "#":
            at = (text + "\n").index("\n", at)
        elif c == "\\" and text[at + 1:at + 2] == "\n":
            at += 2
        elif c.isdigit() or c == "." and text[at + 1:at + 2].isdigit():
            try:
                value, end = _number(text, at)
            except ValueError:
                raise Wrong("invalid decimal literal", at) from None
            out.append((NUMBER, value, at))
            at = end
        elif c in "\"'":
            value, end = _string(text, at, "")
            out.append((STRING, value, at))
            at = end
        elif c == "_" or c.isidentifier():
            end = at
            while end < len(text) and (text[end] == "_" or text[end].isidentifier() or text[end].isdigit() or ("_" + text[end]).isidentifier()):
                end += 1
            word = text[at:end]
            if end < len(text) and text[end] in "\"'" and word.lower() in ("r", "u", "b", "f", "br", "rb", "fr", "rf"):
                value, end = _string(text, end, word.lower())
                out.append((STRING, value, at))
            else:
                out.append((NAME, word, at))
            at = end
        else:
            symbol = next((each for each in _SYMBOLS if text.startswith(each, at)), c)
            if len(symbol) == 1 and symbol not in _SINGLE:
                if c in "!?$`":
                    raise Wrong("invalid syntax", at)
                code = "U+%04X" % ord(c)
                raise Wrong(f"invalid character {c!r} ({code})" if c.isprintable() else f"invalid non-printable character {code}", at)
            if symbol in _OPENING:
                open_brackets.append((symbol, at))
            elif symbol in _CLOSING:
                if not open_brackets:
                    raise Wrong(f"unmatched '{symbol}'", at)
                opened = open_brackets.pop()[0]
                if _OPENING[opened] != symbol:
                    raise Wrong(f"closing parenthesis '{symbol}' does not match opening parenthesis '{opened}'", at)
            out.append((SYMBOL, symbol, at))
            at += len(symbol)
    if open_brackets:
        opened, place = open_brackets[-1]
        raise Wrong(f"'{opened}' was never closed", place)
    out.append((END, "", len(text)))
    return out
