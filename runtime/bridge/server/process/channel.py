"""The channel of a Python that is a process of its own: frames over a socket, with descriptors beside them. One side
has control at a time."""
import array
import gc
import os
import resource
import select
import signal
import socket
import struct
import sys
import threading
import traceback
from time import monotonic

from .numbers import BYE, HELLO, MAGIC, MOST_DESCRIPTORS, REQUEST

HEADER = struct.Struct("<IBBH")
ROOM = 1 << 16
SOON = 100e-6
ANCILLARY = socket.CMSG_SPACE(MOST_DESCRIPTORS * 4)

_socket = socket.socket(fileno=int(sys.argv[2]))
_socket.set_inheritable(False)
_readable = select.poll()
_readable.register(_socket, select.POLLIN)
_poll = _readable.poll
_is_soon = True  # the last frame came within SOON

FLUSHES_ALL = True
FRAMES = 20  # of ours and of compiled code's functions here, which the program's recursion does not count

_held = threading.Condition(threading.RLock())  # by the thread that talks
_requests = 0  # of compiled code that are being done


def fail(error):
    """The script itself has failed: nobody knows what the two sides know of one another, so the process ends."""
    traceback.print_exception(type(error), error, error.__traceback__)
    try:
        sys.stdout.flush()
        text = "".join(traceback.format_exception_only(type(error), error)).strip()
        text = text.encode("utf-8", "replace")
        _socket.sendall(HEADER.pack(len(text), BYE, 0, MAGIC) + text)
    finally:
        os._exit(1)


class Ended(Exception):
    """Compiled code has closed the channel."""


def _take(ancillary, descriptors):
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            numbers = array.array("i")
            numbers.frombytes(data[:len(data) - len(data) % numbers.itemsize])
            descriptors.extend(numbers)
            for number in numbers:
                os.set_inheritable(number, False)


def _wait():
    """Until a frame begins, or SOON has passed, as long as frames come that soon: Socket.h says why."""
    global _is_soon
    end = monotonic() + SOON
    if not _is_soon:
        _poll()
    while not _poll(0):
        if monotonic() > end:
            _poll()
        os.sched_yield()
    _is_soon = monotonic() < end


def _receive():
    """Kind, payload and descriptors of the next frame."""
    _wait()
    descriptors = []
    data, ancillary, _, _ = _socket.recvmsg(ROOM, ANCILLARY)
    if ancillary:
        _take(ancillary, descriptors)
    while len(data) < HEADER.size:
        more = _socket.recv(ROOM) if data else b""
        if not more:
            raise Ended
        data += more
    length, kind, _, magic = HEADER.unpack_from(data)
    if magic != MAGIC or kind == BYE:
        raise Ended
    if len(data) == HEADER.size + length:
        return kind, data[HEADER.size:], descriptors
    payload = bytearray(length)
    at = len(data) - HEADER.size
    payload[:at] = data[HEADER.size:]
    view = memoryview(payload)
    while at < length:
        n, ancillary, _, _ = _socket.recvmsg_into([view[at:]], ANCILLARY)
        if not n:
            raise Ended
        if ancillary:
            _take(ancillary, descriptors)
        at += n
    return kind, bytes(payload), descriptors


def _send(kind, out):
    frame = HEADER.pack(len(out), kind, len(out.descriptors), MAGIC) + out
    if out.descriptors:
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", out.descriptors))]
        frame = memoryview(frame)[_socket.sendmsg([frame], rights):]
    _socket.sendall(frame)
    for number in out.close:
        os.close(number)


# The cycle collector rests while this script is at work, in however many threads: it would run anybody's `__del__`,
# which may ask.
_resting = 0
_collects = True


def _rest():
    global _resting, _collects
    _resting += 1
    if _resting == 1:
        _collects = gc.isenabled()
        gc.disable()


def _go_on():
    global _resting
    _resting -= 1
    if not _resting and _collects:
        gc.enable()


class _Turn:
    """For asking: a thread of Python has its turn while compiled code waits for Python."""

    def __enter__(self):
        _held.acquire()
        while not _requests:
            _held.wait()
        _given.around.append(_given.may_ask)
        _given.may_ask = False
        _rest()

    def __exit__(self, *exception):
        _go_on()
        _given.may_ask = _given.around.pop()
        _held.release()


turn = _Turn()


def ask(out, answer):
    """The frame that answers a request; what compiled code asks meanwhile is given to `answer`."""
    _send(REQUEST, out)
    while True:
        kind, data, descriptors = _receive()
        if kind != REQUEST:
            return kind, data, descriptors
        answer(data, descriptors, _send)


class _Given(threading.local):
    """Of a thread's requests that are being done: the number of all then, and how it held the channel."""

    def __init__(self):
        self.scopes = []
        self.may_ask = False  # what is not of this script runs
        self.around = []      # as it was around turns


_given = _Given()


def may_ask():
    """Whether a request of compiled code is being done in this thread, and nothing is read or written."""
    return _given.may_ask


def give_control():
    """A request is about to be done, and other threads may ask, also while the one that does it waits for them."""
    global _requests
    sys.setrecursionlimit(sys.getrecursionlimit() + FRAMES)
    _held.acquire()
    _requests += 1
    _held.notify_all()
    _given.scopes.append((_requests, _held._release_save()))
    _given.may_ask = True
    _go_on()


def take_control():
    """The request is done; nobody asks until it is answered(). Compiled code takes an answer for that of its last
    request: those that were made after this one come first."""
    global _requests
    _given.may_ask = False
    _rest()
    number, held = _given.scopes.pop()
    _held._acquire_restore(held)
    while _requests != number:
        _held.wait()
    _requests -= 1
    sys.setrecursionlimit(sys.getrecursionlimit() - FRAMES)


def answered():
    _held.notify_all()
    _held.release()


def start(arguments, folder):
    """The program's arguments, and where it lies."""
    sys.argv[:] = arguments
    sys.path[0:1] = [folder]


def _on_interrupt(number, frame):
    """Compiled code is interrupted, too; while it has control, that is enough."""
    if _requests:
        raise KeyboardInterrupt


def serve(answer, hello):
    """Answers requests until compiled code ends."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))  # a shared storage takes a descriptor
    signal.signal(signal.SIGINT, _on_interrupt)
    _rest()
    _send(HELLO, hello)
    try:
        while True:
            kind, data, descriptors = _receive()
            if kind != REQUEST:
                break
            answer(data, descriptors, _send)
    except Ended:
        pass
    _go_on()
