"""The walk over a command line: which strings belong to which argument."""
from _argparse_base import (ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE, ArgumentError,
                            _get_action_name)


def _looks_negative(text):
    whole, dot, fraction = text[1:].partition(".")
    if not text.startswith("-"):
        return False
    if not dot:
        return whole.isdigit()
    return (whole == "" or whole.isdigit()) and fraction.isdigit()


# ---- how many strings an argument takes. A command line is described by one letter each: A argument, O option,
# - the first "--". A pattern is a list of (letters, at least, at most); None: any number.
def _pattern(action):
    nargs = action.nargs
    dashes = ("-", 0, None)
    if nargs is None:
        pattern = [dashes, ("A", 1, 1), dashes]
    elif nargs == OPTIONAL:
        pattern = [dashes, ("A", 0, 1), dashes]
    elif nargs == ZERO_OR_MORE:
        pattern = [dashes, ("A-", 0, None)]
    elif nargs == ONE_OR_MORE:
        pattern = [dashes, ("A", 1, 1), ("A-", 0, None)]
    elif nargs == REMAINDER:
        pattern = [("A-O", 0, None)]
    elif nargs == PARSER:
        pattern = [dashes, ("A", 1, 1), ("-AO", 0, None)]
    elif nargs == SUPPRESS:
        pattern = [dashes]
    else:
        pattern = [dashes]
        for _ in range(nargs):
            pattern += [("A", 1, 1), dashes]
    if action.option_strings:
        pattern = [(letters.replace("-", ""), low, high) for letters, low, high in pattern if letters != "-"]
    return pattern


def _ends(pattern, text, start):
    """Where the pattern may end when it begins at `start`: the longest first part first."""
    if not pattern:
        yield start
        return
    letters, low, high = pattern[0]
    longest = start
    while longest < len(text) and text[longest] in letters and (high is None or longest - start < high):
        longest += 1
    for end in range(longest, start + low - 1, -1):
        yield from _ends(pattern[1:], text, end)


def _match_all(patterns, text, start):
    """Lengths for all patterns one after the other, or None."""
    if not patterns:
        return []
    for end in _ends(patterns[0], text, start):
        rest = _match_all(patterns[1:], text, end)
        if rest is not None:
            return [end - start] + rest
    return None


def _match_argument(action, text):
    for end in _ends(_pattern(action), text, 0):
        return end
    if action.nargs is None:
        message = "expected one argument"
    elif action.nargs == OPTIONAL:
        message = "expected at most one argument"
    elif action.nargs == ONE_OR_MORE:
        message = "expected at least one argument"
    else:
        message = f"expected {action.nargs} argument" + ("" if action.nargs == 1 else "s")
    raise ArgumentError(action, message)


def _match_partial(actions, text):
    """Lengths for as many of the actions as possible."""
    for count in range(len(actions), 0, -1):
        lengths = _match_all([_pattern(action) for action in actions[:count]], text, 0)
        if lengths is not None:
            return lengths
    return []


# ---- options
def _parse_optional(parser, text):
    """None for an argument, else (action or None, option string, explicit argument or None)."""
    if not text or text[0] not in parser.prefix_chars:
        return None
    if text in parser._option_string_actions:
        return parser._option_string_actions[text], text, None
    if len(text) == 1:
        return None
    if "=" in text:
        option_string, explicit = text.split("=", 1)
        if option_string in parser._option_string_actions:
            return parser._option_string_actions[option_string], option_string, explicit
    candidates = _option_candidates(parser, text)
    if len(candidates) > 1:
        names = ", ".join([option_string for action, option_string, explicit in candidates])
        parser.error(f"ambiguous option: {text} could match {names}")
    if len(candidates) == 1:
        return candidates[0]
    if _looks_negative(text) and not parser._has_negative_number_optionals:
        return None
    if " " in text:
        return None
    return None, text, None


def _option_candidates(parser, text):
    result = []
    chars = parser.prefix_chars
    if text[0] in chars and text[1] in chars:
        if parser.allow_abbrev:
            prefix, equals, explicit = text.partition("=")
            for option_string in parser._option_string_actions:
                if option_string.startswith(prefix):
                    result.append((parser._option_string_actions[option_string], option_string,
                                   explicit if equals else None))
        return result
    short, rest = text[:2], text[2:]
    for option_string in parser._option_string_actions:
        action = parser._option_string_actions[option_string]
        if option_string == short:
            result.append((action, option_string, rest))
        elif option_string.startswith(text):
            result.append((action, option_string, None))
    return result


class _Walk:
    def __init__(self, parser, arg_strings, namespace):
        self.parser = parser
        self.arg_strings = arg_strings
        self.namespace = namespace
        self.conflicts = {}
        for group in parser._mutually_exclusive_groups:
            actions = group._group_actions
            for i, action in enumerate(actions):
                self.conflicts.setdefault(action, []).extend(actions[:i] + actions[i + 1:])
        self.options = {}
        letters = []
        only_arguments = False
        for i, text in enumerate(arg_strings):
            if only_arguments:
                letters.append("A")
            elif text == "--":
                letters.append("-")
                only_arguments = True
            else:
                option = _parse_optional(parser, text)
                if option is None:
                    letters.append("A")
                else:
                    self.options[i] = option
                    letters.append("O")
        self.letters = "".join(letters)
        self.seen = set()
        self.seen_with_value = set()
        self.extras = []
        self.positionals = parser._get_positional_actions()

    def take(self, action, strings, option_string=None):
        self.seen.add(action)
        value = self.parser._get_values(action, strings)
        if value is not action.default:
            self.seen_with_value.add(action)
            for other in self.conflicts.get(action, []):
                if other in self.seen_with_value:
                    raise ArgumentError(action, f"not allowed with argument {_get_action_name(other)}")
        if value is not SUPPRESS:
            action(self.parser, self.namespace, value, option_string)

    def consume_optional(self, start):
        action, option_string, explicit = self.options[start]
        taken = []
        while True:
            if action is None:
                self.extras.append(self.arg_strings[start])
                return start + 1
            if explicit is None:
                count = _match_argument(action, self.letters[start + 1:])
                stop = start + 1 + count
                taken.append((action, self.arg_strings[start + 1:stop], option_string))
                break
            count = _match_argument(action, "A")
            if count == 0 and option_string[1] not in self.parser.prefix_chars and explicit != "":
                # -abc: three options in one
                taken.append((action, [], option_string))
                option_string = option_string[0] + explicit[0]
                rest = explicit[1:] or None
                if option_string not in self.parser._option_string_actions:
                    raise ArgumentError(action, f"ignored explicit argument {explicit!r}")
                action = self.parser._option_string_actions[option_string]
                explicit = rest
            elif count == 1:
                stop = start + 1
                taken.append((action, [explicit], option_string))
                break
            else:
                raise ArgumentError(action, f"ignored explicit argument {explicit!r}")
        for action, strings, option_string in taken:
            self.take(action, strings, option_string)
        return stop

    def consume_positionals(self, start):
        lengths = _match_partial(self.positionals, self.letters[start:])
        for action, length in zip(self.positionals, lengths):
            strings = self.arg_strings[start:start + length]
            start += length
            self.take(action, strings)
        self.positionals = self.positionals[len(lengths):]
        return start

    def run(self):
        start = 0
        last = max(self.options) if self.options else -1
        while start <= last:
            following = min([i for i in self.options if i >= start])
            if start != following:
                end = self.consume_positionals(start)
                if end > start:
                    start = end
                    continue
            if start not in self.options:
                self.extras.extend(self.arg_strings[start:following])
                start = following
            start = self.consume_optional(start)
        stop = self.consume_positionals(start)
        self.extras.extend(self.arg_strings[stop:])
        self.check_required()
        return self.namespace, self.extras

    def check_required(self):
        parser = self.parser
        missing = []
        for action in parser._actions:
            if action in self.seen:
                continue
            if action.required:
                missing.append(_get_action_name(action))
            elif (action.default is not None and isinstance(action.default, str)
                  and hasattr(self.namespace, action.dest)
                  and action.default is getattr(self.namespace, action.dest)):
                setattr(self.namespace, action.dest, parser._get_value(action, action.default))
        if missing:
            parser.error("the following arguments are required: " + ", ".join(missing))
        for group in parser._mutually_exclusive_groups:
            if group.required and not any([action in self.seen_with_value for action in group._group_actions]):
                names = [_get_action_name(action) for action in group._group_actions if action.help is not SUPPRESS]
                parser.error("one of the arguments " + " ".join(names) + " is required")


def parse_known(parser, arg_strings, namespace):
    return _Walk(parser, arg_strings, namespace).run()
