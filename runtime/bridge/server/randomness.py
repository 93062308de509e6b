"""The generators that exist on both sides: `random`'s and torch's (RandomStates.h)."""
import struct
import sys

from . import numbers as n

ask = may_ask = None  # of serve.py

WORDS = 625  # an index and the state
NORMAL = struct.Struct("<?d")

_words_known = _normal_known = None  # of random's, as both sides know them
_known_space = None  # what _words_known lies in, once compiled code has been told of it
_torch_known = None
_torch_told = False  # compiled code knows that torch is here
_torch_waiting = None
_words = None
_fields = None
_fields_known = None


def _random_words():
    """The state of random's generator in memory, or None when it is laid out in another way."""
    global _words
    if _words is None:
        import ctypes
        import random
        instance = random._inst
        words = (ctypes.c_uint32 * WORDS).from_address(id(instance) + object.__basicsize__)
        state = instance.getstate()[1]
        fits = type(instance).__mro__[1].__basicsize__ >= object.__basicsize__ + 4 * WORDS and \
            (*words[1:], words[0]) == state
        _words = memoryview(words).cast("B") if fits else False
    return _words


def _random_bytes(random):
    words = _random_words()
    if words is False:
        state = random._inst.getstate()[1]
        data = struct.pack(f"<{WORDS}I", state[-1], *state[:-1])
    else:
        data = words.tobytes()
    normal = random._inst.gauss_next
    return data + NORMAL.pack(normal is not None, normal or 0.0)


def _remember_random(random, data):
    global _words_known, _normal_known
    if _known_space is None:
        _words_known = data[:4 * WORDS]
    else:
        _known_space[:] = data[:4 * WORDS]
    _normal_known = random._inst.gauss_next


def random_place():
    """Addresses of the state and of what both sides know of it, which compiled code writes in one go; None: it cannot."""
    global _known_space
    import ctypes
    import random
    if not _random_words():
        return None
    if _known_space is None:
        space = (ctypes.c_char * (4 * WORDS))()
        _known_space = memoryview(space).cast("B")
        _known_space[:] = _words_known or _random_bytes(random)[:4 * WORDS]
    return id(random._inst) + object.__basicsize__, ctypes.addressof(_known_space.obj)


def _set_random(random, data):
    words = _random_words()
    if words is False:
        state = struct.unpack(f"<{WORDS}I", data[:4 * WORDS])
        random._inst.setstate((3, (*state[1:], state[0]), None))
    else:
        words[:] = data[:4 * WORDS]
    given, normal = NORMAL.unpack(data[4 * WORDS:])
    random._inst.gauss_next = normal if given else None


def _torch_fields(torch):
    """The fields of torch's generator in memory, by whose bytes a change is seen at a tenth of the cost of asking for
    the state; False when they are not found."""
    global _fields
    if _fields is None:
        import ctypes
        usable = ctypes.CDLL(None).malloc_usable_size
        usable.argtypes, usable.restype = [ctypes.c_void_p], ctypes.c_size_t
        address = torch.default_generator._cdata
        size = usable(address)
        words = struct.unpack_from(f"<{WORDS - 1}Q", _torch_bytes(torch), 24)
        at = ctypes.string_at(address, size).find(struct.pack(f"<{WORDS - 1}I", *words))
        # The seed and the places lie before the words, the second of a pair of normals behind them.
        _fields = (ctypes.c_char * (size - at + 20)).from_address(address + at - 20) if at >= 20 else False
    return _fields


def _torch_has_changed(torch):
    fields = _torch_fields(torch)
    return fields is False or fields.raw != _fields_known


def _remember_torch(torch, data):
    global _torch_known, _fields_known
    _torch_known = data
    fields = _torch_fields(torch)
    _fields_known = fields and fields.raw


def _torch_bytes(torch):
    import ctypes
    state = torch.default_generator.get_state()
    return (ctypes.c_char * state.numel()).from_address(state.data_ptr()).raw


def _set_torch(torch, data):
    state = torch.frombuffer(bytearray(data), dtype=torch.uint8)
    torch.default_generator.set_state(state)


def torch_is_there():
    """Called once torch has been imported. Until then a call that needs no frame leaves the state with compiled code."""
    global _torch_waiting
    if may_ask():
        ask(n.RANDOM_STATES)
    if _torch_waiting is not None:
        _set_torch(sys.modules["torch"], _torch_waiting)
        _torch_waiting = None


def _write(out, data):
    out.append(True)
    out.number(len(data))
    out.extend(data)


def _random_has_changed(random):
    if not _words or random._inst.gauss_next is not _normal_known:
        return True
    return _words.tobytes() != (_words_known if _known_space is None else _known_space.tobytes())


def write_changes(out):
    global _torch_told
    random = sys.modules.get("random")
    if hasattr(random, "_inst") and _random_has_changed(random):
        data = _random_bytes(random)
        _write(out, data)
        _remember_random(random, data)
    else:
        out.append(False)
    torch = sys.modules.get("torch")
    has_torch = _torch_waiting is None and hasattr(torch, "default_generator")
    if has_torch and _torch_has_changed(torch) and (data := _torch_bytes(torch)) != _torch_known:
        _write(out, data)
        _remember_torch(torch, data)
    else:
        out.append(2 if has_torch and not _torch_told else 0)
    _torch_told = _torch_told or has_torch


def read_changes(source):
    global _torch_waiting
    if source.byte():
        import random
        data = source.take(source.number())
        _set_random(random, data)
        _remember_random(random, _random_bytes(random))
    if source.byte():
        data = source.take(source.number())
        torch = sys.modules.get("torch")
        if hasattr(torch, "default_generator"):
            _torch_waiting = None
            _set_torch(torch, data)
            _remember_torch(torch, _torch_bytes(torch))
        else:
            _torch_waiting = data


def unchanged():
    """Whether compiled code knows the states."""
    random, torch = sys.modules.get("random"), sys.modules.get("torch")
    if hasattr(random, "_inst") and _random_has_changed(random):
        return False
    if not hasattr(torch, "default_generator") or _torch_waiting is not None:
        return True
    return _torch_told and not _torch_has_changed(torch)
