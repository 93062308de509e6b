"""Headers of safetensors files, over eight bytes of elements. Those in DIFFERENT are read by the package and refused here: what
has another dtype, more than 64 dimensions, a name twice, or an array for an entry."""
import json
import struct

ENTRY = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


def one(**parts):
    return json.dumps({"t": ENTRY | parts})


def two(first, second, dtype="F32"):
    """Two tensors of one element, at these places."""
    return json.dumps({name: {"dtype": dtype, "shape": [1], "data_offsets": place} for name, place in (("t", first), ("u", second))})


TWICE = one()[:-1] + ", " + one()[1:]
HEADERS = {
    "plain": one(), "spaces": "  " + one() + "  ", "nothing": "", "empty": "{}", "list": "[]", "null": "null", "half": "{", "word": "x",
    "deep": "{" * 100000, "number": '{"t":1}', "more": one(more=1), "missing": '{"t":{"dtype":"F32","shape":[2]}}', "twice": TWICE,
    "key twice": one()[:-2] + ', "dtype": "F32"}}', "array": '{"t":["F32",[2],[0,8]]}', "behind": one() + " x", "comma": one()[:-1] + ",}",
    "metadata": '{"__metadata__":{"a":"b"},' + one()[1:], "no metadata": '{"__metadata__":null,' + one()[1:],
    "numbers as metadata": '{"__metadata__":{"a":1},' + one()[1:],
    "no name": json.dumps({"": ENTRY}), "umlauts": json.dumps({"gr\u00fcn": ENTRY}, ensure_ascii=False), "surrogate": json.dumps({"\ud800": ENTRY}),
    "negative": one(shape=[-2]), "fraction": one(shape=[2.5]), "float": one(shape=[2.0]), "bool": one(shape=[True, 2]),
    "huge": one(shape=[2**62, 4], data_offsets=[0, 0]), "huger": one(shape=[2**64 - 1, 2]), "dimensions": one(shape=[1] * 100 + [2]),
    "scalar": one(dtype="F64", shape=[]), "no elements": '{"e":{"dtype":"F64","shape":[0,5],"data_offsets":[0,0]},' + one()[1:],
    "unknown dtype": one(dtype="X"), "small letters": one(dtype="f32"), "list as dtype": one(dtype=[]), "dict as dtype": one(dtype={}),
    "uint16": one(dtype="U16", shape=[4]), "float8": one(dtype="F8_E4M3", shape=[8]), "complex": one(dtype="C64", shape=[1]),
    "backwards": one(data_offsets=[8, 0]), "beyond": one(data_offsets=[0, 2**63]), "too large": one(dtype="F64"),
    "unsorted": two([4, 8], [0, 4]), "hole": two([0, 4], [5, 9]), "not from the start": one(shape=[1], data_offsets=[4, 8]),
    "overlap": two([0, 4], [2, 6]), "same place": two([0, 4], [0, 4]), "rest": one(shape=[1], data_offsets=[0, 4]),
}
DIFFERENT = {"twice", "array", "dimensions", "uint16", "float8", "complex"}


def write(path, text, size=None):
    data = text.encode("utf-8")
    path.write_bytes(struct.pack("<Q", len(data) if size is None else size) + data + bytes(8))
