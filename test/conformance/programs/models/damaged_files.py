# Files that are not what a training script expects: IDX files cut or made up, state dicts of another model.
import os
import struct
import tempfile

import torch
from torch import nn


def read_idx(path):
    with open(path, "rb") as file:
        header = file.read(4)
        if len(header) < 4:
            raise ValueError("too short for an IDX file")
        zero, kind, rank = struct.unpack(">HBB", header)
        if zero != 0 or kind != 8:
            raise ValueError("not an IDX file of unsigned bytes")
        shape = struct.unpack(f">{rank}I", file.read(4 * rank))
        values = torch.frombuffer(bytearray(file.read()), dtype=torch.uint8)
        return values.view(shape)


folder = tempfile.mkdtemp()
files = {"good": b"\0\0\x08\x02" + struct.pack(">II", 2, 3) + bytes(range(6)), "empty": b"", "short": b"\0\0",
         "kind": b"\0\0\x0d\x01" + bytes(8), "text": b"label,value\n1,2\n", "sizes": b"\0\0\x08\x03\0\0\0\x02",
         "values": b"\0\0\x08\x01" + struct.pack(">I", 9) + bytes(4), "none": b"\0\0\x08\x01" + struct.pack(">I", 4),
         "large": b"\0\0\x08\x02" + b"\0\0\xff\xff" * 2 + b"\x01"}
for name, content in files.items():
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(content)
    try:
        print(name, read_idx(path))
    except (ValueError, struct.error, RuntimeError) as error:
        print(name, type(error).__name__, error)
for path in (os.path.join(folder, "absent"), folder):
    try:
        read_idx(path)
    except OSError as error:
        print(type(error).__name__, error.errno, error.strerror)

# Weights of another model, and data of another shape or type.
model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
other = nn.Sequential(nn.Linear(3, 5), nn.Linear(5, 1))
path = os.path.join(folder, "weights.pt")
torch.save(other.state_dict(), path)
before = model[0].weight.clone()
try:
    model.load_state_dict(torch.load(path))
except RuntimeError as error:
    print(error)
print(torch.equal(before, model[0].weight))
for data in (torch.ones(2, 4), torch.ones(2, 3).double(), torch.ones(2, 3, dtype=torch.int64), torch.ones(1, 3)):
    try:
        print(model(data).shape)
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)
