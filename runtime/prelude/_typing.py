"""What typing.py takes from C: one function in 3.11, from 3.12 on the parameters of types and Generic, too."""
import sys


@staticmethod  # a class that has it as an attribute gets it unbound, as a builtin
def _idfunc(value):
    return value


def _typing():
    return sys.modules["typing"]


def _caller_module():
    return _typing()._caller(3)


class _Parameter:
    """What all parameters of types have in common."""

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if cls.__module__ != "_typing":
            raise TypeError(f"type 'typing.{cls.__base__.__name__}' is not an acceptable base type")

    def __mro_entries__(self, bases):
        raise TypeError(f"Cannot subclass an instance of {type(self).__name__}")

    def __or__(self, other):
        return _typing()._make_union(self, other)

    def __ror__(self, other):
        return _typing()._make_union(other, self)

    def __reduce__(self):
        return self.__name__

    def __repr__(self):
        if self.__infer_variance__:
            return self.__name__
        sign = "+" if self.__covariant__ else "-" if self.__contravariant__ else "~"
        return sign + self.__name__

    def _note_variance(self, name, bound, covariant, contravariant, infer_variance):
        if covariant and contravariant:
            raise ValueError("Bivariant types are not supported.")
        if infer_variance and (covariant or contravariant):
            raise ValueError("Variance cannot be specified with infer_variance.")
        if bound is not None:
            bound = _typing()._type_check(bound, "Bound must be a type.")
        self.__name__, self.__bound__ = name, bound
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__infer_variance__ = bool(infer_variance)
        self.__module__ = _caller_module()


class TypeVar(_Parameter):
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False, infer_variance=False):
        if len(constraints) == 1:
            raise TypeError("A single constraint is not allowed")
        if constraints and bound is not None:
            raise TypeError("Constraints cannot be combined with bound=...")
        self.__constraints__ = tuple([_typing()._type_check(each, "TypeVar(name, constraint, ...): constraints must be types.")
                                      for each in constraints])
        self._note_variance(name, bound, covariant, contravariant, infer_variance)

    def __typing_subst__(self, arg):
        return _typing()._typevar_subst(self, arg)


class ParamSpecArgs:
    def __init__(self, origin):
        self.__origin__ = origin

    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if type(other) is type(self) else NotImplemented

    def __hash__(self):
        return hash(self.__origin__)

    def __repr__(self):
        return f"{self.__origin__.__name__}.{type(self).__name__.removeprefix('ParamSpec').lower()}"


class ParamSpecKwargs(ParamSpecArgs):
    pass


class ParamSpec(_Parameter):
    def __init__(self, name, *, bound=None, covariant=False, contravariant=False, infer_variance=False):
        self._note_variance(name, bound, covariant, contravariant, infer_variance)

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __typing_subst__(self, arg):
        return _typing()._paramspec_subst(self, arg)

    def __typing_prepare_subst__(self, alias, args):
        return _typing()._paramspec_prepare_subst(self, alias, args)


class TypeVarTuple(_Parameter):
    def __init__(self, name):
        self.__name__ = name
        self.__module__ = _caller_module()

    def __iter__(self):
        yield _typing().Unpack[self]

    def __repr__(self):
        return self.__name__

    def __typing_subst__(self, arg):
        raise TypeError("Substitution of bare TypeVarTuple is not supported")

    def __typing_prepare_subst__(self, alias, args):
        return _typing()._typevartuple_prepare_subst(self, alias, args)


class TypeAliasType:
    """An alias that has a name; `type` statements make them in 3.12."""

    def __init__(self, name, value, *, type_params=()):
        self.__name__, self.__value__, self.__type_params__ = name, value, type_params
        self.__parameters__ = tuple([part for each in type_params for part in (each if isinstance(each, TypeVarTuple) else (each,))])
        self.__module__ = _caller_module()

    def __getitem__(self, arguments):
        if not self.__type_params__:
            raise TypeError("Only generic type aliases are subscriptable")
        return type(list[int])(self, arguments)

    __or__, __ror__, __reduce__ = _Parameter.__or__, _Parameter.__ror__, _Parameter.__reduce__

    def __repr__(self):
        return self.__name__


class Generic:
    """Base of generic classes."""

    __slots__ = ()
    _is_protocol = False

    def __class_getitem__(cls, arguments):
        return _typing()._generic_class_getitem(cls, arguments)

    def __init_subclass__(cls, *args, **kwargs):
        _typing()._generic_init_subclass(cls, *args, **kwargs)


for made in (TypeVar, ParamSpec, ParamSpecArgs, ParamSpecKwargs, TypeVarTuple, TypeAliasType, Generic):
    made.__module__ = "typing"
