"""Names for annotations. They can be subscripted, combined and printed; nothing checks them at run time."""
import collections
from abc import ABCMeta, abstractmethod


class _Final:
    """Nothing here has subclasses made by users, except through the classes below."""


class _SpecialForm(_Final):
    def __init__(self, name, build=None):
        self._name = name
        self._build = build

    def __getitem__(self, parameters):
        if self._build is not None:
            return self._build(parameters)
        return _GenericAlias(self, parameters if isinstance(parameters, tuple) else (parameters,))

    def __call__(self, *args, **kwds):
        raise TypeError(f"Cannot instantiate {self!r}")

    def __repr__(self):
        return "typing." + self._name

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass {self!r}")


def _name_of(item):
    if isinstance(item, type):
        return item.__qualname__ if item.__module__ == "builtins" else f"{item.__module__}.{item.__qualname__}"
    if item is ...:
        return "..."
    if isinstance(item, list):
        return "[" + ", ".join([_name_of(part) for part in item]) + "]"
    return repr(item)


class _GenericAlias(_Final):
    """`List[int]`: calls go to the origin, attributes too."""

    def __init__(self, origin, args, name=None):
        self.__origin__ = origin
        self.__args__ = args
        self._name = name
        self.__parameters__ = tuple([arg for arg in args if isinstance(arg, TypeVar)])

    def __getitem__(self, parameters):
        if not isinstance(parameters, tuple):
            parameters = (parameters,)
        values = list(parameters)
        return _GenericAlias(self.__origin__, tuple([values.pop(0) if isinstance(arg, TypeVar) and values else arg
                                                     for arg in self.__args__]), self._name)

    def __call__(self, *args, **kwds):
        return self.__origin__(*args, **kwds)

    def __mro_entries__(self, bases):
        if self.__origin__ is Generic or self.__origin__ is Protocol:
            return (self.__origin__,)
        return (self.__origin__,) if isinstance(self.__origin__, type) else ()

    def __repr__(self):
        origin = f"typing.{self._name}" if self._name else _name_of(self.__origin__)
        return f"{origin}[{', '.join([_name_of(arg) for arg in self.__args__])}]"

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ is other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash(self.__args__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.__origin__, name)


class _Alias(_SpecialForm):
    """`List`, `Dict` ...: a built-in type under its typing name."""

    def __init__(self, origin, name):
        super().__init__(name)
        self.__origin__ = origin

    def __getitem__(self, parameters):
        return _GenericAlias(self.__origin__, parameters if isinstance(parameters, tuple) else (parameters,),
                             self._name)

    def __call__(self, *args, **kwds):
        return self.__origin__(*args, **kwds)

    def __mro_entries__(self, bases):
        return (self.__origin__,)

    def __instancecheck__(self, instance):
        return isinstance(instance, self.__origin__)


def _union(parameters):
    if not isinstance(parameters, tuple):
        parameters = (parameters,)
    flat = []
    for item in parameters:
        item = type(None) if item is None else item
        parts = item.__args__ if isinstance(item, _GenericAlias) and item.__origin__ is Union else (item,)
        for part in parts:
            if part not in flat:
                flat.append(part)
    if len(flat) == 1:
        return flat[0]
    return _UnionAlias(Union, tuple(flat))


class _UnionAlias(_GenericAlias):
    def __repr__(self):
        names = [_name_of(arg) for arg in self.__args__ if arg is not type(None)]
        if len(names) < len(self.__args__):
            inner = names[0] if len(names) == 1 else f"typing.Union[{', '.join(names)}]"
            return f"typing.Optional[{inner}]" if len(names) == 1 else f"typing.Union[{', '.join(names)}, NoneType]"
        return f"typing.Union[{', '.join(names)}]"


class _AnnotatedAlias(_GenericAlias):
    """A type with remarks that nobody but their readers knows."""

    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, (origin,))
        self.__metadata__ = metadata

    def __repr__(self):
        return f"typing.Annotated[{_name_of(self.__origin__)}, {', '.join([repr(item) for item in self.__metadata__])}]"

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))


def _callable(parameters):
    arguments, result = parameters
    return _GenericAlias(Callable, (arguments, result))


Any = _SpecialForm("Any")
Union = _SpecialForm("Union", _union)
Optional = _SpecialForm("Optional", lambda parameter: _union((parameter, None)))
Callable = _SpecialForm("Callable", _callable)
NoReturn = _SpecialForm("NoReturn")
Never = _SpecialForm("Never")
Self = _SpecialForm("Self")
LiteralString = _SpecialForm("LiteralString")
ClassVar = _SpecialForm("ClassVar")
Final = _SpecialForm("Final")
Literal = _SpecialForm("Literal")
Annotated = _SpecialForm("Annotated", lambda parameters: _AnnotatedAlias(parameters[0], parameters[1:]))
Concatenate = _SpecialForm("Concatenate")
TypeGuard = _SpecialForm("TypeGuard")
TypeAlias = _SpecialForm("TypeAlias")
Required = _SpecialForm("Required")
NotRequired = _SpecialForm("NotRequired")
Unpack = _SpecialForm("Unpack")

List = _Alias(list, "List")
Dict = _Alias(dict, "Dict")
Set = _Alias(set, "Set")
FrozenSet = _Alias(frozenset, "FrozenSet")
Tuple = _Alias(tuple, "Tuple")
Type = _Alias(type, "Type")
DefaultDict = _Alias(collections.defaultdict, "DefaultDict")
OrderedDict = _Alias(collections.OrderedDict, "OrderedDict")
Counter = _Alias(collections.Counter, "Counter")
Deque = _Alias(collections.deque, "Deque")
Iterable = _SpecialForm("Iterable")
Iterator = _SpecialForm("Iterator")
Generator = _SpecialForm("Generator")
Sequence = _SpecialForm("Sequence")
MutableSequence = _SpecialForm("MutableSequence")
Mapping = _SpecialForm("Mapping")
MutableMapping = _SpecialForm("MutableMapping")
AbstractSet = _SpecialForm("AbstractSet")
Collection = _SpecialForm("Collection")
Container = _SpecialForm("Container")
Hashable = _SpecialForm("Hashable")
Sized = _SpecialForm("Sized")
Reversible = _SpecialForm("Reversible")
ContextManager = _SpecialForm("ContextManager")
Awaitable = _SpecialForm("Awaitable")
Coroutine = _SpecialForm("Coroutine")
AsyncIterator = _SpecialForm("AsyncIterator")
AsyncIterable = _SpecialForm("AsyncIterable")
AsyncGenerator = _SpecialForm("AsyncGenerator")


class _Supporting(ABCMeta):
    """Classes whose instances are all objects with a method."""

    def __instancecheck__(cls, instance):
        return cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass):
        method = cls.__dict__.get("_method")
        if method is None:
            return ABCMeta.__subclasscheck__(cls, subclass)
        return any(base.__dict__.get(method) is not None for base in subclass.__mro__)


def _supporting(method):
    name = "Supports" + method.strip("_").capitalize()
    return _Supporting(name, (), {"__module__": "typing", "_method": method, "__slots__": (),
                                  "__class_getitem__": classmethod(type(list[int])), method: abstractmethod(lambda self: None)})


SupportsInt, SupportsFloat, SupportsIndex = _supporting("__int__"), _supporting("__float__"), _supporting("__index__")
SupportsAbs, SupportsRound = _supporting("__abs__"), _supporting("__round__")
SupportsComplex, SupportsBytes = _supporting("__complex__"), _supporting("__bytes__")
IO = _SpecialForm("IO")
TextIO = _SpecialForm("TextIO")
BinaryIO = _SpecialForm("BinaryIO")
Pattern = _SpecialForm("Pattern")
Match = _SpecialForm("Match")
Text = str
TYPE_CHECKING = False


class TypeVar(_Final):
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound
        self.__covariant__ = covariant
        self.__contravariant__ = contravariant

    def __repr__(self):
        sign = "+" if self.__covariant__ else "-" if self.__contravariant__ else "~"
        return sign + self.__name__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


class ParamSpec(TypeVar):
    def __init__(self, name, **options):
        super().__init__(name)
        self.args = None
        self.kwargs = None


class TypeVarTuple(TypeVar):
    def __iter__(self):
        yield Unpack[self]


AnyStr = TypeVar("AnyStr", bytes, str)


class Generic:
    """Base of generic classes: the class itself takes type arguments."""

    __slots__ = ()

    def __class_getitem__(cls, parameters):
        return _GenericAlias(cls, parameters if isinstance(parameters, tuple) else (parameters,))

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        parameters = []
        for base in cls.__dict__.get("__orig_bases__", ()):
            for parameter in getattr(base, "__parameters__", ()):
                if parameter not in parameters:
                    parameters.append(parameter)
        cls.__parameters__ = tuple(parameters)


_NOT_MEMBERS = ("__abstractmethods__", "__annotations__", "__dict__", "__doc__", "__init__", "__module__", "__new__",
                "__slots__", "__subclasshook__", "__weakref__", "__class_getitem__", "__parameters__",
                "__orig_bases__", "__init_subclass__", "__qualname__", "_is_protocol", "_is_runtime_protocol",
                "_abc_registry", "_abc_known", "_abc_forget", "_abc_version", "__hash__")


def _protocol_members(cls):
    names = []
    for base in cls.__mro__[:-1]:
        if base is Protocol or base is Generic or not base.__dict__.get("_is_protocol", False):
            continue
        for name in list(base.__dict__) + list(base.__dict__.get("__annotations__", {})):
            if name not in _NOT_MEMBERS and name not in names:
                names.append(name)
    return names


class _ProtocolMeta(ABCMeta):
    """Instances belong when they have the members of the protocol."""

    def __instancecheck__(cls, instance):
        if not cls.__dict__.get("_is_protocol", False):
            return super().__instancecheck__(instance)
        if not cls._is_runtime_protocol:
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        return all([hasattr(instance, name) for name in _protocol_members(cls)])

    def __subclasscheck__(cls, subclass):
        if not cls.__dict__.get("_is_protocol", False):
            return super().__subclasscheck__(subclass)
        if not cls._is_runtime_protocol:
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        return all([hasattr(subclass, name) for name in _protocol_members(cls)])

    def __call__(cls, *args, **kwargs):
        if cls.__dict__.get("_is_protocol", False):
            raise TypeError("Protocols cannot be instantiated")
        return super().__call__(*args, **kwargs)


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base of classes that say which members others must have."""

    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if "_is_protocol" not in cls.__dict__:
            cls._is_protocol = Protocol in cls.__bases__


def runtime_checkable(cls):
    if not (isinstance(cls, type) and cls.__dict__.get("_is_protocol", False)):
        raise TypeError(f"@runtime_checkable can be only applied to protocol classes, got {cls!r}")
    cls._is_runtime_protocol = True
    return cls


class NamedTupleMeta(type):
    def __new__(mcls, name, bases, namespace):
        if name == "NamedTuple" and not bases:
            return super().__new__(mcls, name, bases, namespace)
        fields = namespace.get("__annotations__", {})
        defaults = [namespace[field] for field in fields if field in namespace]
        cls = collections.namedtuple(name, list(fields), defaults=defaults)
        cls.__annotations__ = dict(fields)
        cls.__module__ = namespace.get("__module__")
        if "__doc__" in namespace:
            cls.__doc__ = namespace["__doc__"]
        for key, value in namespace.items():
            if key not in fields and key not in ("__annotations__", "__module__", "__qualname__", "__doc__"):
                setattr(cls, key, value)
        return cls


class NamedTuple(metaclass=NamedTupleMeta):
    """class Point(NamedTuple): x: int; y: int = 0"""

    def __new__(cls, typename, fields=None, /, **kwargs):
        pairs = list(fields if fields is not None else kwargs.items())
        result = collections.namedtuple(typename, [name for name, kind in pairs])
        result.__annotations__ = dict(pairs)
        return result


class TypedDictMeta(type):
    def __new__(mcls, name, bases, namespace, total=True):
        cls = type.__new__(mcls, name, (dict,), dict(namespace))
        annotations, required, optional = {}, set(), set()
        for base in bases:
            annotations.update(base.__dict__.get("__annotations__", {}))
            required |= base.__dict__.get("__required_keys__", set())
            optional |= base.__dict__.get("__optional_keys__", set())
        own = namespace.get("__annotations__", {})
        annotations.update(own)
        for key, kind in own.items():
            origin = getattr(kind, "__origin__", None)
            is_required = origin is Required or total and origin is not NotRequired
            (required if is_required else optional).add(key)
        cls.__annotations__ = annotations
        cls.__required_keys__ = frozenset(required)
        cls.__optional_keys__ = frozenset(optional)
        cls.__total__ = total
        return cls

    def __call__(cls, *args, **kwds):
        if cls.__dict__.get("_is_base"):
            return TypedDictMeta(args[0], (), {"__annotations__": dict(args[1] if len(args) > 1 else {})}, **kwds)
        return dict(*args, **kwds)

    def __instancecheck__(cls, instance):
        raise TypeError("TypedDict does not support instance and class checks")

    __subclasscheck__ = __instancecheck__


class TypedDict(metaclass=TypedDictMeta):
    _is_base = True


def is_typeddict(tp):
    return isinstance(tp, TypedDictMeta)


class NewType:
    """A type of its own for the reader; the value itself at run time."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition(".")[2]
        self.__supertype__ = tp
        self.__module__ = "__main__"

    def __call__(self, x):
        return x

    def __repr__(self):
        return f"{self.__module__}.{self.__qualname__}"

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


def cast(typ, val):
    return val


_overloads = {}  # (module, qualified name) -> {line: function}


def get_overloads(func):
    """The overloads of a function, in the order of their lines."""
    func = getattr(func, "__func__", func)
    return list(_overloads.get((func.__module__, func.__qualname__), {}).values())


def clear_overloads():
    _overloads.clear()


def overload(func):
    known = getattr(func, "__func__", func)
    if hasattr(known, "__qualname__"):
        line = getattr(getattr(known, "__code__", None), "co_firstlineno", None)
        _overloads.setdefault((known.__module__, known.__qualname__), {})[line] = func

    def dummy(*args, **kwds):
        raise NotImplementedError("You should not call an overloaded function. A series of @overload-decorated "
                                  "functions outside a stub module should always be followed by an implementation "
                                  "that is not @overload-ed.")
    return dummy


def final(f):
    if hasattr(f, "__dict__"):
        f.__final__ = True
    return f


def no_type_check(arg):
    return arg


def override(f):
    return f


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    return dict(getattr(obj, "__annotations__", None) or {})


def get_origin(tp):
    return getattr(tp, "__origin__", None)


def get_args(tp):
    return getattr(tp, "__args__", ())


def assert_never(arg):
    raise AssertionError(f"Expected code to be unreachable, but got: {arg!r}")


def reveal_type(obj):
    return obj
