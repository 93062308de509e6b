"""Signatures of callables: inspect.signature and what it answers."""
import enum
import types
from collections import OrderedDict
from itertools import dropwhile, groupby


class _empty:
    """Stands for no default, or no annotation."""


_empty.__module__ = "inspect"


class _ParameterKind(enum.IntEnum):
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __str__(self):
        return self.name

    @property
    def description(self):
        return ("positional-only", "positional or keyword", "variadic positional", "keyword-only",
                "variadic keyword")[self]


def _annotation_text(annotation):
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ == "builtins":
            return annotation.__qualname__
        return f"{annotation.__module__}.{annotation.__qualname__}"
    return repr(annotation)


class Parameter:
    """One parameter of a signature."""

    __slots__ = ("_name", "_kind", "_default", "_annotation")
    POSITIONAL_ONLY = _ParameterKind.POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _ParameterKind.POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _ParameterKind.VAR_POSITIONAL
    KEYWORD_ONLY = _ParameterKind.KEYWORD_ONLY
    VAR_KEYWORD = _ParameterKind.VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self._kind = _ParameterKind(kind)
        if default is not _empty and kind in (2, 4):
            raise ValueError(f"{self._kind.description} parameters cannot have default values")
        if not isinstance(name, str):
            raise TypeError(f"name must be a str, not a {type(name).__name__}")
        if not name.isidentifier():
            raise ValueError(f"{name!r} is not a valid parameter name")
        self._name = name
        self._default = default
        self._annotation = annotation

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def replace(self, *, name=True, kind=True, annotation=True, default=True):
        return type(self)(self._name if name is True else name, self._kind if kind is True else kind,
                          default=self._default if default is True else default,
                          annotation=self._annotation if annotation is True else annotation)

    def __str__(self):
        text = self._name
        if self._annotation is not _empty:
            text = f"{text}: {_annotation_text(self._annotation)}"
        if self._default is not _empty:
            text += f"{' = ' if self._annotation is not _empty else '='}{self._default!r}"
        if self._kind == 2:
            return "*" + text
        return "**" + text if self._kind == 4 else text

    def __repr__(self):
        return f'<{self.__class__.__name__} "{self}">'

    def __hash__(self):
        return hash((self._name, self._kind, self._annotation, self._default))

    def __eq__(self, other):
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self._name == other._name and self._kind == other._kind and self._default == other._default and
                self._annotation == other._annotation)


class BoundArguments:
    """Arguments by the names of their parameters."""

    __slots__ = ("arguments", "_signature")

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    signature = property(lambda self: self._signature)

    @property
    def args(self):
        values = []
        for name, p in self._signature.parameters.items():
            if p.kind in (3, 4) or name not in self.arguments:
                break
            if p.kind == 2:
                values += list(self.arguments[name])
            else:
                values.append(self.arguments[name])
        return tuple(values)

    @property
    def kwargs(self):
        """From the first parameter on that is by name only or was left out."""
        given, values = self.arguments, {}
        for p in dropwhile(lambda p: p.kind < 3 and p.name in given, self._signature.parameters.values()):
            if p.name in given:
                values.update(given[p.name] if p.kind == 4 else {p.name: given[p.name]})
        return values

    def apply_defaults(self):
        made = {}
        for name, p in self._signature.parameters.items():
            if name in self.arguments:
                made[name] = self.arguments[name]
            elif p.default is not _empty:
                made[name] = p.default
            elif p.kind == 2:
                made[name] = ()
            elif p.kind == 4:
                made[name] = {}
        self.arguments = made

    def __eq__(self, other):
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self._signature == other._signature and self.arguments == other.arguments

    def __repr__(self):
        inner = ", ".join([f"{name}={value!r}" for name, value in self.arguments.items()])
        return f"<{self.__class__.__name__} ({inner})>"


class Signature:
    """The parameters of a callable, and what it returns."""

    __slots__ = ("_parameters", "_return_annotation")
    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty):
        made = OrderedDict()
        top = 0
        seen_default = False
        for p in parameters or ():
            if p.kind < top:
                raise ValueError(f"wrong parameter order: {_ParameterKind(top).description} parameter before "
                                 f"{p.kind.description} parameter")
            top = p.kind
            if p.kind in (0, 1):
                if p.default is not _empty:
                    seen_default = True
                elif seen_default:
                    raise ValueError("non-default argument follows default argument")
            if p.name in made:
                raise ValueError(f"duplicate parameter name: {p.name!r}")
            made[p.name] = p
        self._parameters = types.MappingProxyType(made)
        self._return_annotation = return_annotation

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        return signature(obj, follow_wrapped=follow_wrapped)

    def replace(self, *, parameters=True, return_annotation=True):
        return type(self)(list(self._parameters.values()) if parameters is True else parameters,
                          return_annotation=self._return_annotation if return_annotation is True else
                          return_annotation)

    def bind(self, /, *args, **kwargs):
        return self._bound(args, kwargs, False)

    def bind_partial(self, /, *args, **kwargs):
        return self._bound(args, kwargs, True)

    def _bound(self, args, kwargs, partial):
        arguments = {}
        rest = list(args)
        kwargs = dict(kwargs)
        wants_keywords = None
        for name, p in self._parameters.items():
            if p.kind == 2:
                if rest:
                    arguments[name] = tuple(rest)
                    rest = []
                continue
            if p.kind == 4:
                wants_keywords = name
                continue
            if rest and p.kind != 3:
                if name in kwargs and p.kind != 0:
                    raise TypeError(f"multiple values for argument {name!r}")
                arguments[name] = rest.pop(0)
            elif name in kwargs and p.kind != 0:
                arguments[name] = kwargs.pop(name)
            elif p.default is _empty and not partial:
                if name in kwargs and p.kind == 0:
                    raise TypeError(f"{name!r} parameter is positional only, but was passed as a keyword")
                raise TypeError(f"missing a required argument: {name!r}")
        if rest:
            raise TypeError("too many positional arguments")
        if kwargs:
            if wants_keywords is None:
                raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
            arguments[wants_keywords] = kwargs
        return BoundArguments(self, {name: arguments[name] for name in self._parameters if name in arguments})

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        return (list(self._parameters.values()) == list(other._parameters.values()) and
                self._return_annotation == other._return_annotation)

    def __hash__(self):
        return hash((tuple(self._parameters.values()), self._return_annotation))

    def __str__(self):
        parts, has_star = [], any([p.kind == 2 for p in self._parameters.values()])
        for kind, group in groupby(self._parameters.values(), lambda p: p.kind):
            before = ["*"] if kind == 3 and not has_star else []
            parts += before + [str(p) for p in group] + (["/"] if kind == 0 else [])
        annotation = self._return_annotation
        return f"({', '.join(parts)})" + ("" if annotation is _empty else f" -> {_annotation_text(annotation)}")

    def __repr__(self):
        return f"<{self.__class__.__name__} {self}>"


def _of_function(function):
    code = function.__code__
    names = code.co_varnames
    annotations = function.__annotations__ or {}
    defaults = function.__defaults__ or ()
    keyword_defaults = function.__kwdefaults__ or {}
    count = code.co_argcount
    parameters = []
    for i in range(count):
        name = names[i]
        default = defaults[i - count + len(defaults)] if i >= count - len(defaults) else _empty
        parameters.append(Parameter(name, 0 if i < code.co_posonlyargcount else 1, default=default,
                                    annotation=annotations.get(name, _empty)))
    at = count + code.co_kwonlyargcount
    if code.co_flags & 4:
        parameters.append(Parameter(names[at], 2, annotation=annotations.get(names[at], _empty)))
        at += 1
    for name in names[count:count + code.co_kwonlyargcount]:
        parameters.append(Parameter(name, 3, default=keyword_defaults.get(name, _empty),
                                    annotation=annotations.get(name, _empty)))
    if code.co_flags & 8:
        parameters.append(Parameter(names[at], 4, annotation=annotations.get(names[at], _empty)))
    return Signature(parameters, return_annotation=annotations.get("return", _empty))


def _of_fields(fields):
    """Of the __init__ that dataclasses makes."""
    import dataclasses
    parameters = []
    for f in fields:
        default = _empty
        if f.default is not dataclasses.MISSING:
            default = f.default
        elif f.default_factory is not dataclasses.MISSING:
            default = dataclasses._FACTORY
        parameters.append(Parameter(f.name, 3 if f.kw_only else 1, default=default, annotation=f.type))
    return Signature([Parameter("self", 1)] + parameters, return_annotation=None)


def _without_first(found):
    parameters = list(found.parameters.values())
    if not parameters:
        raise ValueError("invalid method signature")
    if parameters[0].kind != 2:
        parameters = parameters[1:]
    return found.replace(parameters=parameters)


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False, skip_bound=True):
    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    if isinstance(obj, types.MethodType):
        found = signature(obj.__func__, follow_wrapped=follow_wrapped)
        return _without_first(found) if skip_bound else found
    if follow_wrapped:
        while hasattr(obj, "__wrapped__") and not hasattr(obj, "__signature__"):
            obj = obj.__wrapped__
    own = getattr(obj, "__signature__", None)
    if isinstance(own, Signature):
        return own
    if isinstance(obj, types.FunctionType):
        fields = getattr(obj, "__dataclass_parameters__", None)
        return _of_function(obj) if fields is None else _of_fields(fields)
    if isinstance(obj, type):
        return _of_class(obj, follow_wrapped)
    if hasattr(obj, "func") and hasattr(obj, "keywords") and hasattr(obj, "args"):
        return _of_partial(obj)
    call = getattr(type(obj), "__call__", None)
    if isinstance(call, types.FunctionType):
        return _without_first(signature(call, follow_wrapped=follow_wrapped))
    raise ValueError(f"no signature found for builtin {obj!r}")


def _of_class(cls, follow_wrapped):
    meta_call = getattr(type(cls), "__call__", None)
    if isinstance(meta_call, types.FunctionType):
        return _without_first(signature(meta_call, follow_wrapped=follow_wrapped))
    for base in cls.__mro__:
        for name in ("__new__", "__init__"):
            made = base.__dict__.get(name)
            made = getattr(made, "__func__", made)
            if isinstance(made, types.FunctionType):
                return _without_first(signature(made, follow_wrapped=follow_wrapped)).replace()
    if cls.__init__ is object.__init__ and cls.__new__ is object.__new__:
        return Signature([])
    raise ValueError(f"no signature found for builtin type {cls!r}")


def _of_partial(obj):
    found = signature(obj.func)
    bound = found.bind_partial(*obj.args, **obj.keywords)
    parameters = []
    keyword_only = False
    for name, p in found.parameters.items():
        if name in bound.arguments and name not in obj.keywords and p.kind in (0, 1):
            continue
        if name in obj.keywords:
            p = p.replace(kind=3, default=obj.keywords[name])
            keyword_only = True
        elif keyword_only and p.kind == 1:
            p = p.replace(kind=3)
        elif keyword_only and p.kind == 2:
            continue
        parameters.append(p)
    return found.replace(parameters=parameters)
