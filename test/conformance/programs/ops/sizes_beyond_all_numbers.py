"""Sizes, strides and paddings whose sums and products no number of 64 bits holds: refused, and nothing wraps around."""
import torch
import torch.nn.functional as F

LARGE = (2**63 - 1, 2**63 - 3, 2**62)
x, line, cube = torch.ones(1, 1, 5, 5), torch.ones(1, 1, 5), torch.ones(1, 1, 5, 5, 5)
weight, short = torch.ones(1, 1, 2, 2), torch.ones(1, 1, 2)
v, empty = torch.arange(4.), torch.ones(0)


def tried(name, f, text=False):
    try:
        print(name, tuple(f().shape))
    except (RuntimeError, IndexError, ValueError) as error:
        print(name, type(error).__name__, str(error).split("\n")[0] if text else "")


for n in LARGE:
    for what in ("stride", "padding", "dilation"):
        tried(f"conv2d {what} {n}", lambda: F.conv2d(x, weight, **{what: n}))
        tried(f"conv1d {what} {n}", lambda: F.conv1d(line, short, **{what: n}))
        tried(f"conv_transpose2d {what} {n}", lambda: F.conv_transpose2d(x, weight, **{what: n}))
        tried(f"max_pool2d {what} {n}", lambda: F.max_pool2d(x, 2, **{what: n}))
        tried(f"max_pool3d {what} {n}", lambda: F.max_pool3d(cube, 2, **{what: n}))
        if what != "padding":
            tried(f"unfold {what} {n}", lambda: F.unfold(x, 2, **{what: n}))
            tried(f"fold {what} {n}", lambda: F.fold(torch.ones(1, 4, 9), (4, 4), 2, **{what: n}))
    for what in ("stride", "padding"):
        tried(f"avg_pool2d {what} {n}", lambda: F.avg_pool2d(x, 2, **{what: n}))
    tried(f"fold kernel {n}", lambda: F.fold(torch.ones(1, 4, 9), (4, 4), n), text=True)
    tried(f"fold size {n}", lambda: F.fold(torch.ones(1, 4, 9), (n, n), 2))
    tried(f"unfold kernel {n}", lambda: F.unfold(x, n))
    tried(f"pad {n}", lambda: F.pad(x, (n, n)))
    tried(f"pad reflect {n}", lambda: F.pad(x, (n, n, 0, 0), mode="reflect"))
    tried(f"output_padding {n}", lambda: F.conv_transpose2d(x, weight, output_padding=n))
    tried(f"window {n}", lambda: v.unfold(0, n, 1), text=True)
    tried(f"window step {n}", lambda: v.unfold(0, 2, n))
    tried(f"narrow {n}", lambda: v.narrow(0, n, 1), text=True)
    tried(f"narrow length {n}", lambda: v.narrow(0, 1, n), text=True)
    tried(f"as_strided {n}", lambda: v.as_strided((2,), (n,)))
    tried(f"as_strided size {n}", lambda: v.as_strided((n,), (1,)))
    tried(f"expand {n}", lambda: torch.ones(1).expand(n))
    tried(f"expand twice {n}", lambda: torch.ones(1).expand(n, n), text=True)
    tried(f"repeat {n}", lambda: v.repeat(n, 4))
    tried(f"zeros {n}", lambda: torch.zeros(n, n))
    tried(f"full {n}", lambda: torch.full((n,), 1.0))
    tried(f"linspace {n}", lambda: torch.linspace(0, 1, n))
    tried(f"arange {n}", lambda: torch.arange(n))
    tried(f"tril_indices {n}", lambda: torch.tril_indices(n, n))
    tried(f"eye {n}", lambda: torch.eye(n))
    tried(f"view {n}", lambda: empty.view(n, 4, 0))
    tried(f"roll {n}", lambda: v.roll(n))
    for k in (n, -n, -n - 1):
        print(n, [torch.ones(3, 3).tril(k).sum().item(), torch.ones(3, 3).triu(k).sum().item()],
              [torch.ones(3, 3).tril_(k).sum().item(), torch.ones(3).expand(3, 3).clone().triu_(k).sum().item()])
tried("repeat none", lambda: torch.zeros(0, 2**40).repeat(1, 2**40))

# A transposed convolution leaves no more out than a step.
for padding in (-1, 1, 2, (1, 0), (0, 2)):
    for options in ({}, {"stride": 2}, {"dilation": 2}, {"stride": 3, "padding": 1}):
        tried(f"{padding} {options}", lambda: F.conv_transpose2d(x, weight, output_padding=padding, **options), text=True)
tried("line", lambda: F.conv_transpose1d(line, short, output_padding=3), text=True)
tried("cube", lambda: F.conv_transpose3d(cube, weight[None], stride=2, output_padding=(0, 2, 1)), text=True)
tried("module", lambda: torch.nn.ConvTranspose2d(1, 1, 2, output_padding=2)(x), text=True)
tried("no images", lambda: F.conv_transpose2d(x[:0], weight, output_padding=2), text=True)

# Tensors of more than 64 dimensions.
many = torch.ones((1,) * 66 + (2, 3))
FUNCTIONS = {
    "itself": lambda: many, "zeros": lambda: torch.zeros((1,) * 70), "sum": lambda: many.sum(), "sum of one": lambda: many.sum(67),
    "mean": lambda: many.mean((0, 1)), "any": lambda: many.any(3), "squeeze": lambda: many.squeeze(),
    "squeeze some": lambda: many.squeeze((1, 65)), "permute": lambda: many.permute(tuple(range(68))[::-1]),
    "permute twice": lambda: many.permute((0,) * 68), "flip": lambda: many.flip(67), "add": lambda: many + many.transpose(66, 67).mT,
    "unsqueeze": lambda: many.unsqueeze(3), "select": lambda: many[0], "None": lambda: v[(None,) * 70], "cat": lambda: torch.cat([many, many], 67),
    "stack": lambda: torch.stack([many, many]), "product": lambda: many @ torch.ones(3, 2), "flatten": lambda: many.flatten(),
    "expand": lambda: torch.zeros(1).expand((1,) * 70), "reshape": lambda: torch.ones(2).reshape((1,) * 100 + (2,)),
    "cumsum": lambda: many.cumsum(67), "clone": lambda: many.transpose(0, 67).contiguous(),
}
for name, f in FUNCTIONS.items():
    tried(name, f, text=True)
print(many.flatten().tolist())

# Pieces, combinations and places beyond all lists and memory.
pieces, elements = torch.empty(0), torch.arange(5)
for count in (2**40, 2**62):
    tried(f"chunk {count}", lambda: pieces.chunk(count), text=True)
    tried(f"unsafe_chunk {count}", lambda: pieces.unsafe_chunk(count), text=True)
    tried(f"tensor_split {count}", lambda: v.tensor_split(count), text=True)
for r in range(8):
    for again in (False, True):
        print(r, again, torch.combinations(elements, r, again).tolist())
tried("combinations", lambda: torch.combinations(torch.arange(100), 60), text=True)
tried("combinations", lambda: torch.combinations(torch.arange(40), 20), text=True)
tried("combinations", lambda: torch.combinations(elements, 70, True), text=True)
print(torch.combinations(torch.arange(30.), 3).sum(), torch.combinations(torch.empty(0), 3).shape)
for n, count in ((2**61, 3), (2**60, 4)):
    tried(f"cat {count} of {n}", lambda: torch.cat([torch.ones(1).expand(n)] * count), text=True)
for place in ((2**61, (2,), (1,)), (2**63 - 1, (2,), (1,)), (0, (2,), (2**62,)), (0, (2**62, 8), (1, 1)), (-1, (2,), (1,))):
    tried(f"set_ {place}", lambda: torch.ones(2).set_(torch.UntypedStorage(8), *place), text=True)
for given in (3, [1, 2, 255, 256], -1, "a", 3.5, [1.5]):
    tried(f"storage of {given}", lambda: torch.UntypedStorage(given).nbytes(), text=True)
packed = torch.nn.utils.rnn.pack_sequence([torch.ones(3, 2), torch.ones(1, 2)])
for total in (2**45, 2**62):
    tried(f"total length {total}", lambda: torch.nn.utils.rnn.pad_packed_sequence(packed, total_length=total))
print(torch.nn.utils.rnn.pad_packed_sequence(packed, total_length=5, padding_value=7))
