"""The generators that exist on both sides: `random`'s and torch's (RandomStates.h)."""
import struct
import sys

WORDS = 625  # an index and the state
NORMAL = struct.Struct("<?d")

_random_known = None
_torch_known = None
_torch_waiting = None
_words = None


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


def _set_random(random, data):
    words = _random_words()
    if words is False:
        state = struct.unpack(f"<{WORDS}I", data[:4 * WORDS])
        random._inst.setstate((3, (*state[1:], state[0]), None))
    else:
        words[:] = data[:4 * WORDS]
    given, normal = NORMAL.unpack(data[4 * WORDS:])
    random._inst.gauss_next = normal if given else None


def _torch_bytes(torch):
    import ctypes
    state = torch.default_generator.get_state()
    return (ctypes.c_char * state.numel()).from_address(state.data_ptr()).raw


def _set_torch(torch, data):
    state = torch.frombuffer(bytearray(data), dtype=torch.uint8)
    torch.default_generator.set_state(state)


def torch_is_there():
    """Called once torch has been imported."""
    global _torch_waiting
    if _torch_waiting is not None:
        _set_torch(sys.modules["torch"], _torch_waiting)
        _torch_waiting = None


def _write(out, data, known):
    changed = data != known
    out.append(changed)
    if changed:
        out.number(len(data))
        out.extend(data)


def write_changes(out):
    global _random_known, _torch_known
    random = sys.modules.get("random")
    if hasattr(random, "_inst"):
        data = _random_bytes(random)
        _write(out, data, _random_known)
        _random_known = data
    else:
        out.append(False)
    torch = sys.modules.get("torch")
    if _torch_waiting is None and hasattr(torch, "default_generator"):
        data = _torch_bytes(torch)
        _write(out, data, _torch_known)
        _torch_known = data
    else:
        out.append(False)


def read_changes(source):
    global _random_known, _torch_known, _torch_waiting
    if source.byte():
        import random
        data = source.take(source.number())
        _set_random(random, data)
        _random_known = _random_bytes(random)
    if source.byte():
        data = source.take(source.number())
        torch = sys.modules.get("torch")
        if hasattr(torch, "default_generator"):
            _set_torch(torch, data)
            _torch_known = _torch_bytes(torch)
        else:
            _torch_waiting = data
