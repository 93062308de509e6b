"""Expressions as trees: tuples of a kind and its parts. The kinds are those of the table in _expression_code."""
from _expression_tokens import END, NAME, NUMBER, STRING, SYMBOL, Wrong, tokens, unescaped

_CONSTANTS = {"None": None, "True": True, "False": False}
_KEYWORDS = {"and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally",
             "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try",
             "while", "with", "yield"}
# From what binds least; all group to the left.
_BINARY = (("|",), ("^",), ("&",), ("<<", ">>"), ("+", "-"), ("*", "/", "//", "%", "@"))
_COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")


class Parser:
    def __init__(self, text):
        self.tokens = tokens(text)
        self.at = 0

    # ---- tokens
    def wrong(self, message="invalid syntax"):
        return Wrong(message, self.tokens[self.at][2])

    def is_symbol(self, *symbols):
        kind, value, _ = self.tokens[self.at]
        return kind == SYMBOL and value in symbols

    def is_word(self, *words):
        kind, value, _ = self.tokens[self.at]
        return kind == NAME and value in words

    def take(self, value):
        """True, and one further, when the token is this one."""
        kind, found, _ = self.tokens[self.at]
        if kind in (SYMBOL, NAME) and found == value:
            self.at += 1
            return True
        return False

    def need(self, value):
        if not self.take(value):
            raise self.wrong()

    def name(self):
        kind, value, _ = self.tokens[self.at]
        if kind != NAME or value in _KEYWORDS or value in _CONSTANTS:
            raise self.wrong()
        self.at += 1
        return value

    # ---- expressions
    def whole(self):
        """One, or a tuple without parentheses."""
        tree = self.expression()
        if self.is_symbol(","):
            tree = "tuple", self.more(tree, self.expression)
        if self.tokens[self.at][0] != END:
            raise self.wrong()
        return tree

    def more(self, first, item):
        """What follows a first item, up to a token that no expression begins with."""
        items = [first]
        while self.take(",") and not self.ends():
            items.append(item())
        return items

    def ends(self):
        return self.tokens[self.at][0] == END or self.is_symbol(")", "]", "}", "=", ":")

    def starred(self):
        if self.take("*"):
            return "starred", self.binary(0)
        return self.named()

    def named(self):
        kind, value, _ = self.tokens[self.at]
        if kind == NAME and self.tokens[self.at + 1][:2] == (SYMBOL, ":="):
            target = self.name()
            self.at += 1
            return "named", target, self.expression()
        return self.expression()

    def expression(self):
        if self.is_word("lambda"):
            return self.function()
        value = self.disjunction()
        if self.take("if"):
            condition = self.disjunction()
            if not self.take("else"):
                raise self.wrong("expected 'else' after 'if' expression")
            return "choice", condition, value, self.expression()
        return value

    def disjunction(self):
        return self.chain("or", self.conjunction)

    def conjunction(self):
        return self.chain("and", self.inversion)

    def chain(self, word, part):
        parts = [part()]
        while self.take(word):
            parts.append(part())
        return (word, parts) if len(parts) > 1 else parts[0]

    def inversion(self):
        return ("not", self.inversion()) if self.take("not") else self.comparison()

    def comparison(self):
        parts, operators = [self.binary(0)], []
        while True:
            if self.is_symbol(*_COMPARISONS) or self.is_word("in"):
                operator = self.tokens[self.at][1]
                self.at += 1
            elif self.take("is"):
                operator = "is not" if self.take("not") else "is"
            elif self.is_word("not") and self.tokens[self.at + 1][:2] == (NAME, "in"):
                self.at += 2
                operator = "not in"
            else:
                return ("comparison", parts, operators) if operators else parts[0]
            operators.append(operator)
            parts.append(self.binary(0))

    def binary(self, level):
        if level == len(_BINARY):
            return self.factor()
        left = self.binary(level + 1)
        while self.is_symbol(*_BINARY[level]):
            operator = self.tokens[self.at][1]
            self.at += 1
            left = "binary", operator, left, self.binary(level + 1)
        return left

    def factor(self):
        if self.is_symbol("+", "-", "~"):
            operator = self.tokens[self.at][1]
            self.at += 1
            return "unary", operator, self.factor()
        base = self.primary()
        return ("binary", "**", base, self.factor()) if self.take("**") else base

    def primary(self):
        value = self.atom()
        while True:
            if self.take("."):
                value = "attribute", value, self.name()
            elif self.take("["):
                value = "item", value, self.index()
                self.need("]")
            elif self.take("("):
                value = "call", value, self.arguments()
            else:
                return value

    def index(self):
        items = [self.slice()]
        is_tuple = self.is_symbol(",") or items[0][0] == "starred"
        while self.take(",") and not self.is_symbol("]"):
            items.append(self.slice())
        return ("tuple", items) if is_tuple else items[0]

    def slice(self):
        if self.is_symbol("*"):
            return self.starred()
        parts = [None if self.is_symbol(":") else self.named()]
        while len(parts) < 3 and self.take(":"):
            parts.append(None if self.is_symbol(":", ",", "]") else self.expression())
        return parts[0] if len(parts) == 1 else ("slice", parts + [None] * (3 - len(parts)))

    def arguments(self):
        """Pairs of a name, "*", "**" or None, and an expression."""
        given = []
        while not self.take(")"):
            if self.take("**"):
                given.append(("**", self.expression()))
            elif self.take("*"):
                given.append(("*", self.expression()))
            elif self.tokens[self.at][0] == NAME and self.tokens[self.at + 1][:2] == (SYMBOL, "="):
                name = self.name()
                self.at += 1
                given.append((name, self.expression()))
            else:
                value = self.named()
                if self.is_word("for", "async"):
                    value = "generator", value, self.clauses()
                elif any(name not in (None, "*") for name, _ in given):
                    raise self.wrong("positional argument follows keyword argument")
                given.append((None, value))
            if not self.is_symbol(")"):
                self.need(",")
        return given

    def function(self):
        """A lambda: names for positions, those that have a default, and its body."""
        self.need("lambda")
        parameters, stage, only = [], "normal", 0
        while not self.take(":"):
            if self.take("/"):
                only = len(parameters)
            elif self.take("**"):
                parameters.append((self.name(), "keywords", None))
            elif self.take("*"):
                if not self.is_symbol(","):
                    parameters.append((self.name(), "positions", None))
                stage = "keyword"
            else:
                name = self.name()
                parameters.append((name, stage, self.expression() if self.take("=") else None))
            if not self.is_symbol(":"):
                self.need(",")
        parameters = [(name, "position" if at < only else kind, default) for at, (name, kind, default) in enumerate(parameters)]
        return "lambda", parameters, self.expression()

    # ---- atoms
    def atom(self):
        kind, value, _ = self.tokens[self.at]
        if kind == NUMBER:
            self.at += 1
            return "constant", value
        if kind == STRING:
            return self.strings()
        if kind == NAME:
            if value in _CONSTANTS:
                self.at += 1
                return "constant", _CONSTANTS[value]
            return "name", self.name()
        if self.take("..."):
            return "constant", ...
        if self.take("("):
            return self.parentheses()
        if self.take("["):
            return self.display("list", "]")
        if self.take("{"):
            return self.braces()
        raise self.wrong()

    def parentheses(self):
        if self.take(")"):
            return "tuple", []
        first = self.starred()
        if self.is_word("for", "async"):
            first = "generator", first, self.clauses()
        elif self.is_symbol(","):
            first = "tuple", self.more(first, self.starred)
        elif first[0] == "starred":
            raise self.wrong("cannot use starred expression here")
        self.need(")")
        return first

    def display(self, kind, closing):
        if self.take(closing):
            return kind, []
        first = self.starred()
        if self.is_word("for", "async"):
            made = "comprehension", kind, first, self.clauses()
        else:
            made = kind, self.more(first, self.starred)
        self.need(closing)
        return made

    def braces(self):
        if self.take("}"):
            return "dict", []
        first = self.pair()
        if first[0] != "pair":
            self.at = first[1]
            return self.display("set", "}")
        if self.is_word("for", "async"):
            made = "comprehension", "dict", first, self.clauses()
        else:
            made = "dict", self.more(first, self.pair)
        self.need("}")
        return made

    def pair(self):
        """`key: value` or `**rest`; else the place that it began at."""
        began = self.at
        if self.take("**"):
            return "pair", None, self.binary(0)
        if self.is_symbol("*"):
            return "set", began
        key = self.named()
        if not self.take(":"):
            return "set", began
        return "pair", key, self.expression()

    def clauses(self):
        """Of a comprehension: target, what is iterated over, conditions."""
        found = []
        while self.is_word("for", "async"):
            if self.is_word("async"):
                raise self.wrong("asynchronous comprehension outside of an asynchronous function")
            self.need("for")
            target = self.target()
            self.need("in")
            iterable, conditions = self.disjunction(), []
            while self.take("if"):
                conditions.append(self.lambda_or_disjunction())
            found.append((target, iterable, conditions))
        return found

    def lambda_or_disjunction(self):
        return self.function() if self.is_word("lambda") else self.disjunction()

    def target(self):
        def item():
            return ("starred", self.binary(0)) if self.take("*") else self.binary(0)
        first = item()
        if not self.is_symbol(","):
            return first
        items = [first]
        while self.take(",") and not self.is_word("in"):
            items.append(item())
        return "tuple", items

    # ---- texts
    def strings(self):
        """Literals in a row."""
        parts, kinds = [], set()
        while self.tokens[self.at][0] == STRING:
            _, (prefix, raw), place = self.tokens[self.at]
            self.at += 1
            is_bytes = "b" in prefix
            kinds.add(is_bytes)
            if "f" in prefix:
                parts.extend(formatted(raw, "r" in prefix, place))
                continue
            text = raw if "r" in prefix else unescaped(raw, place, is_bytes)
            if is_bytes:
                if not raw.isascii():
                    raise Wrong("bytes can only contain ASCII literal characters", place)
                text = text.encode("latin-1")
            parts.append(("constant", text))
        if len(kinds) > 1:
            raise self.wrong("cannot mix bytes and nonbytes literals")
        if all(part[0] == "constant" for part in parts):
            return "constant", (b"" if True in kinds else "").join([part[1] for part in parts])
        return "joined", parts


def formatted(raw, is_raw, place, nested=0):
    """The parts of a literal with fields."""
    parts, at, begin = [], 0, 0

    def literal(end):
        text = raw[begin:end].replace("{{", "{").replace("}}", "}")
        if text:
            parts.append(("constant", text if is_raw else unescaped(text, place, False)))

    while at < len(raw):
        if raw[at] in "{}" and raw[at:at + 2] in ("{{", "}}") and not nested:
            at += 2
        elif raw[at] == "}":
            raise Wrong("f-string: single '}' is not allowed", place)
        elif raw[at] == "{":
            literal(at)
            field, at = _field(raw, at + 1, is_raw, place, nested)
            parts.extend(field)
            begin = at
        else:
            at += 2 if raw[at] == "\\" and not is_raw else 1
    literal(len(raw))
    return parts


def _field(raw, begin, is_raw, place, nested):
    """One field of it, and the place behind."""
    at, depth, quote = begin, 0, ""
    while at < len(raw):
        c = raw[at]
        if quote:
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        elif c in "([{":
            depth += 1
        elif depth and c in ")]}":
            depth -= 1
        elif not depth and (c in "}:" or c == "!" and raw[at + 1:at + 2] != "=" or c == "=" and raw[at + 1:at + 2] != "=" and raw[at - 1] not in "=!<>"):
            break
        at += 1
    source = raw[begin:at]
    if not source.strip():
        raise Wrong("f-string: empty expression not allowed", place)
    shown = []
    if raw[at:at + 1] == "=":
        end = at + 1
        while raw[end:end + 1] == " ":
            end += 1
        shown.append(("constant", source + raw[at:end]))
        at = end
    tree = Parser("(" + source + ")").whole()
    conversion = None
    if raw[at:at + 1] == "!":
        conversion = raw[at + 1:at + 2]
        if conversion not in ("r", "s", "a"):
            raise Wrong("f-string: invalid conversion character: expected 's', 'r', or 'a'", place)
        at += 2
    spec = []
    if raw[at:at + 1] == ":":
        begin = at = at + 1
        depth = 0
        while at < len(raw) and (depth or raw[at] != "}"):
            depth += (raw[at] == "{") - (raw[at] == "}")
            at += 1
        spec = formatted(raw[begin:at], is_raw, place, nested + 1)
    elif shown and conversion is None:
        conversion = "r"
    if raw[at:at + 1] != "}":
        raise Wrong("f-string: expecting '}'", place)
    return [*shown, ("field", tree, conversion, spec)], at + 1
