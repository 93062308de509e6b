"""Files that torch.save would not write, piece by piece: name -> the description (data.pkl) of an archive with one storage of
eight bytes. Those in READ are fine; all others must be refused."""
import struct
import zipfile


def text(s):
    data = s.encode()
    return b"X" + struct.pack("<I", len(data)) + data


def number(n):
    if -2**31 <= n < 2**31:
        return b"J" + struct.pack("<i", n)
    data = n.to_bytes(n.bit_length() // 8 + 1, "little", signed=True)
    return b"\x8a" + bytes([len(data)]) + data


def listed(*parts):
    return b"(" + b"".join(parts) + b"t"


def named(path):
    module, _, name = path.rpartition(".")
    return f"c{module}\n{name}\n".encode()


def called(path, *args):
    return named(path) + listed(*args) + b"R"


def storage(kind="FloatStorage", key="0", count=2):
    return listed(text("storage"), named(f"torch.{kind}"), text(key), text("cpu"), number(count)) + b"Q"


def tensor(offset=0, size=(2,), stride=(1,), on=None, requires_grad=b"\x89"):
    return called("torch._utils._rebuild_tensor_v2", on or storage(), number(offset), listed(*map(number, size)),
                  listed(*map(number, stride)), requires_grad, b"ccollections\nOrderedDict\n)R")


DEEP = 300000
READ = {
    "plain": tensor(), "no elements": tensor(size=(0,)), "from its end": tensor(offset=2, size=(0,)),
    "deep list": b"]" * DEEP + b"a" * (DEEP - 1), "deep tuple": b")" + b"\x85" * DEEP,
    "deep dict": b"}" + (number(1) + b"}") * DEEP + b"s" * DEEP, "deep key": b"}" + b")" + b"\x85" * DEEP + number(1) + b"s",
    "itself": b"]q\x00h\x00a", "complex": tensor(on=storage("ComplexFloatStorage", count=1), size=(1,)),
}
REFUSED = {
    # tensors that are not in their storage
    "beyond": tensor(size=(3,)), "offset": tensor(offset=1), "negative offset": tensor(offset=-1), "far": tensor(offset=2**62, size=(0,)),
    "negative size": tensor(size=(-1,)), "negative stride": tensor(stride=(-1,)), "overflow": tensor(size=(2**62, 4), stride=(2**62, 1)),
    "huge size": tensor(size=(2**80,)), "no strides": tensor(stride=()), "dimensions": tensor(size=(1,) * 1000, stride=(1,) * 1000),
    "count": tensor(on=storage(count=2**61)), "negative count": tensor(on=storage(count=-2)), "key": tensor(on=storage(key="7")),
    "path": tensor(on=storage(key="../version")), "two types": listed(tensor(), tensor(on=storage("LongStorage", count=1), size=(1,))),
    "no storage": tensor(on=number(5)), "gradient of ints": tensor(on=storage("IntStorage"), requires_grad=b"\x88"),
    "quantized storage": tensor(on=storage("QInt8Storage", count=1)), "quantized": called("torch._utils._rebuild_qtensor"),
    "text as data": called("torch._utils._rebuild_parameter", text("x"), b"\x88", b"N"),
    "data replaced": called("torch._utils._rebuild_parameter_with_state", tensor(), b"\x88", b"N", b"}" + text("data") + number(1) + b"s"),
    # what runs code, asks for memory, or is of other classes
    "system": called("posix.system", text("touch ran")), "os": called("os.system", text("touch ran")),
    "dotted": named("torch.serialization.os"), "dots in the name": b"ctorch\nserialization.os.system\n" + listed(text("touch ran")) + b"R",
    "eval": called("builtins.eval", text("1")), "old name": called("__builtin__.getattr", text("x"), text("upper")),
    "hub": named("torch.hub.load"), "result": text("abc") + b")R", "none": b"N)R", "instance": b"N)\x81", "build": text("abc") + b"}b",
    "instantiate": b"(iposix\nsystem\n", "object": b"(cposix\nsystem\no", "by the stack": text("posix") + text("system") + b"\x93",
    "size of a tensor": called("torch.Tensor", number(2**40)), "size of bytes": called("builtins.bytearray", number(2**40)),
    "subclass": called("torch._tensor._rebuild_from_type_v2", named("builtins.set"), named("torch.Tensor"), b")", b"}"),
    "device": called("torch.device", text("nope")), "layout": called("torch.serialization._get_layout", text("torch.nope")),
    # descriptions that do not hold together
    "persistent number": number(5) + b"Q", "persistent part": listed(text("storage")) + b"Q",
    "persistent type": listed(text("storage"), text("x"), text("0"), text("cpu"), number(2)) + b"Q",
    "append": text("a") + number(1) + b"a", "set item": b"]" + number(0) + number(1) + b"s", "no hash": b"}" + b"]" + number(1) + b"s",
    "odd": b"}(" + number(1) + b"u", "underflow": b"a", "tuple": b"\x87", "mark": b"t", "memo": b"h\x05", "empty": b"",
    "long text": b"X\xff\xff\xff\xffabc", "bad text": b"X\x02\0\0\0\xff\xfe", "long number": b"\x8a\xff\x01", "frame": b"\x95" + b"\xff" * 8 + b"N",
    "digits": b"I" + b"9" * 1000000 + b"\n", "half a name": b"cposix", "bad name": b"c\xff\xfe\nx\n",
}


def write(path, description, data=b"\0" * 8, version="3\n", compression=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in (("data.pkl", b"\x80\x02" + description + b"."), ("byteorder", "little"), ("data/0", data), ("version", version)):
            archive.writestr(f"file/{name}", content)
