"""What a node saves: gone after backward(), so that a second one raises; and not to be written in between."""
import gc
import weakref

import torch
import torch.nn.functional as F

OPERATIONS = {
    # ---- nodes that keep shapes, types and numbers at most
    "add": lambda x: x + 1, "sub": lambda x: 1 - x, "neg": lambda x: -x, "add tensor": lambda x: torch.ones(4) + x,
    "add alpha": lambda x: torch.add(torch.ones(4), x, alpha=3), "sum": lambda x: x.sum(), "sum dim": lambda x: x.view(2, 2).sum(1),
    "mean": lambda x: x.mean(), "mean dim": lambda x: x.view(2, 2).mean(0, True), "view": lambda x: x.view(2, 2),
    "reshape": lambda x: x.view(2, 2).t().reshape(4), "slice": lambda x: x[1:], "select": lambda x: x[1], "none": lambda x: x[None],
    "transpose": lambda x: x.view(2, 2).t(), "permute": lambda x: x.view(2, 1, 2).permute(2, 0, 1), "squeeze": lambda x: x.view(4, 1).squeeze(1),
    "expand": lambda x: x.expand(3, 4), "cat": lambda x: torch.cat([x, x]), "stack": lambda x: torch.stack([x, x]),
    "split": lambda x: x.split(2)[1], "unbind": lambda x: x.unbind()[2], "chunk": lambda x: x.chunk(2)[0], "repeat": lambda x: x.repeat(2),
    "flip": lambda x: x.flip(0), "roll": lambda x: x.roll(1), "tril": lambda x: x.view(2, 2).tril(), "diag": lambda x: torch.diag(x),
    "trace": lambda x: x.view(2, 2).trace(), "pad": lambda x: F.pad(x, (1, 1)), "clone": lambda x: x.clone(),
    "double": lambda x: x.double(), "half": lambda x: x.to(torch.float16), "cumsum": lambda x: x.cumsum(0), "floor": lambda x: x.floor(),
    "round": lambda x: x.round(), "frac": lambda x: x.frac(), "rem": lambda x: x % 2, "fmod": lambda x: torch.fmod(x, 2.0),
    "lerp number": lambda x: torch.lerp(x, torch.zeros(4), 0.5), "addcmul": lambda x: torch.addcmul(x, torch.ones(4), torch.ones(4)),
    "unfold": lambda x: x.unfold(0, 2, 1), "as_strided": lambda x: x.as_strided((2, 2), (1, 1)), "meshgrid": lambda x: torch.meshgrid(x, x, indexing="ij")[0],
    "copy_": lambda x: torch.zeros(4).copy_(x), "add_": lambda x: x.clone().add_(1), "zero_": lambda x: x.clone().zero_(),
    "fill_": lambda x: x.clone().fill_(2), "sub_": lambda x: x.clone().sub_(x), "new view": lambda x: written_behind(x),
    "nearest": lambda x: F.interpolate(x.view(1, 1, 4), scale_factor=2), "unfold2d": lambda x: F.unfold(x.view(1, 1, 2, 2), 1),
    # ---- numbers that are kept as tensors
    "mul": lambda x: x * 3, "rmul": lambda x: 3 * x, "mul bool": lambda x: x * True, "div": lambda x: x / 2, "rdiv": lambda x: 2 / x,
    "div floor": lambda x: torch.div(x, 2, rounding_mode="floor"), "mul_": lambda x: x.clone().mul_(2), "div_": lambda x: x.clone().div_(2),
    # ---- tensors
    "mul tensor": lambda x: x * torch.ones(4), "square": lambda x: x * x, "div tensor": lambda x: x / torch.ones(4), "exp": lambda x: x.exp(),
    "tanh": lambda x: x.tanh(), "sigmoid": lambda x: x.sigmoid(), "relu": lambda x: x.relu(), "clamp": lambda x: x.clamp(0, 2),
    "pow 2": lambda x: x ** 2, "pow 1": lambda x: x ** 1.0, "pow 0": lambda x: x ** 0, "where": lambda x: torch.where(x > 0, x, 0.0),
    "masked_fill": lambda x: x.masked_fill(x > 5, 0.0), "abs": lambda x: x.abs(), "mm": lambda x: x.view(2, 2) @ torch.ones(2, 2),
    "mv": lambda x: torch.ones(3, 4).mv(x), "dot": lambda x: x.dot(torch.ones(4)), "outer": lambda x: torch.outer(x, torch.ones(2)),
    "linear": lambda x: F.linear(x.view(2, 2), torch.ones(3, 2)), "sort": lambda x: x.sort()[0], "max": lambda x: x.max(),
    "max dim": lambda x: x.view(2, 2).max(1)[0], "amax": lambda x: x.amax(0), "norm": lambda x: x.norm(), "prod": lambda x: x.prod(),
    "prod dim": lambda x: x.view(2, 2).prod(0), "std": lambda x: x.std(), "var": lambda x: x.var(), "softmax": lambda x: x.softmax(0),
    "log_softmax": lambda x: x.log_softmax(0), "log": lambda x: (x + 3).log(), "sqrt": lambda x: (x + 3).sqrt(), "rsqrt": lambda x: (x + 3).rsqrt(),
    "logsumexp": lambda x: x.logsumexp(0), "logsumexp keep": lambda x: x.logsumexp(0, True), "gelu": lambda x: F.gelu(x), "elu": lambda x: F.elu(x),
    "leaky": lambda x: F.leaky_relu(x), "softplus": lambda x: F.softplus(x), "mse": lambda x: F.mse_loss(x, torch.zeros(4)),
    "smooth l1": lambda x: F.smooth_l1_loss(x, torch.zeros(4)), "bce": lambda x: F.binary_cross_entropy_with_logits(x, torch.ones(4)),
    "layer norm": lambda x: F.layer_norm(x, (4,)), "maximum": lambda x: torch.maximum(x, torch.zeros(4)), "lerp": lambda x: torch.lerp(x, torch.zeros(4), torch.ones(4)),
    "atan2": lambda x: torch.atan2(x, torch.ones(4)), "gather": lambda x: x.gather(0, torch.tensor([0])), "take": lambda x: x.take(torch.tensor([0])),
    "take along": lambda x: x.take_along_dim(torch.tensor([0]), 0), "index": lambda x: x[torch.tensor([0, 1])], "index list": lambda x: x[[0]],
    "mask": lambda x: x[torch.tensor([True, False, True, False])], "index_select": lambda x: x.index_select(0, torch.tensor([1])),
    "index_add": lambda x: torch.zeros(4).index_add(0, torch.tensor([0, 1, 2, 3]), x), "index_copy": lambda x: torch.zeros(4).index_copy(0, torch.tensor([0, 1, 2, 3]), x),
    "scatter": lambda x: torch.zeros(4).scatter(0, torch.tensor([0, 1, 2, 3]), x), "addc": lambda x: torch.addcmul(x, x, x),
    "cross entropy": lambda x: F.cross_entropy(x.view(2, 2), torch.tensor([0, 1])), "sin": lambda x: x.sin(), "reciprocal": lambda x: x.reciprocal(),
    "erf": lambda x: x.erf(), "erfinv": lambda x: (x / 4).erfinv(), "sgn": lambda x: x.sgn(), "cummax": lambda x: x.cummax(0)[0], "cummin": lambda x: x.cummin(0)[0],
    "cumprod": lambda x: x.cumprod(0), "hypot": lambda x: torch.hypot(x, torch.ones(4)), "nan_to_num": lambda x: x.nan_to_num(),
    "copysign": lambda x: torch.copysign(x, 2.0), "xlogy": lambda x: torch.xlogy(x, torch.ones(4)), "embedding": lambda x: F.embedding(torch.tensor([0, 1]), x.view(2, 2)),
    "conv": lambda x: F.conv1d(x.view(1, 1, 4), torch.ones(1, 1, 2)), "max_pool": lambda x: F.max_pool2d(x.view(1, 1, 2, 2), 2),
    "inverse": lambda x: torch.linalg.inv(torch.diag(x)), "det": lambda x: torch.linalg.det(torch.diag(x)),
    "solve": lambda x: torch.linalg.solve(torch.diag(x), torch.ones(4)), "qr": lambda x: torch.linalg.qr(x.view(2, 2))[1],
    "cholesky": lambda x: torch.linalg.cholesky(torch.diag(x.abs())), "eigh": lambda x: torch.linalg.eigh(torch.diag(x))[0],
    "svd": lambda x: torch.linalg.svd(x.view(2, 2))[1], "slogdet": lambda x: torch.linalg.slogdet(torch.diag(x))[1],
    # ---- writes to parts: never twice
    "set number": lambda x: set_part(x, 5.0), "set tensor": lambda x: set_part(x, x[2] + 0), "set and add": lambda x: set_part(x.view(2, 2), x[:2] + 1),
    "mul part": lambda x: part(x, lambda v: v.mul_(2)), "add part": lambda x: part(x, lambda v: v.add_(2)), "copy part": lambda x: part(x, lambda v: v.copy_(x[:1])),
}


def written_behind(x):
    y = x.clone()
    v = y[:1]
    y.add_(1)
    return v


def set_part(x, value):
    y = x.clone()
    y[0] = value
    return y


def part(x, write):
    y = x.clone()
    write(y[:1])
    return y


def word(error):
    for known in ("a second time", "modified by an inplace operation", "is a view of a leaf", "being used in an in-place"):
        if known in str(error):
            return known
    return str(error)[:60]


def start():
    return torch.tensor([0.5, -1.0, 2.0, 1.5], requires_grad=True)


def again(function):
    w = start()
    try:
        y = function(w).sum()
        y.backward()
        y.backward()
        return [round(v, 3) for v in w.grad.tolist()]
    except RuntimeError as error:
        return word(error)


def written(function, what):
    w = start()
    x = w + 0
    try:
        y = function(x)
        (x if what == "operand" else y).add_(1)
        y.sum().backward()
        return "fine"
    except RuntimeError as error:
        return word(error)


for name, function in OPERATIONS.items():
    print(name, again(function), written(function, "operand"), written(function, "result"), function(start() + 0)._is_view(), sep=" | ")

# ---- two losses over what saves nothing, and over what does
w = start()
z = torch.stack([w, w + 1])
s = z.sum(0)
s[0].backward()
s[1].backward()
print(w.grad)
z = w * w
s = z.view(2, 2).sum(0)
s[0].backward()
try:
    s[1].backward()
except RuntimeError as error:
    print(word(error))

# ---- a pass for some inputs frees the nodes on its way only, and looks at all that these have saved
v = start()
z = (w * v).sum()
print(torch.autograd.grad(z, w)[0])
try:
    print(torch.autograd.grad(z, v)[0])
except RuntimeError as error:
    print(word(error))
z = w.exp() + v.exp()
print(torch.autograd.grad(z.sum(), w)[0], torch.autograd.grad(z.sum(), v)[0])
z = w * v
with torch.no_grad():
    w.add_(1)
try:
    print(torch.autograd.grad(z.sum(), w))
except RuntimeError as error:
    print(word(error))


# ---- functions of one's own
class Plain(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.factor = 3
        return x * 3

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor


class Asking(Plain):
    @staticmethod
    def backward(ctx, grad):
        print(ctx.saved_tensors)
        return grad


class Saving(Plain):
    @staticmethod
    def forward(ctx, x):
        ctx.factor = 3
        ctx.save_for_backward(x, None)
        return x * 3


class Reading(Saving):
    @staticmethod
    def backward(ctx, grad):
        print([type(t).__name__ for t in ctx.saved_tensors])
        return grad


for function in (Plain, Asking, Saving, Reading):
    print(function.__name__, again(function.apply))


marks = []


# A context that holds the result of its function: the collector finds the two.
class Keeping(Plain):
    @staticmethod
    def forward(ctx, x):
        ctx.factor = 3
        ctx.mark = Mark()
        marks.append(weakref.ref(ctx.mark))
        ctx.result = x * 3
        return ctx.result


class Mark:
    pass


def dropped(backward):
    result = Keeping.apply(torch.ones(2, requires_grad=True))
    if backward:
        result.sum().backward()
    del result
    gc.collect()
    return marks[-1]() is None


print(dropped(False), dropped(True))
