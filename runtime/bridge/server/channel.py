"""Frames over the socket to compiled code, with descriptors beside them."""
import array
import os
import socket
import struct
import sys

from .numbers import MAGIC, MOST_DESCRIPTORS

HEADER = struct.Struct("<IBBH")
ROOM = 1 << 16
ANCILLARY = socket.CMSG_SPACE(MOST_DESCRIPTORS * 4)

_socket = socket.socket(fileno=int(sys.argv[2]))
_socket.set_inheritable(False)


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


def receive():
    """Kind, payload and descriptors of the next frame."""
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
    if magic != MAGIC:
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


def send(kind, payload, descriptors=()):
    frame = HEADER.pack(len(payload), kind, len(descriptors), MAGIC) + payload
    if not descriptors:
        _socket.sendall(frame)
        return
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
    sent = _socket.sendmsg([frame], rights)
    _socket.sendall(memoryview(frame)[sent:])
