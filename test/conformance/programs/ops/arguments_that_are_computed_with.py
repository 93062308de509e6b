# Arguments of a wrong shape, type or size are refused; matrices that are multiplied in the order of least cost; elements
# that are among many.
import io
import math
import time

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x, v, image, batch = torch.randn(3, 4), torch.randn(5), torch.randn(1, 2, 6, 6), torch.randn(2, 3, 4)
most = 2**63 - 1
gate, cell, step, layer = nn.GRUCell(4, 3), nn.LSTMCell(4, 3), nn.RNNCell(4, 3), nn.LSTM(4, 3)
heads = nn.MultiheadAttention(4, 2)


def said(name, call, text=True):
    try:
        result = call()
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0] if text else "")
    else:
        print(name, "taken", tuple(result.shape) if isinstance(result, torch.Tensor) else type(result).__name__)


# ---- among many
many = torch.arange(60000)
print(torch.isin(many, many.flip(0)[:50000]).sum().item(), torch.isin(many, many[::2], invert=True)[:5].tolist())
few = torch.tensor([math.nan, 1.0, -0.0, math.inf, -math.inf, 7.0])
print(torch.isin(few.reshape(2, 3), few[:3]).tolist(), torch.isin(few, few[:0], invert=True).tolist())
for known in (few.repeat(30), few[:3].repeat(30), few[3:].repeat(30), few[1:3].long().repeat(30)):
    for kind in (torch.float32, torch.float64):
        print(torch.isin(few.to(kind).reshape(2, 3), known).tolist(), torch.isin(few.to(kind), known, invert=True).tolist())
for kind in (torch.uint8, torch.int32):
    print(torch.isin(torch.arange(6).to(kind), torch.arange(3, 40)).tolist())
print(torch.isin(few, 1.0).tolist(), torch.isin(1, many).item(), torch.isin(many[:0], many).shape)
for name, call in (("bool", lambda: torch.isin(x, x.bool())), ("bool", lambda: torch.isin(True, x)),
                   ("complex", lambda: torch.isin(x + 0j, x)), ("complex", lambda: torch.isin(x, 1j))):
    said(name, call)

# ---- matrices
wide, tall = torch.ones(1500, 1500), torch.ones(1500, 1)
start = time.perf_counter()
torch.linalg.multi_dot([wide, wide, wide, tall])
print(time.perf_counter() - start < 0.25)
sizes = (3, 40, 2, 50, 1, 7)
chain = [torch.randn(a, b, dtype=torch.float64, requires_grad=True) for a, b in zip(sizes, sizes[1:])]
product = torch.linalg.multi_dot(chain)
product.sum().backward()
print(torch.allclose(product, chain[0] @ chain[1] @ chain[2] @ chain[3] @ chain[4]), chain[2].grad.shape)
for given in ([v, v], [x[0], x.T, x], [x, x.T, x[:, 0]], [x[0], x.T, x, x[0]], [x, v, x], [batch, x], [v, x], [x, x, x], [x]):
    said("multi_dot", lambda: torch.linalg.multi_dot(given))
for power in (0, 1, 2):
    said("matrix_power", lambda: torch.linalg.matrix_power(x, power))
    said("matrix_power", lambda: torch.linalg.matrix_power(v, power))
for p, bound in ((0, 1), (-1, 1), (2, -1), (2.5, -1.5), (2, 1)):
    said("renorm", lambda: torch.renorm(x, p, 0, bound))
said("norm", lambda: torch.norm(batch, "fro", dim=(0, 1, 2)))

# ---- numbers
for name in ("hann", "hamming", "bartlett", "blackman", "kaiser"):
    window = getattr(torch, name + "_window")
    for kind in (torch.int64, torch.bool, torch.uint8, torch.float64):
        said(name, lambda: window(5, dtype=kind))
    said(name, lambda: window(-1))
said("deg2rad", lambda: torch.deg2rad(x + 0j))
said("rad2deg", lambda: torch.rad2deg(x + 0j))
for n in (0, 3):
    for kind in (None, torch.int64):
        said("fftfreq", lambda: torch.fft.fftfreq(n, dtype=kind))
        said("rfftfreq", lambda: torch.fft.rfftfreq(n, dtype=kind))
print(torch.fft.fftfreq(3, 0))
said("polar", lambda: torch.polar(x, x.long()))
said("polar", lambda: torch.polar(x, x.double()))
for given in (["a"], [["a"]], "a", [1, "a"]):
    said("tensor", lambda: torch.tensor(given))
for kind in (torch.float32, torch.int64, torch.bool):
    said("tensor", lambda: torch.tensor(1 + 2j, dtype=kind))
    said("tensor", lambda: torch.tensor([2 + 0j], dtype=kind))
for level in (0.5, 2.0):
    for mode in ("linear", "x"):
        said("nanquantile", lambda: torch.nanquantile(v, level, interpolation=mode))
said("uniform", lambda: torch.distributions.Uniform(2.0, 1.0))
said("uniform", lambda: torch.distributions.Uniform(torch.tensor([1.0, 2.0]), 2.0))

# ---- layers
zeros = torch.zeros(3, 3)
for state in (zeros, (zeros,), (zeros,) * 3, (zeros[:2],) * 2, (zeros, zeros[:, :2]), [zeros, zeros], 3):
    said("LSTMCell", lambda: cell(x, state))
for state in (zeros[:2], zeros[:1], zeros[:, :2], zeros[0], (zeros, zeros), zeros):
    said("GRUCell", lambda: gate(x, state))
    said("RNNCell", lambda: step(x, state))
for given, state in ((x, x), (x, torch.zeros(2, 1, 3)), (batch, torch.zeros(1, 3, 3)), (batch, 3),
                     (batch, (torch.zeros(1, 3, 3),)), (batch, (torch.zeros(1, 3, 3),) * 2)):
    said("LSTM", lambda: layer(given, state))
for shape in ((2, 3), (3, 3), (3,), (3, 2)):
    said("padding", lambda: heads(batch, batch, batch, key_padding_mask=torch.zeros(shape, dtype=torch.bool)))
for shape in ((2, 2, 2), (6, 2, 2), (2, 3), (3,)):
    said("mask", lambda: heads(batch, batch, batch, attn_mask=torch.zeros(shape, dtype=torch.bool)))
said("mask", lambda: heads(batch, batch, batch, attn_mask=torch.zeros(2, 2, dtype=torch.int64)))
said("heads", lambda: heads(batch, batch[:1], batch))
said("heads", lambda: heads(batch[0], batch, batch))
said("attention", lambda: F.scaled_dot_product_attention(x, x, v))
said("triplet", lambda: nn.TripletMarginLoss(swap=1)(x, x, x))
said("triplet", lambda: F.triplet_margin_loss(x, x, v))
said("lp_pool", lambda: F.lp_pool2d(image, 0, 2))
for size in ((1, 1, 0, 2), (1, 1, 2), (1, 2, 2, 2, 2)):
    said("grid", lambda: F.affine_grid(torch.randn(1, 2, 3), size, False))
said("grid", lambda: F.affine_grid(x, (1, 2, 3, 4), False))
for given, groups in ((v, 2), (image, 0), (image, 3), (image, 2)):
    said("shuffle", lambda: F.channel_shuffle(given, groups))
said("pad", lambda: F.pad(image, (1, 1), mode="weird"))
said("pad", lambda: F.pad(image, (7, 7), mode="reflect"))
for kind in (torch.float64, torch.float16, torch.int64):
    said("Conv2d", lambda: nn.Conv2d(2, 3, 3)(image.to(kind)))
said("Linear", lambda: nn.Linear(4, 2)(torch.tensor([0, 1, 7])))
said("switch", lambda: torch.set_grad_enabled(1))
print(torch.is_grad_enabled())

# ---- sizes that no number says
for call in (lambda: F.pad(torch.ones(3, 4), (most, most)), lambda: F.conv2d(image, torch.ones(1, 2, 1, 1), padding=most),
             lambda: F.conv2d(image, torch.ones(1, 2, 2, 2), dilation=most), lambda: F.adaptive_avg_pool2d(image, most),
             lambda: F.adaptive_max_pool2d(image, most), lambda: F.max_pool2d(image, 2, stride=most),
             lambda: F.avg_pool2d(image, 2, stride=2**31), lambda: x.unfold(0, 1, most)):
    said("size", call, text=False)

# ---- files
file = io.BytesIO()
torch.save(v, file)
for options in ({"map_location": 5}, {"mmap": True}):
    file.seek(0)
    said("load", lambda: torch.load(file, **options))
