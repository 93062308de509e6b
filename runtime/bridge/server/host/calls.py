"""What compiled code asks of the interpreter it runs in: with frames, and without them where arguments and result are
plain and neither side has anything to tell."""
import atexit
import sys
from types import BuiltinFunctionType, MethodType

from janus import _modules, _native

from . import arrays, codec, mirrors, objects, proxies, randomness, serve, tensors


@atexit.register
def _end():
    """What compiled code ends with the modules that nobody unloads may call packages still."""
    _modules.unload_kept()
    _native.leave_interpreter()


OPERATIONS, END = serve.OPERATIONS, serve.END
# Objects of compiled code as the package `janus` has them.
codec.WRITERS[_native.Object] = lambda out, value: objects.write_passing(out, _native.export(value))


def answer(data):
    """Kind and bytes of the frame that answers a request."""
    frame = []
    serve.answer(data, (), lambda kind, out: frame.extend((kind, bytes(out))))
    return tuple(frame)


def framed(outcome):
    """The frame for what a call has given: a result, or None and an exception."""
    try:
        proxies.tell_attributes()
    except BaseException as error:
        outcome[:] = (None, error)
    frame = []
    serve.reply_to(outcome, lambda kind, out: frame.extend((kind, bytes(out))))
    return tuple(frame)


def settled():
    """Whether both sides know all that there is to know, so that a result can cross without a frame."""
    serve.flush()
    return not proxies.has_functions() and serve.unchanged()


def handle(value):
    """Number and flags of an object that stays here; None when it crosses in another way."""
    cls = type(value)
    if cls in serve.HANDLES:
        return objects.export(value)[0] << 8 | objects.flags_of(value)
    if cls is type and value in serve.HANDLE_CLASSES:
        return objects.export(value)[0] << 8 | serve.HANDLE_CLASSES[value]
    return None


READ_BY = frozenset(("dtype", "copy", "order", "ndmin"))  # keywords of numpy's functions that make arrays
# Functions of numpy, beside its ufuncs, that only read the lists that they are given.
READERS = frozenset("""
    all allclose amax amin any append argmax argmin argsort around array_equal array_equiv array_split atleast_1d atleast_2d
    average bincount block broadcast_arrays clip column_stack concatenate corrcoef count_nonzero cov cross cumprod cumsum diff
    digitize dot dstack einsum expand_dims flatnonzero flip full_like histogram hstack inner interp intersect1d isclose isin kron
    linspace lexsort matmul max mean median meshgrid min nanmax nanmean nanmedian nanmin nanstd nansum nanvar
    nonzero ones_like outer pad percentile prod ptp quantile ravel repeat reshape roll round searchsorted setdiff1d shape size
    sort split squeeze stack std sum swapaxes take tensordot tile trace transpose trapezoid union1d unique var vdot vsplit vstack
    where zeros_like""".split())
# Methods of its generators of random numbers that do.
DRAWERS = frozenset("""
    beta binomial choice dirichlet exponential gamma geometric integers laplace lognormal multinomial multivariate_normal normal
    permutation poisson rand randint randn standard_normal triangular uniform""".split())


def keeps_no_list(operation, args):
    """Whether a call only reads the lists that it is given: functions of numpy, as numpy has made them."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return False
    if operation == serve.CALL:
        function, names, *values = args
    else:
        receiver, name, names, *values = args
        if _is_generator(type(receiver)):
            return name in DRAWERS
        function = vars(receiver).get(name) if receiver is numpy or receiver is numpy.random else None
    kind = type(function)
    if kind in (BuiltinFunctionType, MethodType) and _is_generator(type(function.__self__)):
        return function.__name__ in DRAWERS
    if kind is BuiltinFunctionType:
        makes = any(function is vars(numpy).get(maker) for maker in arrays.MAKERS)
        return makes and len(values) > len(names or ()) and READ_BY.issuperset(names or ()) and list not in map(type, values[1:])
    name = getattr(function, "__name__", None)
    if kind is not numpy.ufunc and (kind.__module__ != "numpy" or name not in READERS):
        return False
    return function is vars(numpy).get(name) and "out" not in (names or ())


def _is_generator(cls):
    return cls.__module__ in ("numpy.random.mtrand", "numpy.random._generator") and cls.__name__ in ("RandomState", "Generator")
