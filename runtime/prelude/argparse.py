"""Command-line options, arguments and subcommands: parsing, usage and help texts, errors.

Behaves as the module of the same name in Python 3.11. Left out: conflict_handler='resolve', formatter classes other
than HelpFormatter, RawTextHelpFormatter, RawDescriptionHelpFormatter and ArgumentDefaultsHelpFormatter.
"""
import os
import sys
import textwrap

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."
_UNRECOGNIZED = "_unrecognized_args"


class Namespace:
    """The parsed values as attributes."""

    def __init__(self, **values):
        for name in values:
            setattr(self, name, values[name])

    def __eq__(self, other):
        if not isinstance(other, Namespace):
            return NotImplemented
        return vars(self) == vars(other)

    def __contains__(self, key):
        return key in self.__dict__

    def __repr__(self):
        parts = [f"{name}={value!r}" for name, value in self.__dict__.items()]
        return f"{type(self).__name__}({', '.join(parts)})"


class ArgumentError(Exception):
    def __init__(self, argument, message):
        self.argument_name = _display_name(argument)
        self.message = message

    def __str__(self):
        if self.argument_name is None:
            return self.message
        return f"argument {self.argument_name}: {self.message}"


class ArgumentTypeError(Exception):
    pass


def _display_name(argument):
    if argument is None:
        return None
    if argument.option_strings:
        return "/".join(argument.option_strings)
    if argument.metavar not in (None, SUPPRESS):
        return argument.metavar
    if argument.dest not in (None, SUPPRESS):
        return argument.dest
    if argument.choices:
        return "{" + ",".join(argument.choices) + "}"
    return None


class FileType:
    """Opens the file that an argument names; `-` is standard input or output."""

    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        self._mode = mode
        self._encoding = encoding
        self._errors = errors

    def __call__(self, string):
        if string == "-":
            if "r" in self._mode:
                return sys.stdin
            if "w" in self._mode or "a" in self._mode or "x" in self._mode:
                return sys.stdout
            raise ValueError(f'argument "-" with mode {self._mode}')
        try:
            return open(string, self._mode, encoding=self._encoding, errors=self._errors)
        except OSError as error:
            raise ArgumentTypeError(f"can't open '{string}': {error}")


# ---- actions
class Action:
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None):
        self.option_strings = option_strings
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")

    def format_usage(self):
        return self.option_strings[0]


class _StoreAction(Action):
    def __init__(self, option_strings, dest, nargs=None, **options):
        if nargs == 0:
            raise ValueError("nargs for store actions must be != 0; if you have nothing to store, actions such as "
                             "store true or store const may be more appropriate")
        if options.get("const") is not None and nargs != OPTIONAL:
            raise ValueError("nargs must be '?' to supply const")
        super().__init__(option_strings, dest, nargs, **options)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, True, default, required, help)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, False, default, required, help)


class BooleanOptionalAction(Action):
    """`--name` stores True, `--no-name` False."""

    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None,
                 metavar=None):
        names = []
        for name in option_strings:
            names.append(name)
            if name.startswith("--"):
                names.append("--no-" + name[2:])
        super().__init__(names, dest, 0, None, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, not option_string.startswith("--no-"))

    def format_usage(self):
        return " | ".join(self.option_strings)


class _AppendAction(Action):
    def __call__(self, parser, namespace, values, option_string=None):
        items = list(getattr(namespace, self.dest, None) or [])
        items.append(values)
        setattr(namespace, self.dest, items)


class _AppendConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, 0, const, default, required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        items = list(getattr(namespace, self.dest, None) or [])
        items.append(self.const)
        setattr(namespace, self.dest, items)


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        items = list(getattr(namespace, self.dest, None) or [])
        items.extend(values)
        setattr(namespace, self.dest, items)


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, 0, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        count = getattr(namespace, self.dest, None)
        setattr(namespace, self.dest, (0 if count is None else count) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, 0, default=default, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS,
                 help="show program's version number and exit"):
        super().__init__(option_strings, dest, 0, default=default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        version = self.version if self.version is not None else parser.version
        formatter = parser._get_formatter()
        formatter.add_text(version)
        parser._print_message(formatter.format_help(), sys.stdout)
        parser.exit()


class _SubParsersAction(Action):
    class _Choice(Action):
        """A line of the help for one subcommand."""

        def __init__(self, name, aliases, help):
            metavar = name
            if aliases:
                metavar += f" ({', '.join(aliases)})"
            super().__init__([], name, help=help, metavar=metavar)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix = prog
        self._parser_class = parser_class
        self._name_parser_map = {}
        self._choices_actions = []
        super().__init__(option_strings, dest, PARSER, choices=self._name_parser_map, required=required, help=help,
                         metavar=metavar)

    def add_parser(self, name, **options):
        if options.get("prog") is None:
            options["prog"] = f"{self._prog_prefix} {name}"
        aliases = options.pop("aliases", ())
        if "help" in options:
            self._choices_actions.append(self._Choice(name, aliases, options.pop("help")))
        parser = self._parser_class(**options)
        self._name_parser_map[name] = parser
        for alias in aliases:
            self._name_parser_map[alias] = parser
        return parser

    def __call__(self, parser, namespace, values, option_string=None):
        name = values[0]
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        if name not in self._name_parser_map:
            choices = ", ".join(self._name_parser_map)
            raise ArgumentError(self, f"unknown parser {name!r} (choices: {choices})")
        subnamespace, rest = self._name_parser_map[name].parse_known_args(values[1:], None)
        for key, value in vars(subnamespace).items():
            setattr(namespace, key, value)
        if rest:
            if not hasattr(namespace, _UNRECOGNIZED):
                setattr(namespace, _UNRECOGNIZED, [])
            getattr(namespace, _UNRECOGNIZED).extend(rest)


_ACTIONS = {
    None: _StoreAction,
    "store": _StoreAction,
    "store_const": _StoreConstAction,
    "store_true": _StoreTrueAction,
    "store_false": _StoreFalseAction,
    "append": _AppendAction,
    "append_const": _AppendConstAction,
    "extend": _ExtendAction,
    "count": _CountAction,
    "help": _HelpAction,
    "version": _VersionAction,
    "parsers": _SubParsersAction,
}


# ---- help
class HelpFormatter:
    """Lays out usage lines and the help of arguments."""

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            columns = os.environ.get("COLUMNS", "")
            width = (int(columns) if columns.isdigit() and int(columns) > 0 else 80) - 2
        self._prog = prog
        self._indent = indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._width = width
        self._current_indent = 0
        self._action_max_length = 0
        self._parts = []

    # What is added is laid out in format_help, when the longest invocation is known.
    def add_text(self, text):
        if text is not None and text is not SUPPRESS:
            self._parts.append(("text", text))

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._parts.append(("usage", (usage, actions, groups, prefix)))

    def add_section(self, heading, description, actions):
        for action in actions:
            if action.help is SUPPRESS:
                continue
            self._action_max_length = max(self._action_max_length,
                                          self._invocation_length(action, self._indent))
        self._parts.append(("section", (heading, description, actions)))

    def format_help(self):
        out = []
        for kind, value in self._parts:
            if kind == "text":
                out.append(self._format_text(value))
            elif kind == "usage":
                out.append(self._format_usage(*value))
            else:
                out.append(self._format_section(*value))
        text = "".join(out)
        while "\n\n\n" in text:
            text = text.replace("\n\n\n", "\n\n")
        return text.strip("\n") + "\n" if text else ""

    def _invocation_length(self, action, indent):
        length = len(self._format_action_invocation(action)) + indent
        for sub in getattr(action, "_choices_actions", ()):
            length = max(length, len(self._format_action_invocation(sub)) + indent + self._indent)
        return length

    def _format_section(self, heading, description, actions):
        self._current_indent += self._indent
        body = self._format_text(description) if description is not None and description is not SUPPRESS else ""
        for action in actions:
            if action.help is not SUPPRESS:
                body += self._format_action(action)
        self._current_indent -= self._indent
        if not body:
            return ""
        head = "" if heading is None or heading is SUPPRESS else f"{' ' * self._current_indent}{heading}:\n"
        return "\n" + head + body + "\n"

    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % {"prog": self._prog}
        indent = " " * self._current_indent
        return self._fill_text(text, max(self._width - self._current_indent, 11), indent) + "\n\n"

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = "usage: "
        if usage is not None:
            usage = usage % {"prog": self._prog}
        else:
            optionals = [action for action in actions if action.option_strings]
            positionals = [action for action in actions if not action.option_strings]
            parts = self._usage_parts(optionals, groups), self._usage_parts(positionals, groups)
            usage = " ".join([self._prog] + parts[0] + parts[1])
            width = self._width - self._current_indent
            if len(prefix) + len(usage) > width:
                usage = "\n".join(self._wrap_usage(prefix, parts[0], parts[1], width))
        return f"{prefix}{usage}\n\n"

    def _wrap_usage(self, prefix, optionals, positionals, width):
        def lines_of(parts, indent, first=None):
            lines = []
            line = []
            length = len(first if first is not None else indent) - 1
            for part in parts:
                if length + 1 + len(part) > width and line:
                    lines.append(indent + " ".join(line))
                    line = []
                    length = len(indent) - 1
                line.append(part)
                length += len(part) + 1
            if line:
                lines.append(indent + " ".join(line))
            if first is not None:
                lines[0] = lines[0][len(indent):]
            return lines

        if len(prefix) + len(self._prog) <= 0.75 * width:
            indent = " " * (len(prefix) + len(self._prog) + 1)
            if optionals:
                lines = lines_of([self._prog] + optionals, indent, prefix)
                lines.extend(lines_of(positionals, indent))
                return lines
            if positionals:
                return lines_of([self._prog] + positionals, indent, prefix)
            return [self._prog]
        indent = " " * len(prefix)
        lines = lines_of(optionals + positionals, indent)
        if len(lines) > 1:
            lines = lines_of(optionals, indent) + lines_of(positionals, indent)
        return [self._prog] + lines

    def _usage_parts(self, actions, groups):
        """One string for each argument; those of a mutually exclusive group share one, `[a | b]`."""
        parts = []
        done = []
        for action in actions:
            if any(action is other for other in done):
                continue
            group = None
            for candidate in groups:
                if any(action is member for member in candidate._group_actions):
                    group = candidate
            members = [action] if group is None else group._group_actions
            shown = [member for member in members if member.help is not SUPPRESS]
            done.extend(members)
            if not shown:
                continue
            if group is None:
                parts.append(self._usage_part(action, True))
                continue
            texts = [self._usage_part(member, False) for member in shown]
            if len(texts) == 1 and group.required:
                parts.append(texts[0])
            elif group.required:
                parts.append("(" + " | ".join(texts) + ")")
            else:
                parts.append("[" + " | ".join(texts) + "]")
        return parts

    def _usage_part(self, action, brackets):
        if not action.option_strings:
            text = self._format_args(action, self._default_metavar(action))
            return text
        if action.nargs == 0:
            text = action.format_usage()
        else:
            text = f"{action.option_strings[0]} {self._format_args(action, action.dest.upper())}"
        return f"[{text}]" if brackets and not action.required else text

    def _default_metavar(self, action):
        return action.dest

    def _metavar(self, action, default, count=1):
        if action.metavar is not None:
            result = action.metavar
        elif action.choices is not None:
            result = "{" + ",".join([str(choice) for choice in action.choices]) + "}"
        else:
            result = default
        return result if isinstance(result, tuple) else (result,) * count

    def _format_args(self, action, default):
        nargs = action.nargs
        if nargs is None:
            return "%s" % self._metavar(action, default)
        if nargs == OPTIONAL:
            return "[%s]" % self._metavar(action, default)
        if nargs == ZERO_OR_MORE:
            metavar = self._metavar(action, default, 1)
            if len(metavar) == 2:
                return "[%s [%s ...]]" % metavar
            return "[%s ...]" % metavar
        if nargs == ONE_OR_MORE:
            return "%s [%s ...]" % self._metavar(action, default, 2)
        if nargs == REMAINDER:
            return "..."
        if nargs == PARSER:
            return "%s ..." % self._metavar(action, default)
        if nargs == SUPPRESS:
            return ""
        return " ".join(self._metavar(action, default, nargs))

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return " ".join(self._metavar(action, self._default_metavar(action), 1))
        if action.nargs == 0:
            return ", ".join(action.option_strings)
        args = self._format_args(action, action.dest.upper())
        return ", ".join([f"{option} {args}" for option in action.option_strings])

    def _format_action(self, action):
        position = min(self._action_max_length + 2, self._max_help_position)
        width = max(self._width - position, 11)
        indent = " " * self._current_indent
        header = self._format_action_invocation(action)
        text = self._expand_help(action) if action.help and action.help.strip() else ""
        if not text:
            result = f"{indent}{header}\n"
        else:
            lines = self._split_lines(text, width)
            if len(header) <= position - self._current_indent - 2:
                result = f"{indent}{header}".ljust(position)
            else:
                result = f"{indent}{header}\n{' ' * position}"
            result += lines[0] + "\n"
            for line in lines[1:]:
                result += f"{' ' * position}{line}\n"
        self._current_indent += self._indent
        for sub in getattr(action, "_choices_actions", ()):
            result += self._format_action(sub)
        self._current_indent -= self._indent
        return result

    def _expand_help(self, action):
        values = dict(vars(action), prog=self._prog)
        for name in list(values):
            if values[name] is SUPPRESS:
                del values[name]
        for name in values:
            if hasattr(values[name], "__name__"):
                values[name] = values[name].__name__
        if values.get("choices") is not None:
            values["choices"] = ", ".join([str(choice) for choice in values["choices"]])
        return self._get_help_string(action) % values

    def _get_help_string(self, action):
        return action.help

    def _split_lines(self, text, width):
        return textwrap.wrap(" ".join(text.split()), width)

    def _fill_text(self, text, width, indent):
        return textwrap.fill(" ".join(text.split()), width, initial_indent=indent, subsequent_indent=indent)


class RawDescriptionHelpFormatter(HelpFormatter):
    """Keeps the line breaks of descriptions."""

    def _fill_text(self, text, width, indent):
        return "".join([indent + line for line in text.splitlines(keepends=True)])


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Keeps the line breaks of all texts."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds the default to the help of each argument."""

    def _get_help_string(self, action):
        text = action.help or ""
        if "%(default)" not in text and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                text += " (default: %(default)s)"
        return text


# ---- containers of arguments
class _ActionsContainer:
    def __init__(self, description=None, prefix_chars="-", argument_default=None):
        self.description = description
        self.prefix_chars = prefix_chars
        self.argument_default = argument_default
        self._actions = []
        self._option_string_actions = {}
        self._action_groups = []
        self._mutually_exclusive_groups = []
        self._defaults = {}
        self._has_negative_number_optionals = []

    def set_defaults(self, **defaults):
        self._defaults.update(defaults)
        for action in self._actions:
            if action.dest in defaults:
                action.default = defaults[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    def add_argument(self, *names, **options):
        if not names or len(names) == 1 and names[0][0] not in self.prefix_chars:
            if names and "dest" in options:
                raise ValueError("dest supplied twice for positional argument")
            options = self._positional_options(*names, **options)
        else:
            options = self._optional_options(*names, **options)
        if "default" not in options:
            if options["dest"] in self._defaults:
                options["default"] = self._defaults[options["dest"]]
            elif self.argument_default is not None:
                options["default"] = self.argument_default
        action_class = options.pop("action", None)
        if not isinstance(action_class, type):
            if action_class not in _ACTIONS:
                raise ValueError(f'unknown action "{action_class}"')
            action_class = _ACTIONS[action_class]
        action = action_class(**options)
        if action.type is not None and not callable(action.type):
            raise ValueError(f"{action.type!r} is not callable")
        if action.type is FileType:
            raise ValueError(f"{action.type!r} is a FileType class object, instance of it must be passed")
        return self._add_action(action)

    def add_argument_group(self, *args, **options):
        group = _ArgumentGroup(self, *args, **options)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **options):
        group = _MutuallyExclusiveGroup(self, **options)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        conflicts = [name for name in action.option_strings if name in self._option_string_actions]
        if conflicts:
            word = "string" if len(conflicts) == 1 else "strings"
            raise ArgumentError(action, f"conflicting option {word}: {', '.join(conflicts)}")
        self._actions.append(action)
        action.container = self
        for name in action.option_strings:
            self._option_string_actions[name] = action
            if _looks_like_negative_number(name) and not self._has_negative_number_optionals:
                self._has_negative_number_optionals.append(True)
        return action

    def _positional_options(self, dest, **options):
        if "required" in options:
            raise TypeError("'required' is an invalid argument for positionals")
        nargs = options.get("nargs")
        if nargs not in (OPTIONAL, ZERO_OR_MORE, REMAINDER, SUPPRESS):
            options["required"] = True
        if nargs == ZERO_OR_MORE and "default" not in options:
            options["required"] = True
        return dict(options, dest=dest, option_strings=[])

    def _optional_options(self, *names, **options):
        for name in names:
            if name[0] not in self.prefix_chars:
                raise ValueError(f"invalid option string {name!r}: must start with a character "
                                 f"{self.prefix_chars!r}")
        dest = options.pop("dest", None)
        if dest is None:
            long_names = [name for name in names if len(name) > 1 and name[1] in self.prefix_chars]
            dest = (long_names[0] if long_names else names[0]).lstrip(self.prefix_chars)
            if not dest:
                raise ValueError(f"dest= is required for options like {names[0]!r}")
            dest = dest.replace("-", "_")
        return dict(options, dest=dest, option_strings=list(names))


class _ArgumentGroup(_ActionsContainer):
    def __init__(self, container, title=None, description=None, **options):
        super().__init__(description, options.get("prefix_chars", container.prefix_chars),
                         options.get("argument_default", container.argument_default))
        self.title = title
        self._group_actions = []
        self._container = container
        # Shared with the parser, which parses for all its groups.
        self._option_string_actions = container._option_string_actions
        self._actions = container._actions
        self._defaults = container._defaults
        self._has_negative_number_optionals = container._has_negative_number_optionals
        self._mutually_exclusive_groups = container._mutually_exclusive_groups

    def _add_action(self, action):
        super()._add_action(action)
        self._group_actions.append(action)
        return action


class _MutuallyExclusiveGroup(_ArgumentGroup):
    def __init__(self, container, required=False):
        super().__init__(container)
        self.required = required

    def _add_action(self, action):
        if action.required:
            raise ValueError("mutually exclusive arguments must be optional")
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action


def _looks_like_negative_number(text):
    if len(text) < 2 or text[0] != "-":
        return False
    whole, point, fraction = text[1:].partition(".")
    if point:
        return (whole == "" or whole.isdigit()) and fraction.isdigit()
    return whole.isdigit()


class ArgumentParser(_ActionsContainer):
    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[],
                 formatter_class=HelpFormatter, prefix_chars="-", fromfile_prefix_chars=None, argument_default=None,
                 conflict_handler="error", add_help=True, allow_abbrev=True, exit_on_error=True):
        super().__init__(description, prefix_chars, argument_default)
        self.prog = prog if prog is not None else os.path.basename(sys.argv[0])
        self.usage = usage
        self.epilog = epilog
        self.formatter_class = formatter_class
        self.fromfile_prefix_chars = fromfile_prefix_chars
        self.add_help = add_help
        self.allow_abbrev = allow_abbrev
        self.exit_on_error = exit_on_error
        if conflict_handler != "error":
            raise ValueError(f"invalid conflict_resolution value: {conflict_handler!r}")
        self._positionals = self.add_argument_group("positional arguments")
        self._optionals = self.add_argument_group("options")
        self._subparsers = None
        if add_help:
            prefix = "-" if "-" in prefix_chars else prefix_chars[0]
            self.add_argument(prefix + "h", prefix * 2 + "help", action="help", default=SUPPRESS,
                              help="show this help message and exit")
        for parent in parents:
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)

    def __repr__(self):
        return (f"ArgumentParser(prog={self.prog!r}, usage={self.usage!r}, description={self.description!r}, "
                f"formatter_class={self.formatter_class!r}, conflict_handler='error', add_help={self.add_help!r})")

    def _add_container_actions(self, parent):
        for group in parent._action_groups:
            target = None
            for own in self._action_groups:
                if own.title == group.title:
                    target = own
            if target is None:
                target = self.add_argument_group(group.title, group.description)
            for action in group._group_actions:
                target._add_action(action)
        for group in parent._mutually_exclusive_groups:
            own = self.add_mutually_exclusive_group(required=group.required)
            own._group_actions.extend(group._group_actions)

    def add_subparsers(self, **options):
        if self._subparsers is not None:
            self.error("cannot have multiple subparser arguments")
        options.setdefault("parser_class", type(self))
        if "title" in options or "description" in options:
            title = options.pop("title", "subcommands")
            description = options.pop("description", None)
            self._subparsers = self.add_argument_group(title, description)
        else:
            self._subparsers = self._positionals
        if options.get("prog") is None:
            formatter = self._get_formatter()
            positionals = [action for action in self._actions if not action.option_strings]
            formatter.add_usage(self.usage, positionals, self._mutually_exclusive_groups, "")
            options["prog"] = formatter.format_help().strip()
        action_class = _ACTIONS[options.pop("action", "parsers")]
        action = action_class(option_strings=[], **options)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        if action.option_strings:
            self._optionals._add_action(action)
        else:
            self._positionals._add_action(action)
        return action

    # ---- parsing
    def parse_args(self, args=None, namespace=None):
        namespace, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        args = sys.argv[1:] if args is None else list(args)
        if namespace is None:
            namespace = Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and not hasattr(namespace, action.dest):
                if action.default is not SUPPRESS:
                    setattr(namespace, action.dest, action.default)
        for dest in self._defaults:
            if not hasattr(namespace, dest):
                setattr(namespace, dest, self._defaults[dest])
        if self.exit_on_error:
            try:
                namespace, rest = self._parse(args, namespace)
            except ArgumentError as error:
                self.error(str(error))
        else:
            namespace, rest = self._parse(args, namespace)
        if hasattr(namespace, _UNRECOGNIZED):
            rest.extend(getattr(namespace, _UNRECOGNIZED))
            delattr(namespace, _UNRECOGNIZED)
        return namespace, rest

    def parse_intermixed_args(self, args=None, namespace=None):
        return self.parse_args(args, namespace)

    def convert_arg_line_to_args(self, arg_line):
        return [arg_line]

    def _read_args_from_files(self, args):
        result = []
        for arg in args:
            if not arg or arg[0] not in self.fromfile_prefix_chars:
                result.append(arg)
                continue
            try:
                with open(arg[1:]) as file:
                    lines = []
                    for line in file.read().splitlines():
                        lines.extend(self.convert_arg_line_to_args(line))
                    result.extend(self._read_args_from_files(lines))
            except OSError as error:
                self.error(str(error))
        return result

    def _parse(self, args, namespace):
        if self.fromfile_prefix_chars is not None:
            args = self._read_args_from_files(args)
        state = _ParseState(self, args, namespace)
        return state.run()

    def _find_option(self, arg):
        """None for a positional, else (action or None, option, explicit argument or None)."""
        if not arg or arg[0] not in self.prefix_chars:
            return None
        if arg in self._option_string_actions:
            return self._option_string_actions[arg], arg, None
        if len(arg) == 1:
            return None
        if "=" in arg:
            name, _, value = arg.partition("=")
            if name in self._option_string_actions:
                return self._option_string_actions[name], name, value
        matches = self._abbreviated_options(arg)
        if len(matches) > 1:
            options = ", ".join([option for _, option, _ in matches])
            self.error(f"ambiguous option: {arg} could match {options}")
        if len(matches) == 1:
            return matches[0]
        if _looks_like_negative_number(arg) and not self._has_negative_number_optionals:
            return None
        if " " in arg:
            return None
        return None, arg, None

    def _abbreviated_options(self, arg):
        matches = []
        if arg[0] in self.prefix_chars and arg[1] in self.prefix_chars:
            if self.allow_abbrev:
                name, equals, value = arg.partition("=")
                for option, action in self._option_string_actions.items():
                    if option.startswith(name):
                        matches.append((action, option, value if equals else None))
        else:
            short, value = arg[:2], arg[2:]
            for option, action in self._option_string_actions.items():
                if option == short:
                    matches.append((action, option, value))
                elif self.allow_abbrev and option.startswith(arg):
                    matches.append((action, option, None))
        return matches

    # ---- values
    def _get_values(self, action, strings):
        if action.nargs not in (PARSER, REMAINDER):
            strings = list(strings)
            if "--" in strings:
                strings.remove("--")
        nargs = action.nargs
        if not strings and nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
        elif not strings and nargs == ZERO_OR_MORE and not action.option_strings:
            value = action.default if action.default is not None else strings
            if action.default is not None:
                self._check_value(action, value)
        elif len(strings) == 1 and nargs in (None, OPTIONAL):
            value = self._get_value(action, strings[0])
            self._check_value(action, value)
        elif nargs == REMAINDER:
            value = [self._get_value(action, text) for text in strings]
        elif nargs == PARSER:
            value = [self._get_value(action, text) for text in strings]
            self._check_value(action, value[0])
        elif nargs == SUPPRESS:
            value = SUPPRESS
        else:
            value = [self._get_value(action, text) for text in strings]
            for one in value:
                self._check_value(action, one)
        return value

    def _get_value(self, action, text):
        convert = action.type
        if convert is None:
            return text
        try:
            return convert(text)
        except ArgumentTypeError as error:
            raise ArgumentError(action, str(error))
        except (TypeError, ValueError):
            name = getattr(convert, "__name__", repr(convert))
            raise ArgumentError(action, f"invalid {name} value: {text!r}")

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            choices = ", ".join([repr(choice) for choice in action.choices])
            raise ArgumentError(action, f"invalid choice: {value!r} (choose from {choices})")

    # ---- output
    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def format_usage(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.add_section(group.title, group.description, group._group_actions)
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), file if file is not None else sys.stdout)

    def print_help(self, file=None):
        self._print_message(self.format_help(), file if file is not None else sys.stdout)

    def _print_message(self, message, file=None):
        if message:
            (file if file is not None else sys.stderr).write(message)

    def exit(self, status=0, message=None):
        if message:
            self._print_message(message, sys.stderr)
        sys.exit(status)

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n")


class _ParseState:
    """One run over a command line."""

    def __init__(self, parser, args, namespace):
        self.parser = parser
        self.args = args
        self.namespace = namespace
        self.extras = []
        self.seen = []              # actions that were given
        self.seen_non_default = []  # with a value other than the default
        self.positionals = [action for action in parser._actions if not action.option_strings]
        # What each argument is: 'O' an option, 'A' anything else, '-' the `--`.
        self.options = {}
        pattern = []
        for i in range(len(args)):
            if args[i] == "--":
                pattern.append("-")
                pattern.extend("A" * (len(args) - i - 1))
                break
            option = parser._find_option(args[i])
            if option is not None:
                self.options[i] = option
            pattern.append("A" if option is None else "O")
        self.pattern = "".join(pattern)

    def run(self):
        start = 0
        last_option = max(self.options) if self.options else -1
        while start <= last_option:
            next_option = min([i for i in self.options if i >= start])
            if start != next_option:
                stop = self.consume_positionals(start)
                if stop > start:
                    start = stop
                    continue
                start = stop
            if start not in self.options:
                self.extras.extend(self.args[start:next_option])
                start = next_option
            start = self.consume_option(start)
        stop = self.consume_positionals(start)
        self.extras.extend(self.args[stop:])
        self.check_required()
        return self.namespace, self.extras

    def check_required(self):
        missing = []
        for action in self.parser._actions:
            if any(action is other for other in self.seen):
                continue
            if action.required:
                missing.append(_display_name(action))
            elif (action.default is not None and isinstance(action.default, str) and
                  hasattr(self.namespace, action.dest) and action.default is getattr(self.namespace, action.dest)):
                # A default given as text is converted like an argument.
                setattr(self.namespace, action.dest, self.parser._get_value(action, action.default))
        if missing:
            self.parser.error(f"the following arguments are required: {', '.join(missing)}")
        for group in self.parser._mutually_exclusive_groups:
            if not group.required:
                continue
            if not any(action is other for action in group._group_actions for other in self.seen_non_default):
                names = [_display_name(action) for action in group._group_actions if action.help is not SUPPRESS]
                self.parser.error(f"one of the arguments {' '.join(names)} is required")

    def take(self, action, strings, option=None):
        self.seen.append(action)
        values = self.parser._get_values(action, strings)
        if values is not action.default:
            self.seen_non_default.append(action)
            for group in self.parser._mutually_exclusive_groups:
                if not any(action is member for member in group._group_actions):
                    continue
                for other in group._group_actions:
                    if other is not action and any(other is seen for seen in self.seen_non_default):
                        raise ArgumentError(action, f"not allowed with argument {_display_name(other)}")
        if values is not SUPPRESS:
            action(self.parser, self.namespace, values, option)

    def match(self, action, start):
        """How many of the arguments from `start` the action takes; -1 when they do not fit."""
        available = 0
        while start + available < len(self.pattern) and self.pattern[start + available] == "A":
            available += 1
        return _take_count(action.nargs, available)

    def consume_option(self, start):
        action, option, explicit = self.options[start]
        while True:
            if action is None:
                self.extras.append(self.args[start])
                return start + 1
            if explicit is None:
                break
            count = _take_count(action.nargs, 1)
            single = option[1] not in self.parser.prefix_chars
            if count == 0 and single and explicit != "":
                # -abc is -a -b -c.
                self.take(action, [], option)
                name = option[0] + explicit[0]
                if name not in self.parser._option_string_actions:
                    raise ArgumentError(action, f"ignored explicit argument {explicit!r}")
                action = self.parser._option_string_actions[name]
                option = name
                explicit = explicit[1:] or None
                if explicit is None:
                    break
            elif count == 1:
                self.take(action, [explicit], option)
                return start + 1
            else:
                raise ArgumentError(action, f"ignored explicit argument {explicit!r}")
        count = self.match(action, start + 1)
        if count < 0:
            raise ArgumentError(action, _count_error(action.nargs))
        stop = start + 1 + count
        self.take(action, self.args[start + 1:stop], option)
        return stop

    def consume_positionals(self, start):
        """Gives the positionals as many of the following arguments as fit together."""
        available = self.pattern[start:]
        counts = _match_positionals(self.positionals, available)
        for action, count in zip(self.positionals[:len(counts)], counts):
            self.take(action, self.args[start:start + count])
            start += count
        del self.positionals[:len(counts)]
        return start


def _take_count(nargs, available):
    if nargs is None:
        return 1 if available >= 1 else -1
    if nargs == OPTIONAL:
        return 1 if available >= 1 else 0
    if nargs in (ZERO_OR_MORE, REMAINDER):
        return available
    if nargs in (ONE_OR_MORE, PARSER):
        return available if available >= 1 else -1
    return nargs if available >= nargs else -1


def _count_error(nargs):
    if nargs is None:
        return "expected one argument"
    if nargs == OPTIONAL:
        return "expected at most one argument"
    if nargs == ONE_OR_MORE:
        return "expected at least one argument"
    return f"expected {nargs} argument{'' if nargs == 1 else 's'}"


def _bounds(nargs):
    """Least and greatest number of arguments (None: any)."""
    if nargs is None:
        return 1, 1
    if nargs == OPTIONAL:
        return 0, 1
    if nargs in (ZERO_OR_MORE, REMAINDER):
        return 0, None
    if nargs in (ONE_OR_MORE, PARSER):
        return 1, None
    if nargs == SUPPRESS:
        return 0, 0
    return nargs, nargs


def _match_positionals(actions, pattern):
    """The counts of the longest run of actions whose arguments are there, each taking as much as it can."""
    for length in range(len(actions), 0, -1):
        counts = _fit(actions[:length], pattern)
        if counts is not None:
            return counts
    return []


def _fit(actions, pattern):
    if not actions:
        return []
    nargs = actions[0].nargs
    least, most = _bounds(nargs)
    # A subcommand and REMAINDER take options, too; `--` belongs to the argument before it.
    takes_all = nargs in (PARSER, REMAINDER)
    available = 0
    words = 0
    ends = []
    while True:
        ends.append((available, words))
        if available == len(pattern):
            break
        kind = pattern[available]
        if kind == "O" and not (takes_all and (words > 0 or nargs == REMAINDER)):
            break
        if kind != "-":
            words += 1
        available += 1
    for end, count in reversed(ends):
        if count < least or (most is not None and count > most):
            continue
        rest = _fit(actions[1:], pattern[end:])
        if rest is not None:
            return [end] + rest
    return None
