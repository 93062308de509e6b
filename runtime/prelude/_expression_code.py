"""Text that is code, for `eval`, `exec` and `compile`: trees of expressions become functions that are called with a frame, statements
are compiled."""
import builtins
import operator
import sys
import _texts
from _expression_parser import Parser
from _expression_tokens import Wrong

_BINARY = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv, "%": operator.mod,
           "@": operator.matmul, "**": operator.pow, "<<": operator.lshift, ">>": operator.rshift, "&": operator.and_,
           "|": operator.or_, "^": operator.xor}
_UNARY = {"+": operator.pos, "-": operator.neg, "~": operator.invert}
_COMPARISONS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
                "is": operator.is_, "is not": operator.is_not, "in": lambda a, b: a in b, "not in": lambda a, b: a not in b}
_CONVERSIONS = {None: lambda value: value, "r": repr, "s": str, "a": ascii}


class Frame:
    """Names of a lambda or a comprehension, within those that the text was given."""
    __slots__ = ("variables", "outer", "globals", "locals", "is_comprehension")

    def __init__(self, variables, outer, globals, locals, is_comprehension=False):
        self.variables, self.outer, self.globals, self.locals = variables, outer, globals, locals
        self.is_comprehension = is_comprehension

    def inner(self, variables, is_comprehension):
        return Frame(variables, self, self.globals, self.locals, is_comprehension)

    def load(self, name):
        frame = self
        while frame.outer is not None:
            if name in frame.variables:
                return frame.variables[name]
            frame = frame.outer
        if self.outer is None:
            try:
                return self.locals[name]
            except KeyError:
                pass
        if name in self.globals:
            return self.globals[name]
        found = self.globals.get("__builtins__", builtins)
        if isinstance(found, dict):
            if name in found:
                return found[name]
        elif hasattr(found, name):
            return getattr(found, name)
        raise NameError(f"name {name!r} is not defined", name=name)

    def bind(self, name, value):
        """`name := value`, which goes past comprehensions."""
        frame = self
        while frame.is_comprehension:
            frame = frame.outer
        if frame.outer is None:
            frame.locals[name] = value
        else:
            frame.variables[name] = value


# ---- kinds of trees
def _constant(value):
    return lambda frame: value


def _name(name):
    return lambda frame: frame.load(name)


def _named(name, value):
    value = code(value)

    def evaluate(frame):
        result = value(frame)
        frame.bind(name, result)
        return result
    return evaluate


def _choice(condition, value, other):
    condition, value, other = code(condition), code(value), code(other)
    return lambda frame: value(frame) if condition(frame) else other(frame)


def _either(parts):
    *first, last = [code(part) for part in parts]

    def evaluate(frame):
        for part in first:
            result = part(frame)
            if result:
                return result
        return last(frame)
    return evaluate


def _both(parts):
    *first, last = [code(part) for part in parts]

    def evaluate(frame):
        for part in first:
            result = part(frame)
            if not result:
                return result
        return last(frame)
    return evaluate


def _inverted(value):
    value = code(value)
    return lambda frame: not value(frame)


def _comparison(parts, operators):
    first, *rest = [code(part) for part in parts]
    steps = list(zip([_COMPARISONS[symbol] for symbol in operators], rest))

    def evaluate(frame):
        left = first(frame)
        result = True
        for compare, part in steps:
            if result is not True and not result:
                return result
            right = part(frame)
            result = compare(left, right)
            left = right
        return result
    return evaluate


def _binary(symbol, left, right):
    left, right, compute = code(left), code(right), _BINARY[symbol]
    return lambda frame: compute(left(frame), right(frame))


def _unary(symbol, value):
    value, compute = code(value), _UNARY[symbol]
    return lambda frame: compute(value(frame))


def _attribute(value, name):
    value = code(value)
    return lambda frame: getattr(value(frame), name)


def _item(value, index):
    value, index = code(value), code(index)
    return lambda frame: value(frame)[index(frame)]


def _slice(parts):
    start, stop, step = [code(part or ("constant", None)) for part in parts]
    return lambda frame: slice(start(frame), stop(frame), step(frame))


def _call(callee, arguments):
    callee, arguments = code(callee), [(name, code(value)) for name, value in arguments]

    def evaluate(frame):
        function, positions, keywords = callee(frame), [], {}
        for name, argument in arguments:
            value = argument(frame)
            if name is None:
                positions.append(value)
            elif name == "*":
                positions.extend(value)
            elif name == "**":
                for key in value.keys():
                    if key in keywords:
                        raise TypeError(f"{getattr(function, '__qualname__', function)}() got multiple values for keyword argument {key!r}")
                    keywords[key] = value[key]
            else:
                keywords[name] = value
        return function(*positions, **keywords)
    return evaluate


def _items(parts):
    """A function that gives the items of a display as a list."""
    parts = [(part[0] == "starred", code(part[1] if part[0] == "starred" else part)) for part in parts]

    def evaluate(frame):
        made = []
        for is_starred, part in parts:
            if is_starred:
                made.extend(part(frame))
            else:
                made.append(part(frame))
        return made
    return evaluate


def _tuple(parts):
    items = _items(parts)
    return lambda frame: tuple(items(frame))


def _set(parts):
    items = _items(parts)
    return lambda frame: set(items(frame))


def _dict(pairs):
    pairs = [(None if key is None else code(key), code(value)) for _, key, value in pairs]

    def evaluate(frame):
        made = {}
        for key, value in pairs:
            if key is None:
                made.update(value(frame))
            else:
                at = key(frame)
                made[at] = value(frame)
        return made
    return evaluate


def _lambda(parameters, body):
    defaults = {name: code(default) for name, _, default in parameters if default is not None}
    body = code(body)

    def evaluate(frame):
        given = {name: default(frame) for name, default in defaults.items()}

        def function(*args, **kwargs):
            return body(frame.inner(_bound(parameters, given, args, kwargs), False))
        function.__name__ = function.__qualname__ = "<lambda>"
        return function
    return evaluate


def _bound(parameters, defaults, args, kwargs):
    """Arguments by the names of parameters."""
    variables, missing, taken = {}, [], 0
    for name, kind, _ in parameters:
        if kind == "positions":
            variables[name] = args[taken:]
            taken = max(taken, len(args))
        elif kind == "keywords":
            variables[name] = kwargs
            kwargs = {}
        elif kind != "keyword" and taken < len(args):
            if kind == "normal" and name in kwargs:
                raise TypeError(f"<lambda>() got multiple values for argument {name!r}")
            variables[name] = args[taken]
            taken += 1
        elif kind != "position" and name in kwargs:
            variables[name] = kwargs.pop(name)
        elif name in defaults:
            variables[name] = defaults[name]
        else:
            missing.append(repr(name))
    if missing:
        listed = " and ".join([*([", ".join(missing[:-1])] if missing[1:] else []), missing[-1]])
        raise TypeError(f"<lambda>() missing {len(missing)} required positional argument{'s' if missing[1:] else ''}: {listed}")
    if taken < len(args):
        takes = len([kind for _, kind, _ in parameters if kind in ("normal", "position")])
        raise TypeError(f"<lambda>() takes {takes} positional argument{'' if takes == 1 else 's'} but {len(args)} "
                        f"{'was' if len(args) == 1 else 'were'} given")
    if kwargs:
        raise TypeError(f"<lambda>() got an unexpected keyword argument {next(iter(kwargs))!r}")
    return variables


# ---- comprehensions
def _target(tree):
    """A function that stores a value where a tree says."""
    kind = tree[0]
    if kind == "name":
        name = tree[1]
        return lambda frame, value: frame.variables.__setitem__(name, value)
    if kind in ("tuple", "list"):
        return _unpacked(tree[1])
    if kind == "attribute":
        holder, name = code(tree[1]), tree[2]
        return lambda frame, value: setattr(holder(frame), name, value)
    if kind == "item":
        holder, index = code(tree[1]), code(tree[2])
        return lambda frame, value: operator.setitem(holder(frame), index(frame), value)
    raise Wrong("cannot assign to expression", 0)


def _unpacked(trees):
    stars = [at for at, tree in enumerate(trees) if tree[0] == "starred"]
    if len(stars) > 1:
        raise Wrong("multiple starred expressions in assignment", 0)
    targets = [_target(tree[1] if tree[0] == "starred" else tree) for tree in trees]

    def store(frame, value):
        values = list(value)
        if stars and len(values) >= len(targets) - 1:
            behind = len(targets) - 1 - stars[0]
            values[stars[0]:len(values) - behind] = [values[stars[0]:len(values) - behind]]
        if len(values) < len(targets):
            raise ValueError(f"not enough values to unpack (expected {'at least ' if stars else ''}{len(targets) - len(stars)}, got {len(values)})")
        if len(values) > len(targets):
            raise ValueError(f"too many values to unpack (expected {len(targets)})")
        for target, item in zip(targets, values):
            target(frame, item)
    return store


def _turns(clauses):
    """A function that gives a frame for each turn of the loops."""
    loops = [(_target(target), code(iterable), [code(condition) for condition in conditions]) for target, iterable, conditions in clauses]

    def begin(frame):
        first = iter(loops[0][1](frame))
        inner = frame.inner({}, True)

        def turns(at):
            target, iterable, conditions = loops[at]
            for item in first if at == 0 else iterable(inner):
                target(inner, item)
                if all(condition(inner) for condition in conditions):
                    if at + 1 < len(loops):
                        yield from turns(at + 1)
                    else:
                        yield inner
        return turns(0)
    return begin


def _generator(value, clauses):
    value, turns = code(value), _turns(clauses)

    def evaluate(frame):
        frames = turns(frame)  # the first iterable is looked at now, the others when they are needed
        return (value(each) for each in frames)
    return evaluate


def _comprehension(kind, value, clauses):
    turns = _turns(clauses)
    if kind == "dict":
        _, key, value = value
        key, value = code(key), code(value)
        return lambda frame: {key(each): value(each) for each in turns(frame)}
    value = code(value)
    if kind == "set":
        return lambda frame: {value(each) for each in turns(frame)}
    return lambda frame: [value(each) for each in turns(frame)]


# ---- texts with fields
def _joined(parts):
    parts = [code(part) for part in parts]
    return lambda frame: "".join([part(frame) for part in parts])


def _field(value, conversion, spec):
    value, convert, spec = code(value), _CONVERSIONS[conversion], _joined(spec)
    return lambda frame: format(convert(value(frame)), spec(frame))


_KINDS = {"constant": _constant, "name": _name, "named": _named, "choice": _choice, "or": _either, "and": _both, "not": _inverted,
          "comparison": _comparison, "binary": _binary, "unary": _unary, "attribute": _attribute, "item": _item, "slice": _slice,
          "call": _call, "tuple": _tuple, "list": _items, "set": _set, "dict": _dict, "lambda": _lambda, "generator": _generator,
          "comprehension": _comprehension, "joined": _joined, "field": _field}


def code(tree):
    kind, *parts = tree
    if kind not in _KINDS:
        raise Wrong("can't use starred expression here", 0)
    return _KINDS[kind](*parts)


# ---- what `compile` and `eval` are
class Code:
    """An expression, ready to be evaluated."""
    __slots__ = ("co_filename", "co_name", "_evaluate")

    def __init__(self, text, filename):
        self.co_filename, self.co_name = filename, "<module>"
        try:
            self._evaluate = code(Parser(text).whole())
        except Wrong as wrong:
            line = text.count("\n", 0, wrong.place)
            begin = text.rfind("\n", 0, wrong.place) + 1
            at = wrong.place - begin + 1
            raise SyntaxError(wrong.message, (filename, line + 1, at, (text.split("\n") or [""])[line], line + 1, at)) from None

    def __repr__(self):
        return f'<code object <module> at {id(self):#x}, file "{self.co_filename}", line 1>'


class Statements:
    """Statements, compiled: a namespace is given each time that they run."""
    __slots__ = ("co_filename", "co_name", "_number")

    def __init__(self, text, filename):
        self.co_filename, self.co_name = filename, "<module>"
        main = getattr(sys.modules.get("__main__"), "__file__", None) or ""
        made = _texts.compile(text, filename, main.rpartition("/")[0])
        if isinstance(made, str):
            raise _syntax_error(made, text, filename)
        self._number = made

    def __repr__(self):
        return f'<code object <module> at {id(self):#x}, file "{self.co_filename}", line 1>'


def _syntax_error(messages, text, filename):
    """The first error of the compiler, which writes one to a line."""
    import json
    for line in messages.splitlines():
        found = json.loads(line)
        if found["severity"] == "error":
            break
    else:
        return RuntimeError("janusc has not compiled the text")
    if "line" not in found or found["code"] not in _SYNTAX_ERRORS:
        return NotImplementedError(f"{found['message']} ({found['code']})")
    lines = text.split("\n")
    line = lines[found["line"] - 1] + "\n" if found["line"] <= len(lines) else ""
    kind = _SYNTAX_ERRORS[found["code"]]
    if kind is IndentationError and "inconsistent use of tabs" in found["message"]:
        kind = TabError
    return kind(found["message"], (filename, found["line"], found["column"], line, found["endLine"], found["endColumn"]))


_SYNTAX_ERRORS = {"J0101": SyntaxError, "J0102": SyntaxError, "J0103": SyntaxError, "J0104": IndentationError}


_known = {}


def _code_of(text, filename, kind=Code):
    """Texts are looked at once; what they gave is kept for the next time."""
    known = _known.get((kind, text, filename))
    if known is None:
        if len(_known) >= 500:
            _known.clear()
        known = _known[kind, text, filename] = kind(text, filename)
    return known


def _text_of(source, function, accepted):
    if isinstance(source, str):
        text = source
    elif isinstance(source, (bytes, bytearray, memoryview)):
        text = bytes(source).decode("utf-8")
    else:
        raise TypeError(f"{function}() arg 1 must be a {accepted}")
    if "\0" in text:
        raise SyntaxError("source code string cannot contain null bytes")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _file_name(given):
    if not isinstance(given, (str, bytes)) and hasattr(type(given), "__fspath__"):
        given = type(given).__fspath__(given)
    if isinstance(given, (bytes, bytearray, memoryview)):
        return bytes(given).decode("utf-8", "surrogateescape")
    if not isinstance(given, str):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(given).__name__}")
    return str(given)


def compile(source, filename, mode, flags=0, dont_inherit=False, optimize=-1):
    """The builtin, for text."""
    if mode not in ("eval", "exec", "single"):
        raise ValueError("compile() mode must be 'exec', 'eval' or 'single'")
    text = _text_of(source, "compile", "string, bytes or AST object")
    filename = _file_name(filename)
    if mode == "single":
        raise NotImplementedError("compile() does not know the mode 'single'")
    if mode == "eval":
        return _code_of(text.strip(" \t\n"), filename)
    return _code_of(text, filename, Statements)


def _namespaces(function, globals, locals):
    """Those of a call. Calls without one get those of their place from the compiler; without a place they are the program's."""
    if globals is None:
        globals = vars(sys.modules["__main__"])
    elif not isinstance(globals, dict):
        if function == "eval":
            raise TypeError("globals must be a dict")
        raise TypeError(f"exec() globals must be a dict, not {type(globals).__name__}")
    if locals is not None and not hasattr(type(locals), "__getitem__"):
        raise TypeError("locals must be a mapping" if function == "eval" else f"locals must be a mapping or None, not {type(locals).__name__}")
    if "__builtins__" not in globals and "__name__" not in globals:  # namespaces of modules need none
        globals["__builtins__"] = vars(builtins)
    return globals, globals if locals is None else locals


def _run(made, globals, locals):
    if isinstance(made, Code):
        return made._evaluate(Frame({}, None, globals, locals))
    known = globals.get("__builtins__", builtins)
    if known is not builtins and known is not vars(builtins):
        raise NotImplementedError("exec() of statements with other builtins than the program's")
    _texts.run(made._number, globals, locals)


def eval(source, globals=None, locals=None, /):
    """The builtin."""
    globals, locals = _namespaces("eval", globals, locals)
    if isinstance(source, (Code, Statements)):
        return _run(source, globals, locals)
    return _run(_code_of(_text_of(source, "eval", "string, bytes or code object").lstrip(" \t").rstrip(), "<string>"), globals, locals)


def exec(source, globals=None, locals=None, /, *, closure=None):
    """The builtin."""
    globals, locals = _namespaces("exec", globals, locals)
    if closure is not None:
        raise TypeError("closure can only be used when source is a code object")
    if not isinstance(source, (Code, Statements)):
        source = _code_of(_text_of(source, "exec", "string, bytes or code object"), "<string>", Statements)
    _run(source, globals, locals)


def store_all(module, names):
    """`from module import *` in text whose names go to a namespace."""
    listed = getattr(module, "__all__", None)
    if listed is None:
        listed = [name for name in vars(module) if not name.startswith("_")]
    for name in listed:
        names[name] = getattr(module, name)
