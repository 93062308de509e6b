"""The layout of usage and help."""
from _argparse_base import ONE_OR_MORE, OPTIONAL, PARSER, REMAINDER, SUPPRESS, ZERO_OR_MORE


class _Section:
    def __init__(self, formatter, parent, heading=None):
        self.formatter = formatter
        self.parent = parent
        self.heading = heading
        self.items = []

    def format_help(self):
        formatter = self.formatter
        if self.parent is not None:
            formatter._indent()
        body = formatter._join_parts([func(*args) for func, args in self.items])
        if self.parent is not None:
            formatter._dedent()
        if not body:
            return ""
        heading = ""
        if self.heading is not SUPPRESS and self.heading is not None:
            heading = " " * formatter._current_indent + self.heading + ":\n"
        return formatter._join_parts(["\n", heading, body, "\n"])


def _split_usage(text):
    """Words of a usage line; what stands in brackets is one word."""
    parts = []
    i = 0
    while i < len(text):
        if text[i] == " ":
            i += 1
            continue
        start = i
        if text[i] in "([":
            close = ")" if text[i] == "(" else "]"
            end = _closing(text, i, close)
            if end >= 0:
                parts.append(text[start:end])
                i = end
                continue
        while i < len(text) and text[i] != " ":
            i += 1
        parts.append(text[start:i])
    return parts


def _closing(text, i, close):
    """Behind the first run of closing brackets that a space or the end follows."""
    while True:
        i = text.find(close, i)
        if i < 0:
            return -1
        while i < len(text) and text[i] == close:
            i += 1
        if i == len(text) or text[i] == " ":
            return i


class HelpFormatter:
    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            import shutil
            width = shutil.get_terminal_size().columns
            width -= 2
        self._prog = prog
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._width = width
        self._current_indent = 0
        self._level = 0
        self._action_max_length = 0
        self._root_section = _Section(self, None)
        self._current_section = self._root_section

    # ---- sections
    def _indent(self):
        self._current_indent += self._indent_increment
        self._level += 1

    def _dedent(self):
        self._current_indent -= self._indent_increment
        self._level -= 1

    def _add_item(self, func, args):
        self._current_section.items.append((func, args))

    def start_section(self, heading):
        self._indent()
        section = _Section(self, self._current_section, heading)
        self._add_item(section.format_help, [])
        self._current_section = section

    def end_section(self):
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        if text is not SUPPRESS and text is not None:
            self._add_item(self._format_text, [text])

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._add_item(self._format_usage, (usage, actions, groups, prefix))

    def add_argument(self, action):
        if action.help is SUPPRESS:
            return
        longest = len(self._format_action_invocation(action)) + self._current_indent
        for subaction in self._iter_indented_subactions(action):
            longest = max(longest, len(self._format_action_invocation(subaction)) + self._current_indent)
        self._action_max_length = max(self._action_max_length, longest)
        self._add_item(self._format_action, [action])

    def add_arguments(self, actions):
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        text = self._root_section.format_help()
        if text:
            while "\n\n\n" in text:
                text = text.replace("\n\n\n", "\n\n")
            text = text.strip("\n") + "\n"
        return text

    def _join_parts(self, parts):
        return "".join([part for part in parts if part and part is not SUPPRESS])

    # ---- usage
    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = "usage: "
        if usage is not None:
            usage = usage % dict(prog=self._prog)
        elif not actions:
            usage = f"{self._prog}"
        else:
            prog = f"{self._prog}"
            optionals = [action for action in actions if action.option_strings]
            positionals = [action for action in actions if not action.option_strings]
            whole = self._format_actions_usage(optionals + positionals, groups)
            usage = " ".join([s for s in (prog, whole) if s])
            text_width = self._width - self._current_indent
            if len(prefix) + len(usage) > text_width:
                usage = self._wrapped_usage(prog, prefix, text_width,
                                            _split_usage(self._format_actions_usage(optionals, groups)),
                                            _split_usage(self._format_actions_usage(positionals, groups)))
        return f"{prefix}{usage}\n\n"

    def _wrapped_usage(self, prog, prefix, text_width, options, positionals):
        def lines_of(parts, indent, prefix=None):
            lines = []
            line = []
            length = len(prefix) - 1 if prefix is not None else len(indent) - 1
            for part in parts:
                if length + 1 + len(part) > text_width and line:
                    lines.append(indent + " ".join(line))
                    line = []
                    length = len(indent) - 1
                line.append(part)
                length += len(part) + 1
            if line:
                lines.append(indent + " ".join(line))
            if prefix is not None:
                lines[0] = lines[0][len(indent):]
            return lines

        if len(prefix) + len(prog) <= 0.75 * text_width:
            indent = " " * (len(prefix) + len(prog) + 1)
            if options:
                lines = lines_of([prog] + options, indent, prefix) + lines_of(positionals, indent)
            elif positionals:
                lines = lines_of([prog] + positionals, indent, prefix)
            else:
                lines = [prog]
        else:
            indent = " " * len(prefix)
            lines = lines_of(options + positionals, indent)
            if len(lines) > 1:
                lines = lines_of(options, indent) + lines_of(positionals, indent)
            lines = [prog] + lines
        return "\n".join(lines)

    def _format_actions_usage(self, actions, groups):
        """Arguments in order; a group stands in brackets where its members follow each other."""
        starts = {}
        members = set()
        for group in groups:
            if not group._group_actions:
                raise ValueError(f"empty group {group}")
            if group._group_actions[0] not in actions:
                continue
            start = actions.index(group._group_actions[0])
            end = start + len(group._group_actions)
            if actions[start:end] == group._group_actions:
                starts[start] = group
                members.update(group._group_actions)
        parts = []
        i = 0
        while i < len(actions):
            group = starts.get(i)
            if group is None:
                part = self._usage_part(actions[i], actions[i] in members)
                if part:
                    parts.append(part)
                i += 1
                continue
            shown = [self._usage_part(action, True) for action in group._group_actions]
            shown = [part for part in shown if part]
            text = " | ".join(shown)
            if text:
                if not group.required:
                    text = "[" + text + "]"
                elif len(shown) > 1:
                    text = "(" + text + ")"
                parts.append(text)
            i += len(group._group_actions)
        return " ".join(parts)

    def _usage_part(self, action, in_group):
        if action.help is SUPPRESS:
            return None
        if not action.option_strings:
            part = self._format_args(action, self._get_default_metavar_for_positional(action))
            if in_group and part[0] == "[" and part[-1] == "]":
                part = part[1:-1]
            return part
        if action.nargs == 0:
            part = action.format_usage()
        else:
            args = self._format_args(action, self._get_default_metavar_for_optional(action))
            part = f"{action.option_strings[0]} {args}"
        return part if action.required or in_group else f"[{part}]"

    # ---- help of arguments
    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % dict(prog=self._prog)
        text_width = max(self._width - self._current_indent, 11)
        return self._fill_text(text, text_width, " " * self._current_indent) + "\n\n"

    def _format_action(self, action):
        help_position = min(self._action_max_length + 2, self._max_help_position)
        help_width = max(self._width - help_position, 11)
        action_width = help_position - self._current_indent - 2
        header = self._format_action_invocation(action)
        margin = " " * self._current_indent
        if not action.help:
            header = margin + header + "\n"
            first = 0
        elif len(header) <= action_width:
            header = margin + header.ljust(action_width) + "  "
            first = 0
        else:
            header = margin + header + "\n"
            first = help_position
        parts = [header]
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(text, help_width)
                parts.append(" " * first + lines[0] + "\n")
                for line in lines[1:]:
                    parts.append(" " * help_position + line + "\n")
        elif not header.endswith("\n"):
            parts.append("\n")
        for subaction in self._iter_indented_subactions(action):
            parts.append(self._format_action(subaction))
        return self._join_parts(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return " ".join(self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1))
        if action.nargs == 0:
            return ", ".join(action.option_strings)
        args = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join([f"{option_string} {args}" for option_string in action.option_strings])

    def _metavar_formatter(self, action, default_metavar):
        if action.metavar is not None:
            result = action.metavar
        elif action.choices is not None:
            result = "{" + ",".join([str(choice) for choice in action.choices]) + "}"
        else:
            result = default_metavar

        def format(tuple_size):
            return result if isinstance(result, tuple) else (result,) * tuple_size

        return format

    def _format_args(self, action, default_metavar):
        get_metavar = self._metavar_formatter(action, default_metavar)
        nargs = action.nargs
        if nargs is None:
            return "%s" % get_metavar(1)
        if nargs == OPTIONAL:
            return "[%s]" % get_metavar(1)
        if nargs == ZERO_OR_MORE:
            metavar = get_metavar(1)
            return "[%s [%s ...]]" % metavar if len(metavar) == 2 else "[%s ...]" % metavar
        if nargs == ONE_OR_MORE:
            return "%s [%s ...]" % get_metavar(2)
        if nargs == REMAINDER:
            return "..."
        if nargs == PARSER:
            return "%s ..." % get_metavar(1)
        if nargs == SUPPRESS:
            return ""
        try:
            formats = " ".join(["%s" for _ in range(nargs)])
        except TypeError:
            raise ValueError("invalid nargs value") from None
        return formats % get_metavar(nargs)

    def _expand_help(self, action):
        params = dict(vars(action), prog=self._prog)
        for name in list(params):
            if params[name] is SUPPRESS:
                del params[name]
        for name in list(params):
            if hasattr(params[name], "__name__"):
                params[name] = params[name].__name__
        if params.get("choices") is not None:
            params["choices"] = ", ".join([str(c) for c in params["choices"]])
        return self._get_help_string(action) % params

    def _iter_indented_subactions(self, action):
        if not hasattr(action, "_get_subactions"):
            return
        self._indent()
        yield from action._get_subactions()
        self._dedent()

    def _split_lines(self, text, width):
        import textwrap
        return textwrap.wrap(" ".join(text.split()), width)

    def _fill_text(self, text, width, indent):
        import textwrap
        return textwrap.fill(" ".join(text.split()), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    def _fill_text(self, text, width, indent):
        return "".join([indent + line for line in text.splitlines(keepends=True)])


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    def _get_help_string(self, action):
        help = action.help
        if help is None:
            help = ""
        if "%(default)" not in help and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                help += " (default: %(default)s)"
        return help


class MetavarTypeHelpFormatter(HelpFormatter):
    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__
