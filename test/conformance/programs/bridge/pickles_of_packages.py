# Objects of packages and containers of the program, pickled on either side.

import copy
import io
import pickle

import numpy as np

import _frames

table = _frames.Table(a=[1, 2], b=[0.5, 1.5])
again = _frames.roundtrip(table)
print(again == table, again is table, again.a, list(again))
for value in (None, 3, 2.5, "text", b"bytes", (1, [2, {"k": {3}}]), {"a": (1, 2)}, [1, "x", None], frozenset({1}), 1 + 2j, range(3)):
    print(_frames.roundtrip(value) == value, end=" ")
print()
data = _frames.dumps({"x": [1, 2, (3, "y")], "z": None})
print(type(data) is bytes, pickle.loads(data))
print(_frames.roundtrip([np.float64(1.5), np.arange(3)]))
shared = [1, 2]
back = _frames.roundtrip([shared, shared])
print(back, back[0] is back[1])


class Point:
    def __init__(self, x):
        self.x = x


for call in (lambda: _frames.roundtrip(lambda: 1),):
    try:
        call()
    except Exception as error:
        print("cannot be pickled")
copied, deep = copy.copy(table.a), copy.deepcopy(table)
print(copied is table.a, copied, deep == table, deep.a.values is table.a.values)
nested = {"t": table, "l": [table.a]}
deep = copy.deepcopy(nested)
print(deep["t"] is table, deep["t"] == table, deep["l"][0])
buffer = io.BytesIO()
pickle.dump([1, 2, {"three": 3}], buffer)
buffer.seek(0)
print(pickle.load(buffer), pickle.loads(pickle.dumps(Point(4))).x)
for protocol in range(2, 5):
    print(_frames.drain(pickle.loads(pickle.dumps([protocol, "p"], protocol))), end=" ")
print()
