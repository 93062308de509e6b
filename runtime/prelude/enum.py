"""Enumerations."""


class auto:
    """Stands for the next value."""

    def __init__(self, value=None):
        self.value = value


class _Namespace(dict):
    """The body of an enumeration: collects the members in order and resolves auto()."""

    def __init__(self, name):
        super().__init__()
        self._name = name
        self._members = []
        self._last_values = []
        self._ignore = []

    def __setitem__(self, key, value):
        if key.startswith("_") or _is_descriptor(value) or isinstance(value, type):
            if key == "_ignore_":
                self._ignore = value.replace(",", " ").split() if isinstance(value, str) else list(value)
        elif key in self._ignore:
            pass
        elif key in self._members:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        else:
            if isinstance(value, auto):
                generate = self.get("_generate_next_value_", self._generate)
                if isinstance(generate, staticmethod):
                    generate = generate.__func__
                value = generate(key, 1, len(self._members), self._last_values[:])
            elif isinstance(value, tuple) and any([isinstance(part, auto) for part in value]):
                value = tuple([self._generate(key, 1, len(self._members), self._last_values[:])
                               if isinstance(part, auto) else part for part in value])
            self._members.append(key)
            self._last_values.append(value)
        super().__setitem__(key, value)


def _is_descriptor(value):
    return hasattr(value, "__get__") or hasattr(value, "__set__") or hasattr(value, "__delete__")


def _next_int(name, start, count, last_values):
    numbers = [value for value in last_values if isinstance(value, int)]
    return max(numbers) + 1 if numbers else start


class EnumMeta(type):
    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        namespace = _Namespace(cls)
        generate = _next_int
        for base in bases:
            found = getattr(base, "_generate_next_value_", None)
            if found is not None:
                generate = found
        namespace._generate = generate
        return namespace

    def __new__(metacls, name, bases, namespace, boundary=None, **kwds):
        members = namespace._members
        values = {key: namespace[key] for key in members}
        for base in bases:
            if isinstance(base, EnumMeta) and base._member_map_:
                raise TypeError(f"<enum {name!r}> cannot extend {base!r}")
        plain = {key: value for key, value in namespace.items() if key not in values}
        if isinstance(plain.get("_generate_next_value_"), type(_next_int)):
            plain["_generate_next_value_"] = staticmethod(plain["_generate_next_value_"])
        plain["_member_names_"] = []
        plain["_member_map_"] = {}
        plain["_value2member_map_"] = {}
        own_new = plain.pop("__new__", None)
        cls = super().__new__(metacls, name, bases, plain, **kwds)
        data_type = object
        for base in cls.__mro__[1:]:
            if base is not object and not isinstance(base, EnumMeta):
                data_type = base
                break
        cls._member_type_ = data_type
        for key in members:
            cls._add_member(key, values[key], own_new)
        return cls

    def _add_member(cls, name, value, own_new):
        args = value if isinstance(value, tuple) else (value,)
        if own_new is not None:
            member = own_new(cls, *args)
        elif cls._member_type_ is object:
            member = object.__new__(cls)
        else:
            member = cls._member_type_.__new__(cls, *args)
        if "_value_" not in member.__dict__:
            member._value_ = value if cls._member_type_ is object or isinstance(value, tuple) is False else \
                cls._member_type_(*args)
        for other in cls._member_map_.values():
            if other._value_ == member._value_:
                cls._member_map_[name] = other
                return
        member._name_ = name
        member._sort_order_ = len(cls._member_names_)
        init = cls.__init__
        if init is not object.__init__:
            init(member, *args)
        cls._member_names_.append(name)
        cls._member_map_[name] = member
        try:
            cls._value2member_map_.setdefault(member._value_, member)
        except TypeError:
            pass

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        return cls._create(value, names, type, start)

    def _create(cls, name, names, mixin, start):
        bases = (cls,) if mixin is None else (mixin, cls)
        namespace = cls.__prepare__(name, bases)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        items = names.items() if isinstance(names, dict) else names
        number = start
        for item in items:
            if isinstance(item, str):
                namespace[item] = number
                number += 1
            else:
                namespace[item[0]] = item[1]
        return EnumMeta.__new__(type(cls), name, bases, namespace)

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        members = cls.__dict__.get("_member_map_", {})
        if name in members:
            return members[name]
        raise AttributeError(name)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        if not isinstance(value, Enum):
            raise TypeError(f"unsupported operand type(s) for 'in': '{type(value).__qualname__}' and "
                            f"'{cls.__class__.__qualname__}'")
        return False

    def __iter__(cls):
        return iter([cls._member_map_[name] for name in cls._member_names_])

    def __reversed__(cls):
        return iter([cls._member_map_[name] for name in reversed(cls._member_names_)])

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    def __repr__(cls):
        return f"<enum {cls.__name__!r}>" if cls.__name__ != "Flag" else "<flag 'Flag'>"

    @property
    def __members__(cls):
        return dict(cls._member_map_)


EnumType = EnumMeta


class Enum(metaclass=EnumMeta):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return _next_int(name, start, count, last_values)

    def __new__(cls, value):
        if isinstance(value, cls):
            return value
        try:
            if value in cls._value2member_map_:
                return cls._value2member_map_[value]
        except TypeError:
            pass
        for member in cls._member_map_.values():
            if member._value_ == value:
                return member
        found = cls._missing_(value)
        if found is not None:
            return found
        raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")

    @classmethod
    def _missing_(cls, value):
        return None

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, spec):
        return format(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __eq__(self, other):
        return self is other

    def __reduce__(self):
        return type(self), (self._value_,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __dir__(self):
        return ["__class__", "__doc__", "__module__", "name", "value"]


class IntEnum(int, Enum):
    __eq__ = int.__eq__
    __hash__ = int.__hash__
    __str__ = int.__repr__

    def __format__(self, spec):
        return format(int(self), spec)


class StrEnum(str, Enum):
    __eq__ = str.__eq__
    __hash__ = str.__hash__

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __str__(self):
        return self._value_

    def __format__(self, spec):
        return format(self._value_, spec)


class Flag(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        return 2 ** max(last_values).bit_length()

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        known = 0
        for member in cls._member_map_.values():
            known |= member._value_
        if value < 0:
            value = known & value
        if value & ~known:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        member = object.__new__(cls) if cls._member_type_ is object else cls._member_type_.__new__(cls, value)
        names = [name for name in cls._member_names_ if cls._member_map_[name]._value_ & value]
        member._name_ = "|".join(names) or None
        member._value_ = value
        cls._value2member_map_[value] = member
        return member

    def _operand(self, other):
        if isinstance(other, type(self)):
            return other._value_
        return None

    def __or__(self, other):
        value = self._operand(other)
        return NotImplemented if value is None else type(self)(self._value_ | value)

    def __and__(self, other):
        value = self._operand(other)
        return NotImplemented if value is None else type(self)(self._value_ & value)

    def __xor__(self, other):
        value = self._operand(other)
        return NotImplemented if value is None else type(self)(self._value_ ^ value)

    def __invert__(self):
        return type(self)(~self._value_)

    def __contains__(self, other):
        return other._value_ & self._value_ == other._value_

    def __bool__(self):
        return bool(self._value_)

    def __iter__(self):
        for name in type(self)._member_names_:
            member = type(self)._member_map_[name]
            if member._value_ & self._value_:
                yield member

    def __len__(self):
        return bin(self._value_).count("1")

    def __repr__(self):
        if self._name_ is None:
            return f"<{type(self).__name__}: {self._value_!r}>"
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        if self._name_ is None:
            return f"{type(self).__name__}({self._value_!r})"
        return f"{type(self).__name__}.{self._name_}"


class IntFlag(int, Flag):
    __eq__ = int.__eq__
    __hash__ = int.__hash__
    __str__ = int.__repr__

    def _operand(self, other):
        return int(other) if isinstance(other, int) else None

    __ror__ = Flag.__or__
    __rand__ = Flag.__and__
    __rxor__ = Flag.__xor__


def unique(enumeration):
    aliases = [f"{name} -> {member._name_}" for name, member in enumeration._member_map_.items()
               if name != member._name_]
    if aliases:
        raise ValueError(f"duplicate values found in {enumeration!r}: {', '.join(aliases)}")
    return enumeration


def member(value):
    return value


def nonmember(value):
    return value
