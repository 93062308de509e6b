"""Checkpoints of all kinds: `write FOLDER` saves each, `read FOLDER` loads and describes them. Run under python3 and compiled."""
import sys
from collections import Counter, OrderedDict

import torch
import torch.nn as nn


def describe(value, seen):
    """With types, layouts, and which tensors share memory."""
    if isinstance(value, torch.Tensor):
        start = value.data_ptr() - value.storage_offset() * value.element_size() if value.numel() else 0
        storage = seen.setdefault(start, len(seen))
        numbers = [round(x, 4) for x in value.detach().flatten().double().tolist()][:20]
        return (f"{type(value).__name__}({value.dtype}, {tuple(value.shape)}, {value.stride()} from {value.storage_offset()} of "
                f"{storage}, {value.requires_grad}, {value.is_leaf}, {numbers}, {describe(value.__dict__, seen)})")
    if isinstance(value, dict):
        items = ", ".join(f"{describe(k, seen)}: {describe(v, seen)}" for k, v in value.items())
        attributes = describe(value.__dict__, seen) if isinstance(value, OrderedDict) else ""
        return f"{type(value).__name__}{{{items}}}{attributes}"
    if type(value) in (list, tuple):
        return f"{type(value).__name__}({', '.join(describe(x, seen) for x in value)})"
    if isinstance(value, set):
        return f"set({', '.join(sorted(describe(x, seen) for x in value))})"
    return f"{type(value).__name__} {value!r}"


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(5, 3)
        self.body = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))
        self.head = nn.Linear(3, 5, bias=False)
        self.head.weight = self.embed.weight
        self.register_buffer("mask", torch.tensor([True, False]))


def trained():
    torch.manual_seed(1)
    net = Tied()
    made = {"net": net.state_dict(), "epoch": 3, "best": None}
    for name, make in {"sgd": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
                       "adam": lambda p: torch.optim.Adam(p, lr=1e-3, amsgrad=True),
                       "adamw": lambda p: torch.optim.AdamW(p, lr=1e-3, betas=(0.5, 0.9)),
                       "rmsprop": lambda p: torch.optim.RMSprop(p, centered=True)}.items():
        optimizer = make(net.parameters())
        schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2)
        for p in net.parameters():
            p.grad = torch.ones_like(p)
        optimizer.step()
        schedule.step()
        made[name] = {"optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}
    return made


def noted(tensor):
    tensor.note = ["kept"]
    return tensor


TYPES = "float32 float64 float16 bfloat16 int64 int32 int16 int8 uint8 bool"
NUMBERS = [0, -1, 255, 256, 65536, 2**31, -2**31 - 1, 2**63, -2**200, 1.5, float("inf"), -0.0, True, None, 1j, complex(-0.0, 2)]
CONTAINERS = [(), (1, 2, 3), (1, 2, 3, 4), [], {}, [[]], set(), {1, 2}, OrderedDict(), OrderedDict(a=1), Counter("pqrq"),
              {"x": {"y": [({},)]}}, torch.Size([2, 3]), torch.float32, torch.device("cpu"), torch.device("cuda", 1), torch.strided,
              b"abc\0\xff", b"z" * 300, bytearray(b"xy"), bytearray(), "\u00fc" * 300, "\udcff", "\0"]


def cases():
    torch.manual_seed(0)
    base, p, q = torch.arange(24.), nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2), requires_grad=False)
    t, items = torch.ones(2), [1]
    yield "views", {"all": base, "part": base[3:9], "turned": base.view(4, 6).t(), "step": base[::5], "row": base.view(4, 6)[1]}
    yield "spread", {"expanded": torch.ones(1).expand(3), "diagonal": torch.diagonal(torch.randn(3, 4)), "offset": torch.ones(3)[1:],
                     "channels": torch.randn(1, 2, 3, 3).to(memory_format=torch.channels_last)}
    yield "empty", {"scalar": torch.tensor(2.5), "none": torch.zeros(0), "rows": torch.zeros(0, 4), "middle": torch.empty(3, 0, 2)}
    yield "types", {name: torch.tensor([0, 1, 2]).to(getattr(torch, name)) for name in TYPES.split()}
    yield "extremes", {"f": torch.tensor([float("inf"), float("nan"), -0.0, 1e-45]), "i": torch.tensor([2**63 - 1, -2**63])}
    yield "names", {"gr\u00fcn": t, "\u65e5\u672c": t, "a.b/c\\d": t, "": t, "\n\t\"": t, "\U0001f600" * 70: t, 3: t, (1, "x"): t, None: 1}
    yield "numbers", NUMBERS
    yield "containers", CONTAINERS
    yield "shared", {"a": items, "b": items, "t": t, "again": t, "v": t.view(1, 2), "detached": t.detach()}
    yield "gradients", {"p": p, "q": q, "leaf": torch.ones(2, requires_grad=True), "result": p * 2, "same": p, "data": p.data}
    yield "attributes", [noted(torch.ones(2)), noted(nn.Parameter(torch.ones(1)))]
    yield "trained", trained()
    yield "many", {f"layer.{i}.weight": torch.full((i % 3 + 1,), float(i)) for i in range(300)}
    yield "bare", torch.ones(2, 2)
    yield "modules", {"lstm": nn.LSTM(2, 3).state_dict(), "norm": nn.BatchNorm2d(3).state_dict()}


for name, value in cases():
    path = f"{sys.argv[2]}/{name}.pt"
    if sys.argv[1] == "write":
        torch.save(value, path)
    else:
        print(name, describe(torch.load(path), {}))
