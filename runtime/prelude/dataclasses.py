"""Classes that are mostly their fields: __init__, __repr__, comparisons and the rest follow from annotations."""
import keyword
import sys
import types
from _dataclass_classes import named_by, with_slots
from _parameters import Parameters

__all__ = ["dataclass", "field", "Field", "FrozenInstanceError", "InitVar", "KW_ONLY", "MISSING", "fields", "asdict",
           "astuple", "make_dataclass", "replace", "is_dataclass"]

_FIELDS = "__dataclass_fields__"
_PARAMS = "__dataclass_params__"


class FrozenInstanceError(AttributeError):
    pass


class _MISSING_TYPE:
    pass


class _KW_ONLY_TYPE:
    pass


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return "<factory>"


MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()
_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()


class _FieldKind:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD = _FieldKind("_FIELD")
_FIELD_CLASSVAR = _FieldKind("_FIELD_CLASSVAR")
_FIELD_INITVAR = _FieldKind("_FIELD_INITVAR")


class InitVar:
    """A parameter of __init__ that only __post_init__ sees."""

    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        if isinstance(self.type, type) and not isinstance(self.type, types.GenericAlias):
            return f"dataclasses.InitVar[{self.type.__name__}]"
        return f"dataclasses.InitVar[{self.type!r}]"

    def __class_getitem__(cls, type):
        return InitVar(type)


_shown_fields = []  # those whose text is being made: their types may hold them


class Field:
    __slots__ = ("name", "type", "default", "default_factory", "repr", "hash", "init", "compare", "metadata",
                 "kw_only", "_field_type")
    __class_getitem__ = classmethod(type(list[int]))

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = types.MappingProxyType({} if metadata is None else metadata)
        self.kw_only = kw_only
        self._field_type = None

    def __repr__(self):
        if any(self is one for one in _shown_fields):
            return "..."
        _shown_fields.append(self)
        try:
            return self._text()
        finally:
            _shown_fields.pop()

    def _text(self):
        return (f"Field(name={self.name!r},type={self.type!r},default={self.default!r},"
                f"default_factory={self.default_factory!r},init={self.init!r},repr={self.repr!r},hash={self.hash!r},"
                f"compare={self.compare!r},metadata={self.metadata!r},kw_only={self.kw_only!r},"
                f"_field_type={self._field_type})")

    def __set_name__(self, owner, name):
        hook = getattr(type(self.default), "__set_name__", None)
        if hook:
            hook(self.default, owner, name)


def _is_missing(value):
    return value is MISSING or value.__class__.__name__ == "_MISSING_TYPE"


def _own(f):
    """A field as it is here: those of classes that a Python of their own has made are of its module."""
    if type(f) is Field:
        return f
    default, default_factory, kw_only = [MISSING if _is_missing(value) else value
                                         for value in (f.default, f.default_factory, getattr(f, "kw_only", False))]
    made = Field(default, default_factory, f.init, f.repr, f.hash, f.compare, None, kw_only)
    made.name, made.type, made.metadata = f.name, f.type, f.metadata
    made._field_type = {kind.name: kind for kind in (_FIELD, _FIELD_CLASSVAR, _FIELD_INITVAR)}[f._field_type.name]
    return made


class _DataclassParams:
    __slots__ = ("init", "repr", "eq", "order", "unsafe_hash", "frozen")

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init = init
        self.repr = repr
        self.eq = eq
        self.order = order
        self.unsafe_hash = unsafe_hash
        self.frozen = frozen

    def __repr__(self):
        return (f"_DataclassParams(init={self.init!r},repr={self.repr!r},eq={self.eq!r},order={self.order!r},"
                f"unsafe_hash={self.unsafe_hash!r},frozen={self.frozen!r})")


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _kind_of(annotation, cls):
    """Which kind of field an annotation, or its text in a class, makes."""
    if isinstance(annotation, str):
        annotation = named_by(annotation, cls, (sys.modules.get("typing"), sys.modules[__name__]))
    if annotation is InitVar or type(annotation) is InitVar:
        return _FIELD_INITVAR
    origin = getattr(annotation, "__origin__", annotation)
    if type(origin).__module__ == "typing" and getattr(origin, "_name", None) == "ClassVar":
        return _FIELD_CLASSVAR
    return _FIELD


def _field_of(cls, name, annotation, kw_only):
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        made = default
    else:
        if isinstance(default, types.MemberDescriptorType):
            default = MISSING  # a slot
        made = field(default=default)
    made.name = name
    made.type = annotation
    made._field_type = _kind_of(annotation, cls)
    if made._field_type is not _FIELD and made.default_factory is not MISSING:
        raise TypeError(f"field {name} cannot have a default factory")
    if made._field_type is _FIELD_CLASSVAR:
        if made.kw_only is not MISSING:
            raise TypeError(f"field {name} is a ClassVar but specifies kw_only")
    elif made.kw_only is MISSING:
        made.kw_only = kw_only
    if made._field_type is _FIELD and made.default.__class__.__hash__ is None:
        raise ValueError(f"mutable default {made.default.__class__} for field {name} is not allowed: use "
                         "default_factory")
    return made


# ---------------------------------------------------------------- the methods

def _is_keyword_only_marker(annotation, cls):
    if isinstance(annotation, str):
        return "KW_ONLY" in annotation and named_by(annotation, cls, (sys.modules[__name__],)) is KW_ONLY
    return annotation is KW_ONLY


def _check_order(parameters):
    seen_default = False
    for f in parameters:
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen_default = True
        elif seen_default:
            raise TypeError(f"non-default argument {f.name!r} follows default argument")


def _init_for(cls, all_fields, frozen, has_post_init, slots):
    positional = [f for f in all_fields if f.init and not f.kw_only]
    keyword_only = [f for f in all_fields if f.init and f.kw_only]
    _check_order(positional)
    parameters = positional + keyword_only
    defaults = {}
    for f in parameters:
        if f.default is not MISSING:
            defaults[f.name] = f.default
        elif f.default_factory is not MISSING:
            defaults[f.name] = _FACTORY
    names = tuple([f.name for f in parameters])
    binder = Parameters(f"{cls.__qualname__}.__init__()", names, len(positional), defaults)
    # Assigned in the order of the fields: (name, index of the parameter or -1, factory or None).
    index_of = {names[i]: i for i in range(len(names))}
    steps = []
    for f in all_fields:
        if f._field_type is _FIELD_INITVAR:
            continue
        factory = None if f.default_factory is MISSING else f.default_factory
        if f.init:
            steps.append((f.name, index_of[f.name], factory))
        elif factory is not None:
            steps.append((f.name, -1, factory))
        elif slots and f.default is not MISSING:
            # The class has no attribute to stand for it.
            steps.append((f.name, -1, lambda value=f.default: value))
    straight = len(steps) == len(names) == len(positional) and not any([factory for name, i, factory in steps])
    extra = [index_of[f.name] for f in all_fields if f._field_type is _FIELD_INITVAR and f.init]
    assign = object.__setattr__ if frozen else setattr
    count, by_factory = len(names), _FACTORY

    def __init__(self, /, *args, **kwargs):
        values = args if len(args) == count and not kwargs and len(positional) == count else binder.bind(args, kwargs)
        if straight:
            for i in range(count):
                assign(self, names[i], values[i])
        else:
            for name, i, factory in steps:
                if i < 0:
                    assign(self, name, factory())
                else:
                    value = values[i]
                    assign(self, name, factory() if value is by_factory else value)
        if has_post_init:
            self.__post_init__(*[values[i] for i in extra])

    return __init__, parameters


def _values_of(instance, names):
    return tuple([getattr(instance, name) for name in names])


def _repr_for(names):
    showing = []

    def shown(self):
        inner = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        return f"{self.__class__.__qualname__}({inner})"

    def __repr__(self):
        if id(self) in showing:
            return "..."
        showing.append(id(self))
        try:
            return shown(self)
        finally:
            showing.pop()
    # So pprint knows a dataclass's own `__repr__` from one of the program.
    shown.__name__, shown.__qualname__ = "__repr__", "__create_fn__.<locals>.__repr__"
    __repr__.__wrapped__ = shown
    return __repr__


def _eq_for(names):
    def __eq__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        for name in names:  # as tuples are compared
            a = getattr(self, name)
            b = getattr(other, name)
            if a is not b and not a == b:
                return False
        return True
    return __eq__


def _order_for(names):
    def __lt__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _values_of(self, names) < _values_of(other, names)

    def __le__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _values_of(self, names) <= _values_of(other, names)

    def __gt__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _values_of(self, names) > _values_of(other, names)

    def __ge__(self, other):
        if other.__class__ is not self.__class__:
            return NotImplemented
        return _values_of(self, names) >= _values_of(other, names)

    return __lt__, __le__, __gt__, __ge__


def _frozen_for(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return __setattr__, __delattr__


def _hash_for(names):
    def __hash__(self):
        return hash(_values_of(self, names))
    return __hash__


def _install(cls, function):
    """False when the class defines it itself."""
    if function.__name__ in cls.__dict__:
        return False
    function.__qualname__ = f"{cls.__qualname__}.{function.__name__}"
    function.__module__ = cls.__module__
    setattr(cls, function.__name__, function)
    return True


def _set_hash(cls, params, all_fields, explicit):
    names = [f.name for f in all_fields if f._field_type is _FIELD and (f.compare if f.hash is None else f.hash)]
    if params.unsafe_hash:
        if explicit:
            raise TypeError(f"Cannot overwrite attribute __hash__ in class {cls.__name__}")
    elif not params.eq or explicit:
        return
    elif not params.frozen:
        cls.__hash__ = None
        return
    function = _hash_for(names)
    function.__qualname__ = f"{cls.__qualname__}.__hash__"
    cls.__hash__ = function


def _annotation_text(kind):
    if getattr(kind, "__module__", None) == "typing":
        return repr(kind).replace("typing.", "")
    if not isinstance(kind, type) or hasattr(kind, "__args__"):
        return repr(kind)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _signature_text(parameters):
    parts = []
    marked = False
    for f in parameters:
        if f.kw_only and not marked:
            parts.append("*")
            marked = True
        part = f"{f.name}: {_annotation_text(f.type)}"
        if f.default is not MISSING:
            part += f" = {f.default!r}"
        elif f.default_factory is not MISSING:
            part += " = <factory>"
        parts.append(part)
    return f"({', '.join(parts)})"


def _gather(cls, params, kw_only):
    """The fields of the bases, then those of the class, by name."""
    found = {}
    any_frozen = False
    has_bases = False
    for base in cls.__mro__[-1:0:-1]:
        inherited = base.__dict__.get(_FIELDS)
        if inherited is None:
            continue
        has_bases = True
        for f in inherited.values():
            found[f.name] = _own(f)
        if getattr(base, _PARAMS).frozen:
            any_frozen = True
    own = []
    annotations = cls.__dict__.get("__annotations__", {})
    marked = False
    for name, annotation in annotations.items():
        if _is_keyword_only_marker(annotation, cls):
            if marked:
                raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
            kw_only = marked = True
        else:
            own.append(_field_of(cls, name, annotation, kw_only))
    for f in own:
        found[f.name] = f
        if isinstance(getattr(cls, f.name, None), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    for name, value in cls.__dict__.items():
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f"{name!r} is a field but has no type annotation")
    if has_bases:
        if any_frozen and not params.frozen:
            raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
        if not any_frozen and params.frozen:
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
    return found


def _process(cls, params, match_args, kw_only, slots, weakref_slot):
    found = _gather(cls, params, kw_only)
    setattr(cls, _FIELDS, found)
    setattr(cls, _PARAMS, params)
    all_fields = [f for f in found.values() if f._field_type is not _FIELD_CLASSVAR]
    plain = [f for f in all_fields if f._field_type is _FIELD]
    own_hash = cls.__dict__.get("__hash__", MISSING)
    explicit_hash = not (own_hash is MISSING or (own_hash is None and "__eq__" in cls.__dict__))
    if params.order and not params.eq:
        raise ValueError("eq must be true if order is true")
    parameters = [f for f in all_fields if f.init and not f.kw_only] + [f for f in all_fields if f.init and f.kw_only]
    if params.init:
        function, parameters = _init_for(cls, all_fields, params.frozen, hasattr(cls, "__post_init__"), slots)
        function.__annotations__ = {f.name: f.type for f in parameters}
        function.__annotations__["return"] = None
        function.__dataclass_parameters__ = parameters
        _install(cls, function)
    if params.repr:
        _install(cls, _repr_for([f.name for f in plain if f.repr]))
    compared = [f.name for f in plain if f.compare]
    if params.eq:
        _install(cls, _eq_for(compared))
    if params.order:
        for function in _order_for(compared):
            if not _install(cls, function):
                raise TypeError(f"Cannot overwrite attribute {function.__name__} in class {cls.__name__}. Consider "
                                "using functools.total_ordering")
    if params.frozen:
        for function in _frozen_for(cls, [f.name for f in plain]):
            if not _install(cls, function):
                raise TypeError(f"Cannot overwrite attribute {function.__name__} in class {cls.__name__}")
    _set_hash(cls, params, all_fields, explicit_hash)
    if not getattr(cls, "__doc__"):
        cls.__doc__ = cls.__name__ + _signature_text(parameters)
    if match_args and "__match_args__" not in cls.__dict__:
        cls.__match_args__ = tuple([f.name for f in parameters if not f.kw_only])
    if not slots:
        return cls
    own = cls.__dict__.get("__annotations__", {})
    names = tuple([f.name for f in plain])
    return with_slots(cls, names, [name for name in names if name in own], params.frozen, weakref_slot)


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    params = _DataclassParams(init, repr, eq, order, unsafe_hash, frozen)
    if weakref_slot and not slots:
        raise TypeError("weakref_slot is True but slots is False")

    def wrap(cls):
        return _process(cls, params, match_args, kw_only, slots, weakref_slot)
    return wrap if cls is None else wrap(cls)


# ---------------------------------------------------------------- what is asked of them

def fields(class_or_instance):
    found = getattr(class_or_instance, _FIELDS, None)
    if found is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple([f for f in map(_own, found.values()) if f._field_type is _FIELD])


def is_dataclass(obj):
    cls = obj if isinstance(obj, type) else type(obj)
    return hasattr(cls, _FIELDS)


def _is_instance(obj):
    return hasattr(type(obj), _FIELDS)


def _converted(obj, factory, whole):
    if _is_instance(obj):
        return whole(obj, factory)
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_converted(item, factory, whole) for item in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_converted(item, factory, whole) for item in obj])
    if isinstance(obj, dict):
        pairs = [(_converted(key, factory, whole), _converted(value, factory, whole)) for key, value in obj.items()]
        if hasattr(type(obj), "default_factory"):
            result = type(obj)(getattr(obj, "default_factory"))
            for key, value in pairs:
                result[key] = value
            return result
        return type(obj)(pairs)
    import copy  # with weakref and more, which few programs of dataclasses need
    return copy.deepcopy(obj)


def _as_dict(obj, factory):
    return factory([(f.name, _converted(getattr(obj, f.name), factory, _as_dict)) for f in fields(obj)])


def _as_tuple(obj, factory):
    return factory([_converted(getattr(obj, f.name), factory, _as_tuple) for f in fields(obj)])


def asdict(obj, *, dict_factory=dict):
    if not _is_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _as_dict(obj, dict_factory)


def astuple(obj, *, tuple_factory=tuple):
    if not _is_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _as_tuple(obj, tuple_factory)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False,
                   unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    body, annotations = dict(namespace or {}), {}
    for name, kind, *default in map(_parts_of_field, fields):
        if name in annotations:
            raise TypeError(f"Field name duplicated: {name!r}")
        annotations[name] = kind
        if default:
            body[name] = default[0]
    body["__annotations__"] = annotations
    body.setdefault("__module__", "types")
    cls = types.new_class(cls_name, bases, {}, lambda ns: ns.update(body))
    return dataclass(cls, init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                     match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)


def _parts_of_field(item):
    """Name, type and, where it has one, default."""
    parts = (item, "typing.Any") if isinstance(item, str) else item
    if len(parts) not in (2, 3):
        raise TypeError(f"Invalid field: {item!r}")
    name = parts[0]
    rule = ("must be valid identifiers" if not isinstance(name, str) or not name.isidentifier()
            else "must not be keywords" if keyword.iskeyword(name) else None)
    if rule is not None:
        raise TypeError(f"Field names {rule}: {name!r}")
    return parts


def _kept(obj, f):
    if f._field_type is _FIELD_INITVAR and f.default is MISSING:
        raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
    return getattr(obj, f.name)


def replace(obj, /, **changes):
    if not _is_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for f in map(_own, getattr(obj, _FIELDS).values()):
        given = f.name in changes
        if f._field_type is _FIELD_CLASSVAR or f.init and given:
            continue
        if f.init:
            changes[f.name] = _kept(obj, f)
        elif given:
            raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified with replace()")
    return obj.__class__(**changes)
