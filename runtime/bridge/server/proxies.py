"""Functions, classes and instances of compiled code: what is done to them is asked of it."""
import sys

from . import numbers as n
from . import objects
from .codec import END, READERS, SIZED, WRITERS, write_global


ask = None  # of serve.py


# ---- functions
def _signature(names, flags, positional_only, positional, keyword_only, defaults, with_default):
    from inspect import Parameter, Signature
    parameters = []
    for at in range(positional):
        kind = Parameter.POSITIONAL_ONLY if at < positional_only else Parameter.POSITIONAL_OR_KEYWORD
        default = ... if at >= positional - defaults else Parameter.empty
        parameters.append(Parameter(names[at], kind, default=default))
    at = positional + keyword_only
    if flags & n.VARARGS:
        parameters.append(Parameter(names[at], Parameter.VAR_POSITIONAL))
        at += 1
    for i in range(keyword_only):
        default = ... if with_default[i] else Parameter.empty
        parameters.append(Parameter(names[positional + i], Parameter.KEYWORD_ONLY, default=default))
    if flags & n.VARKW:
        parameters.append(Parameter(names[at], Parameter.VAR_KEYWORD))
    return Signature(parameters)


def _make_function(number, module, name, qualname, doc, signature):
    def function(*args, **keywords):
        return ask(n.CALL, _Yours(number), tuple(keywords) or None, *args, *keywords.values())
    function.__module__, function.__name__, function.__qualname__ = module, name, qualname
    function.__doc__ = doc or None
    function.__signature__ = _signature(*signature)
    function.__janus_number__ = number
    return function


def _read_function(source, number):
    names = [source.text() for _ in range(4)]
    parameters = [source.text() for _ in range(source.number())]
    flags = source.byte()
    positional_only, positional, keyword_only = source.short(), source.short(), source.short()
    defaults = source.number()
    with_default = source.take(keyword_only)
    signature = (parameters, flags, positional_only, positional, keyword_only, defaults, with_default)

    def make():
        function = _make_function(number, *names, signature)
        _attributes[number] = dict(function.__dict__)
        return function
    return objects.adopt(number, make(), make)


class _Yours:
    """An object of compiled code by its number alone."""
    __slots__ = ("number",)

    def __init__(self, number):
        self.number = number


WRITERS[_Yours] = lambda out, value: objects.write_yours(out, value.number)


def _write_function(out, value):
    number = value.__dict__.get("__janus_number__")  # functools.wraps() copies it to wrappers
    if number is None or not objects.is_live(number, value):
        objects.write_handle(out, value)
    else:
        objects.write_yours(out, number)


WRITERS[type(_write_function)] = _write_function


_attributes = {}  # of compiled code's functions that stand here, as compiled code knows them, by number


def has_functions():
    return bool(_attributes)


def tell_attributes():
    """Attributes that Python has given to functions of compiled code: decorators do that."""
    for number, known in list(_attributes.items()):
        function = objects.live(number)
        if function is None:
            del _attributes[number]
            continue
        now = function.__dict__
        if len(now) == len(known) and all(now.get(name, known) is value for name, value in known.items()):
            continue
        before, _attributes[number] = known, dict(now)
        for name, value in _attributes[number].items():
            if before.get(name, before) is not value:
                ask(n.SET_ATTR, function, name, value)
        for name in before.keys() - now.keys():
            ask(n.DEL_ATTR, function, name)


# ---- classes and instances
# What every class of Python has, but compiled code's is meant.
ASKED = frozenset(("__init__", "__new__", "__init_subclass__", "__setattr__", "__delattr__", "__getattribute__"))
# What crosses by value, or as a pair: compiled code's classes may count it among their instances.
VALUES = frozenset((type(None), bool, int, float, complex, str, bytes, tuple, frozenset, slice, range, list, dict,
                    set, bytearray))


class ProxyClass(type):
    """The class of a class of compiled code."""

    def __new__(mcs, name, bases, namespace):
        if "__janus_number__" not in namespace:
            raise TypeError(f"{bases[0].__qualname__!r} is a class of compiled code, which cannot be the base of a class "
                            "in Python")
        return super().__new__(mcs, name, bases, namespace)

    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)

    def __call__(cls, *args, **keywords):
        return ask(n.CALL, cls, tuple(keywords) or None, *args, *keywords.values())

    def __getattribute__(cls, name):
        return ask(n.GET_ATTR, cls, name) if name in ASKED else type.__getattribute__(cls, name)

    def __getattr__(cls, name):
        return ask(n.GET_ATTR, cls, name)

    def __setattr__(cls, name, value):
        ask(n.SET_ATTR, cls, name, value)

    def __instancecheck__(cls, value):
        if type.__instancecheck__(cls, value):
            return True
        # Source of the program may ask of an abstract class, which its classes need not know.
        is_source = cls.__dict__["__janus_number__"] >= n.PROGRAM_NUMBER
        crosses = type(value) in VALUES or isinstance(type(value), ProxyClass)
        return is_source and crosses and ask(n.BUILTIN, "isinstance", None, value, cls)


class Proxy(metaclass=ProxyClass):
    __slots__ = ("_janus_number", "__weakref__")
    __janus_number__ = 0  # it is no class of compiled code

    @property
    def __class__(self):
        """isinstance() looks here, too: a module of the program is one of torch's."""
        return _faces.get(type(self)) or _face_of(type(self))

    def __getattr__(self, name):
        return ask(n.GET_ATTR, self, name)

    def __setattr__(self, name, value):
        ask(n.SET_ATTR, self, name, value)

    def __delattr__(self, name):
        ask(n.DEL_ATTR, self, name)

    def __dir__(self):
        return ask(n.DIR, self)

    def __copy__(self):
        return ask(n.COPY, self, False)

    def __deepcopy__(self, memo):
        return ask(n.COPY, self, True)

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle {type(self).__qualname__!r} object of compiled code")


_faces = {}


def _face_of(cls):
    """The class that its instances say they are of: cls, or one with the same number that derives from torch's classes
    as well, once they are there."""
    torch = sys.modules.get("torch")
    if cls.__dict__["__janus_number__"] >= n.PROGRAM_NUMBER or not hasattr(torch, "nn"):
        return cls  # source of the program asks what is ours, of classes that are ours
    found = (_class_of_torch(torch, base) for base in cls.__mro__)
    real = next((base for base in found if base is not None), None)
    names = {name: getattr(cls, name) for name in ("__module__", "__qualname__", "__janus_number__")}
    face = cls if real is None else ProxyClass(cls.__name__, (cls, real), {"__slots__": (), **names})
    _faces[cls] = face
    return face


def _class_of_torch(torch, cls):
    """Of the same module and name."""
    if type.__getattribute__(cls, "__module__").partition(".")[0] != "torch":
        return None
    found = sys.modules.get(cls.__module__)
    for part in cls.__qualname__.split("."):
        found = getattr(found, part, None)
    return found if isinstance(found, type) else None


def _special(name):
    def method(self, *args, **keywords):
        return ask(n.GET_ATTR, self, name)(*args, **keywords) if keywords else ask(n.SPECIAL, self, name, *args)
    method.__name__ = name
    return method


def _call(self, *args, **keywords):
    return ask(n.CALL, self, tuple(keywords) or None, *args, *keywords.values())


def _iter(self):
    return ask(n.ITERATE, self)


def _next(self):
    item = ask(n.NEXT, self)
    if item is END:
        raise StopIteration
    return item


OWN_METHODS = {"__call__": _call, "__iter__": _iter, "__next__": _next}


def _read_class(source, number):
    module, qualname = source.text(), source.text()
    bases = [_read_shape(source) for _ in range(source.number())]
    namespace = {"__slots__": (), "__module__": module, "__qualname__": qualname, "__janus_number__": number}
    for _ in range(source.number()):
        name = source.text()
        if name[0] == "-":
            namespace[name[1:]] = None
        else:
            namespace[name] = OWN_METHODS.get(name) or _special(name)
    if "__eq__" in namespace and "__hash__" not in namespace:
        namespace["__hash__"] = None

    def make():
        return ProxyClass(qualname.rpartition(".")[2], tuple(bases) or (Proxy,), namespace)
    return objects.adopt(number, make(), make)


def _instance_maker(cls, number):
    def make():
        value = object.__new__(cls)
        object.__setattr__(value, "_janus_number", number)
        return value
    return make


def _read_shape(source):
    """What follows Tag::Mine."""
    if source.take(1) != n.MINE:
        raise ValueError("a class must follow")
    return _read_mine(source)


def _read_mine(source):
    number, shape = source.number(), source.take(1)
    if shape == b"=":
        return objects.known(number)
    if shape == b"f":
        return _read_function(source, number)
    if shape == b"c":
        return _read_class(source, number)
    make = _instance_maker(_read_shape(source), number)
    if shape == b"e":
        objects.notice_end(number)
    return objects.adopt(number, make(), make)


READERS[n.MINE[0]] = _read_mine


def write_proxy(out, value):
    """Writes a proxy or a proxy's class; False when the value is none."""
    if value is Proxy:  # the base of classes that have none but object
        write_global(out, "builtins", "object")
        return True
    if isinstance(value, ProxyClass):
        objects.write_yours(out, value.__dict__["__janus_number__"])
        return True
    if isinstance(type(value), ProxyClass):
        objects.write_yours(out, value._janus_number)
        return True
    return False


def bind(value, instance, owner):
    """What an attribute of one of compiled code's classes gives whose value lives here."""
    return type(value).__get__(value, instance, owner)


def set_bound(value, instance, given):
    type(value).__set__(value, instance, given)


def delete_bound(value, instance):
    type(value).__delete__(value, instance)


def set_name(value, owner, name):
    hook = getattr(type(value), "__set_name__", None)
    if hook is not None:
        hook(value, owner, name)


def make_class(name, bases, namespace, keywords):
    """A class statement of compiled code with a base that lives here."""
    from types import new_class
    return new_class(name, bases, keywords or {}, lambda own: own.update(namespace))
