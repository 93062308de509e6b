"""What compiled code asks of the interpreter it runs in: with frames, and without them where arguments and result are
plain and neither side has anything to tell."""
import atexit
import sys
from types import BuiltinFunctionType

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


def keeps_no_list(operation, args):
    """Whether a call only reads the list that it is given: one of numpy's functions that make arrays, and its first argument."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return False
    if operation == serve.CALL:
        function, names, *values = args
    else:
        receiver, name, names, *values = args
        function = vars(numpy).get(name) if receiver is numpy else None
    makes = type(function) is BuiltinFunctionType and any(function is vars(numpy).get(maker) for maker in arrays.MAKERS)
    return makes and len(values) > len(names or ()) and READ_BY.issuperset(names or ()) and list not in map(type, values[1:])
