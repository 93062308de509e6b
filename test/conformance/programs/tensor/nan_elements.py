"""Elements that are nan become objects of their own; their bytes are the usual ones."""
import struct

import torch

t = torch.tensor([float("nan")] * 3)
print(len({x.item() for x in t}), len(set(t.tolist())), len({float("nan")}))
values = t.tolist()
print(values[0] in values, values[0] is values[1], values == values, values == list(values))
print(struct.pack("<d", float("nan")).hex(), struct.pack("<f", float("nan")).hex(), struct.pack("<d", t[0].item()).hex())
print(torch.tensor([float("nan")], dtype=torch.float32).view(torch.int32).tolist())
