"""Enumerations: classes whose attributes are their only instances."""
from _enum_flags import (CONFORM, CONTINUOUS, EJECT, KEEP, NAMED_FLAGS, STRICT, UNIQUE, EnumCheck, FlagBoundary,
                         bits_of, flag_value, next_power)
from types import DynamicClassAttribute

property_type = property


class auto:
    """Stands for the next value."""

    def __init__(self, value=None):
        self.value = value

    def __repr__(self):
        return f"auto({self.value!r})"


class member:
    """Makes a member of what would not be one."""

    def __init__(self, value):
        self.value = value


class nonmember:
    """Keeps a value from becoming a member."""

    def __init__(self, value):
        self.value = value


class property(DynamicClassAttribute):
    """A property of members; a member may have the same name."""


def _is_descriptor(value):
    return hasattr(value, "__get__") or hasattr(value, "__set__") or hasattr(value, "__delete__")


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == "__" and name[2] != "_" and name[-3] != "_"


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == "_" and name[1] != "_" and name[-2] != "_"


def _next_int(name, start, count, last_values):
    numbers = [value for value in last_values if isinstance(value, int)]
    return max(numbers) + 1 if numbers else start


_SUNDERS = ("_order_", "_generate_next_value_", "_missing_", "_ignore_", "_iter_member_", "_iter_member_by_value_",
            "_iter_member_by_def_", "_numeric_repr_", "_value_repr_")


class _Namespace(dict):
    """The body of an enumeration: collects the members in order and resolves auto()."""

    def __init__(self, name):
        super().__init__()
        self._name = name
        self._members = {}
        self._last_values = []
        self._ignore = []
        self._generate = _next_int

    def __setitem__(self, key, value):
        if _is_sunder(key):
            if key not in _SUNDERS:
                raise ValueError(f"_sunder_ names, such as {key!r}, are reserved for future Enum use")
            if key == "_generate_next_value_":
                self._generate = value.__func__ if isinstance(value, staticmethod) else value
            elif key == "_ignore_":
                self._ignore = value.replace(",", " ").split() if isinstance(value, str) else list(value)
        elif _is_dunder(key) or key.startswith(f"_{self._name.lstrip('_')}__"):
            pass
        elif key in self._members:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif isinstance(value, member):
            self._add(key, value.value)
            value = value.value
        elif not _is_descriptor(value):
            if key in self:
                raise TypeError(f"{key!r} already defined as {self[key]!r}")
            value = self._resolved(key, value)
            self._add(key, value)
        super().__setitem__(key, value)

    def _add(self, key, value):
        self._members[key] = value
        self._last_values.append(value)

    def _resolved(self, key, value):
        if isinstance(value, auto):
            return self._next(key, value)
        if isinstance(value, tuple) and any([isinstance(part, auto) for part in value]):
            return tuple([self._next(key, part) if isinstance(part, auto) else part for part in value])
        return value

    def _next(self, key, placeholder):
        if placeholder.value is None:
            placeholder.value = self._generate(key, 1, len(self._members), self._last_values[:])
        return placeholder.value


def _data_type_of(bases):
    """The built-in type that members derive from, and the class it was found through."""
    for base in bases:
        for cls in base.__mro__:
            if cls is object or isinstance(cls, EnumType):
                continue
            if "__new__" in cls.__dict__ or hasattr(cls, "__dataclass_fields__"):
                return base if not isinstance(base, EnumType) else base._member_type_
    return object


class EnumType(type):
    """The class of enumerations."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        for base in bases:
            if isinstance(base, EnumType) and base.__dict__.get("_member_map_"):
                raise TypeError(f"<enum {cls!r}> cannot extend {base!r}")
        namespace = _Namespace(cls)
        for base in bases:
            found = getattr(base, "_generate_next_value_", None)
            if found is not None:
                namespace._generate = found
        return namespace

    def __new__(metacls, name, bases, namespace, *, boundary=None, _simple=False, **kwds):
        values = getattr(namespace, "_members", {})
        ignored = getattr(namespace, "_ignore", [])
        plain = {key: value for key, value in namespace.items() if key not in values and key not in ignored}
        generate = plain.get("_generate_next_value_")
        if generate is not None and not isinstance(generate, staticmethod):
            plain["_generate_next_value_"] = staticmethod(generate)
        first_enum = None
        for base in bases:
            if isinstance(base, EnumType):
                first_enum = base
        new_member = None
        if first_enum is not None and "__new__" in plain:
            new_member = plain.pop("__new__")
            plain["__new_member__"] = new_member
        plain["_member_names_"] = []
        plain["_member_map_"] = {}
        plain["_value2member_map_"] = {}
        plain["_flag_mask_"] = 0
        cls = super().__new__(metacls, name, bases, plain, **kwds)
        if first_enum is None:
            cls._member_type_ = object
            return cls
        cls._member_type_ = _data_type_of(bases)
        cls._boundary_ = boundary or getattr(first_enum, "_boundary_", None)
        cls._take_methods(bases, plain, first_enum)
        if new_member is None:
            new_member = getattr(cls, "__new_member__", None)
        for key in values:
            cls._add_member(key, values[key], new_member)
        type.__setattr__(cls, "__new__", Enum.__new__)
        return cls

    def _take_methods(cls, bases, plain, first_enum):
        """What members print is for the enumeration to say, not for its data type; the other way round in ReprEnum."""
        if "ReprEnum" in [base.__name__ for base in bases if isinstance(base, EnumType)]:
            if "__format__" not in plain:
                type.__setattr__(cls, "__format__", cls._member_type_.__format__)
            if "__str__" not in plain:
                shown = cls._member_type_.__str__
                type.__setattr__(cls, "__str__", cls._member_type_.__repr__ if shown is object.__str__ else shown)
        for name in ("__repr__", "__str__", "__format__", "__reduce_ex__"):
            for base in cls.__mro__:
                if name in base.__dict__:
                    if base is not cls and not isinstance(base, EnumType):
                        type.__setattr__(cls, name, getattr(first_enum, name))
                    break

    def _add_member(cls, name, value, new_member):
        data_type = cls._member_type_
        args = value if isinstance(value, tuple) else (value,)
        if data_type is tuple:
            args = (args,)
        if new_member is not None:
            made = new_member(cls, *args)
        elif data_type is object:
            made = object.__new__(cls)
        else:
            made = data_type.__new__(cls, *args)
        if not hasattr(made, "_value_"):
            made._value_ = value if data_type is object or hasattr(data_type, "__dataclass_fields__") \
                else data_type(*args)
        value = made._value_
        made._name_ = name
        made.__objclass__ = cls
        made._sort_order_ = len(cls._member_names_)
        init = cls.__init__
        if init is not object.__init__ and not (data_type is not object and init is data_type.__init__):
            init(made, *args)
        alias = cls._known(value)
        if alias is not None:
            made = alias
        elif not issubclass(cls, _flag_base()) or bits_of(value) == 1:
            cls._member_names_.append(name)
        if issubclass(cls, _flag_base()) and isinstance(value, int):
            type.__setattr__(cls, "_flag_mask_", cls._flag_mask_ | value)
        cls._member_map_[name] = made
        type.__setattr__(cls, name, made)
        try:
            cls._value2member_map_.setdefault(value, made)
        except TypeError:
            pass

    def _known(cls, value):
        try:
            return cls._value2member_map_.get(value)
        except TypeError:
            for other in cls._member_map_.values():
                if other._value_ == value:
                    return other
        return None

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        return cls._create(value, names, module, qualname, type, start, boundary)

    def _create(cls, name, names, module, qualname, mixin, start, boundary):
        bases = (cls,) if mixin is None else (mixin, cls)
        metacls = cls.__class__
        namespace = metacls.__prepare__(name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        last = []
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            pairs = []
            for i, key in enumerate(names):
                value = namespace._generate(key, start, i, last[:])
                last.append(value)
                pairs.append((key, value))
            names = pairs
        for item in names:
            if isinstance(item, str):
                namespace[item] = names[item]
            else:
                namespace[item[0]] = item[1]
        namespace["__module__"] = module or "__main__"
        if qualname is not None:
            namespace["__qualname__"] = qualname
        return metacls.__new__(metacls, name, bases, namespace, boundary=boundary)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __getattr__(cls, name):
        raise AttributeError(name)

    def __delattr__(cls, name):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {name!r}.")
        super().__delattr__(name)

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __contains__(cls, value):
        if not isinstance(value, Enum):
            raise TypeError(f"unsupported operand type(s) for 'in': '{type(value).__qualname__}' and "
                            f"'{cls.__class__.__qualname__}'")
        return isinstance(value, cls) and value._name_ in cls._member_map_

    def __iter__(cls):
        return iter([cls._member_map_[name] for name in cls._member_names_])

    def __reversed__(cls):
        return iter([cls._member_map_[name] for name in reversed(cls._member_names_)])

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    def __repr__(cls):
        kind = "flag" if issubclass(cls, _flag_base()) else "enum"
        return f"<{kind} {cls.__name__!r}>"

    def __dir__(cls):
        return sorted(["__class__", "__contains__", "__doc__", "__getitem__", "__init_subclass__", "__iter__",
                       "__len__", "__members__", "__module__", "__name__", "__qualname__"] + cls._member_names_)

    @property_type
    def __members__(cls):
        import types
        return types.MappingProxyType(cls._member_map_)


EnumMeta = EnumType
_flags = []


def _flag_base():
    return _flags[0] if _flags else ()


class Enum(metaclass=EnumType):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return _next_int(name, start, count, last_values)

    def __new__(cls, value):
        if type(value) is cls:
            return value
        found = cls._known(value)
        if found is not None:
            return found
        found = cls._missing_(value)
        if isinstance(found, cls):
            return found
        if found is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        raise TypeError(f"error in {cls.__name__}._missing_: returned {found!r} instead of None or a valid member")

    def __init__(self, *args, **kwds):
        pass

    @classmethod
    def _missing_(cls, value):
        return None

    @property_type
    def name(self):
        return self._name_

    @property_type
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __format__(self, spec):
        return str.__format__(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, protocol):
        return self.__class__, (self._value_,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __dir__(self):
        own = [name for cls in self.__class__.__mro__ for name in cls.__dict__
               if name[0] != "_" and name not in self._member_map_]
        return sorted(set(["__class__", "__doc__", "__eq__", "__hash__", "__module__", "name", "value"] + own))


class ReprEnum(Enum):
    """Only the repr is the enumeration's; str and format are those of the data type."""


class IntEnum(int, ReprEnum):
    """Members are ints."""


class StrEnum(str, ReprEnum):
    """Members are strings."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        if values and not isinstance(values[0], str):
            raise TypeError(f"{values[0]!r} is not a string")
        made = str.__new__(cls, *values)
        made._value_ = str(*values)
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class Flag(Enum, boundary=STRICT):
    """Members can be combined with |, & and ^."""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return next_power(start, last_values)

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        value, plain = flag_value(cls, value)
        if plain:
            return value
        known = cls._value2member_map_.get(value)
        if known is not None:
            return known
        made = object.__new__(cls) if cls._member_type_ is object else cls._member_type_.__new__(cls, value)
        made._value_ = value
        names = [name for name in cls._member_names_ if cls._member_map_[name]._value_ & value]
        unknown = value & ~cls._flag_mask_
        if names and unknown:
            names.append(str(unknown))
        made._name_ = "|".join(names) if names else None
        return cls._value2member_map_.setdefault(value, made)

    def _operand(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return NotImplemented

    def __or__(self, other):
        value = self._operand(other)
        return value if value is NotImplemented else self.__class__(self._value_ | value)

    def __and__(self, other):
        value = self._operand(other)
        return value if value is NotImplemented else self.__class__(self._value_ & value)

    def __xor__(self, other):
        value = self._operand(other)
        return value if value is NotImplemented else self.__class__(self._value_ ^ value)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        if self._boundary_ is KEEP:
            return self.__class__(~self._value_)
        return self.__class__(self._flag_mask_ & ~self._value_)

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(f"unsupported operand type(s) for 'in': '{type(other).__qualname__}' and "
                            f"'{self.__class__.__qualname__}'")
        return other._value_ & self._value_ == other._value_

    def __bool__(self):
        return bool(self._value_)

    def __iter__(self):
        for name in self.__class__._member_names_:
            made = self.__class__._member_map_[name]
            if made._value_ & self._value_:
                yield made

    def __len__(self):
        return bits_of(self._value_)

    def __repr__(self):
        if self._name_ is None:
            return f"<{self.__class__.__name__}: {self._value_!r}>"
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        if self._name_ is None:
            return f"{self.__class__.__name__}({self._value_!r})"
        return f"{self.__class__.__name__}.{self._name_}"


_flags.append(Flag)


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags that are ints."""

    __or__ = Flag.__or__
    __and__ = Flag.__and__
    __xor__ = Flag.__xor__
    __ror__ = Flag.__or__
    __rand__ = Flag.__and__
    __rxor__ = Flag.__xor__
    __invert__ = Flag.__invert__
    __repr__ = Flag.__repr__
    __contains__ = Flag.__contains__


def unique(enumeration):
    aliases = [f"{name} -> {made._name_}" for name, made in enumeration._member_map_.items() if name != made._name_]
    if aliases:
        raise ValueError(f"duplicate values found in {enumeration!r}: {', '.join(aliases)}")
    return enumeration


class verify:
    """Checks a class against EnumChecks."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check is UNIQUE:
                aliases = [f"{name} -> {made._name_}" for name, made in enumeration._member_map_.items()
                           if name != made._name_]
                if aliases:
                    raise ValueError(f"aliases found in {enumeration!r}: {', '.join(aliases)}")
            elif check is CONTINUOUS:
                values = {made._value_ for made in enumeration}
                if len(values) >= 2:
                    missing = [i for i in range(min(values) + 1, max(values)) if i not in values]
                    if missing:
                        raise ValueError(f"invalid {'flag' if issubclass(enumeration, Flag) else 'enum'} "
                                         f"{enumeration.__name__!r}: missing values "
                                         f"{', '.join([str(value) for value in missing])}")
        return enumeration
