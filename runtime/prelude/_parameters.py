"""Binding of arguments to parameters that are known at run time only: records, dataclasses, signatures."""


def _listed(names):
    quoted = [repr(name) for name in names]
    if len(quoted) == 1:
        return quoted[0]
    return ", ".join(quoted[:-1]) + ("," if len(quoted) > 2 else "") + " and " + quoted[-1]


def _plural(count):
    return "" if count == 1 else "s"


class Parameters:
    """The parameters of a function called `title`: their names in order, positional ones first, and defaults."""

    def __init__(self, title, names, positional, defaults, implicit=1):
        self.title = title
        self.names = names
        self.positional = positional
        self.defaults = defaults
        self.implicit = implicit  # a receiver that errors count too

    def bind(self, args, kwargs):
        """One value a parameter, or the TypeError that a `def` with these parameters raises."""
        names = self.names
        defaults = self.defaults
        if len(args) > self.positional:
            raise TypeError(self._too_many(len(args), kwargs))
        values = list(args)
        missing = []
        used = 0
        for i in range(len(names)):
            name = names[i]
            if name in kwargs:
                if i < len(args):
                    raise TypeError(f"{self.title} got multiple values for argument {name!r}")
                used += 1
                values.append(kwargs[name])
            elif i < len(args):
                continue
            elif name in defaults:
                values.append(defaults[name])
            else:
                missing.append(i)
                values.append(None)
        if used < len(kwargs):
            for name in kwargs:
                if name not in names:
                    raise TypeError(f"{self.title} got an unexpected keyword argument {name!r}")
        if missing:
            raise TypeError(self._missing(missing))
        return values

    def _missing(self, missing):
        required = [self.names[i] for i in missing if i < self.positional]
        kind = "positional"
        if not required:
            required = [self.names[i] for i in missing]
            kind = "keyword-only"
        return f"{self.title} missing {len(required)} required {kind} argument{_plural(len(required))}: {_listed(required)}"

    def _too_many(self, given, kwargs):
        most = self.positional + self.implicit
        least = most - len([name for name in self.names[:self.positional] if name in self.defaults])
        takes = f"from {least} to {most}" if least != most else str(most)
        given += self.implicit
        by_keyword = len([name for name in self.names[self.positional:] if name in kwargs])
        if by_keyword:
            were = (f"{given} positional argument{_plural(given)} (and {by_keyword} keyword-only "
                    f"argument{_plural(by_keyword)}) were")
        else:
            were = f"{given} {'was' if given == 1 else 'were'}"
        return f"{self.title} takes {takes} positional argument{_plural(most)} but {were} given"
