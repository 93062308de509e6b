"""What compiled code asks of the interpreter it runs in: with frames, and without them where arguments and result are
plain and neither side has anything to tell."""
import atexit

from janus import _modules, _native

from . import codec, mirrors, objects, proxies, randomness, serve, tensors


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
    return not proxies.has_functions() and mirrors.unchanged() and objects.unchanged() and tensors.unchanged() \
        and randomness.unchanged()


def handle(value):
    """Number and flags of an object that stays here; None when it crosses in another way."""
    if type(value) in serve.HANDLES:
        return objects.export(value)[0] << 5 | objects.flags_of(value)
    return None
