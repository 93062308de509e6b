"""Operations at three sizes, forward and forward with backward: the same file runs under python3 and compiled by janusc.

Obeys lines of standard input: `prepare NAME SIZE forward|backward COUNT` makes a case's inputs and runs it, `time COUNT`
runs it again. The answer is `done` with seconds of CPU time, of wall time and a number that shows what was computed."""
import time

import torch
import torch.nn.functional as F

SHAPES = {16: ((4, 4), (2, 2, 4), (1, 1, 4, 4)),
          4096: ((64, 64), (4, 32, 32), (2, 8, 16, 16)),
          1048576: ((1024, 1024), (16, 256, 256), (4, 16, 128, 128))}


def flat(n):
    return torch.randn(n)


def positive(n):
    return torch.rand(n) + 0.5


def matrix(n):
    return torch.randn(SHAPES[n][0])


def batch(n):
    return torch.randn(SHAPES[n][1])


def images(n):
    return torch.randn(SHAPES[n][2])


def channels(n):
    return SHAPES[n][2][1]


def width(n):
    return SHAPES[n][0][1]


def indices(n, below):
    return torch.randint(0, below, (n,))


def rows(n):
    return indices(width(n), width(n))


# name: (a size's inputs, what is done with them, how many of the first inputs have gradients; 0: forward alone)
CASES = {
    # elementwise
    "add": (lambda n: (flat(n), flat(n)), lambda a, b: a + b, 2),
    "mul": (lambda n: (flat(n), flat(n)), lambda a, b: a * b, 2),
    "div": (lambda n: (flat(n), positive(n)), lambda a, b: a / b, 2),
    "add_number": (lambda n: (flat(n),), lambda a: a + 1.5, 1),
    "mul_number": (lambda n: (flat(n),), lambda a: 2 * a, 1),
    "add_row": (lambda n: (matrix(n), torch.randn(width(n))), lambda a, b: a + b, 2),
    "abs": (lambda n: (flat(n),), lambda a: a.abs(), 1),
    "exp": (lambda n: (flat(n),), torch.exp, 1),
    "sqrt": (lambda n: (positive(n),), torch.sqrt, 1),
    "square": (lambda n: (flat(n),), lambda a: a ** 2, 1),
    "pow": (lambda n: (positive(n), flat(n)), lambda a, b: a ** b, 2),
    "clamp": (lambda n: (flat(n),), lambda a: a.clamp(-1.0, 1.0), 1),
    "where": (lambda n: (flat(n), flat(n), flat(n) > 0), lambda a, b, c: torch.where(c, a, b), 2),
    "masked_fill": (lambda n: (flat(n), flat(n) > 0), lambda a, m: a.masked_fill(m, -1e9), 1),
    "eq": (lambda n: (indices(n, 10), indices(n, 10)), lambda a, b: a == b, 0),
    "add_": (lambda n: (flat(n), flat(n)), lambda a, b: a.add_(b, alpha=1e-3), 0),
    # activations
    "relu": (lambda n: (flat(n),), F.relu, 1),
    "leaky_relu": (lambda n: (flat(n),), lambda a: F.leaky_relu(a, 0.2), 1),
    "gelu": (lambda n: (flat(n),), F.gelu, 1),
    "silu": (lambda n: (flat(n),), F.silu, 1),
    "sigmoid": (lambda n: (flat(n),), torch.sigmoid, 1),
    "tanh": (lambda n: (flat(n),), torch.tanh, 1),
    "softmax": (lambda n: (matrix(n),), lambda a: a.softmax(-1), 1),
    "log_softmax": (lambda n: (matrix(n),), lambda a: F.log_softmax(a, -1), 1),
    "dropout": (lambda n: (flat(n),), lambda a: F.dropout(a, 0.1), 1),
    # reductions
    "sum": (lambda n: (flat(n),), lambda a: a.sum(), 1),
    "mean": (lambda n: (flat(n),), lambda a: a.mean(), 1),
    "sum_rows": (lambda n: (matrix(n),), lambda a: a.sum(-1), 1),
    "mean_columns": (lambda n: (matrix(n),), lambda a: a.mean(0), 1),
    "max": (lambda n: (flat(n),), lambda a: a.max(), 1),
    "argmax": (lambda n: (matrix(n),), lambda a: a.argmax(-1), 0),
    "std": (lambda n: (matrix(n),), lambda a: a.std(-1), 1),
    "norm": (lambda n: (flat(n),), lambda a: a.norm(), 1),
    "logsumexp": (lambda n: (matrix(n),), lambda a: a.logsumexp(-1), 1),
    # products
    "mm": (lambda n: (matrix(n), matrix(n)), lambda a, b: a @ b, 2),
    "bmm": (lambda n: (batch(n), batch(n).transpose(1, 2).contiguous()), torch.bmm, 2),
    "matmul_batch": (lambda n: (batch(n), torch.randn(SHAPES[n][1][-1], 16)), torch.matmul, 2),
    "linear": (lambda n: (matrix(n), torch.randn(16, width(n)), torch.randn(16)), F.linear, 3),
    "einsum": (lambda n: (batch(n), batch(n)), lambda a, b: torch.einsum("bik,bjk->bij", a, b), 2),
    "attention": (lambda n: (batch(n), batch(n), batch(n)), F.scaled_dot_product_attention, 3),
    # convolutions, pools, images
    "conv1d": (lambda n: (batch(n), torch.randn(8, SHAPES[n][1][1], 3)), lambda a, w: F.conv1d(a, w, padding=1), 2),
    "conv2d": (lambda n: (images(n), torch.randn(16, channels(n), 3, 3)), lambda a, w: F.conv2d(a, w, padding=1), 2),
    "conv_transpose2d": (lambda n: (images(n), torch.randn(channels(n), 8, 4, 4)),
                         lambda a, w: F.conv_transpose2d(a, w, stride=2, padding=1), 2),
    "max_pool2d": (lambda n: (images(n),), lambda a: F.max_pool2d(a, 2), 1),
    "avg_pool2d": (lambda n: (images(n),), lambda a: F.avg_pool2d(a, 2), 1),
    "adaptive_avg_pool2d": (lambda n: (images(n),), lambda a: F.adaptive_avg_pool2d(a, 1), 1),
    "interpolate": (lambda n: (images(n),), lambda a: F.interpolate(a, scale_factor=2), 1),
    "pixel_shuffle": (lambda n: (torch.randn(n // 4, 4, 1, 1) if n < 64 else images(n),),
                      lambda a: F.pixel_shuffle(a, 2), 1),
    "pad": (lambda n: (images(n),), lambda a: F.pad(a, (1, 1, 1, 1)), 1),
    # normalisations
    "layer_norm": (lambda n: (matrix(n), torch.ones(width(n)), torch.zeros(width(n))),
                   lambda a, w, b: F.layer_norm(a, w.shape, w, b), 3),
    "batch_norm": (lambda n: (images(n), torch.ones(channels(n)), torch.zeros(channels(n))),
                   lambda a, w, b: F.batch_norm(a, None, None, w, b, True), 3),
    "group_norm": (lambda n: (images(n),), lambda a: F.group_norm(a, 1), 1),
    "normalize": (lambda n: (matrix(n),), lambda a: F.normalize(a, dim=-1), 1),
    # losses
    "cross_entropy": (lambda n: (matrix(n), rows(n)), F.cross_entropy, 1),
    "mse_loss": (lambda n: (flat(n), flat(n)), F.mse_loss, 1),
    "bce_with_logits": (lambda n: (flat(n), torch.rand(n)), F.binary_cross_entropy_with_logits, 1),
    # indices
    "slice": (lambda n: (matrix(n),), lambda a: a[1:, :2], 1),
    "index": (lambda n: (matrix(n), rows(n)), lambda a, i: a[i], 1),
    "mask": (lambda n: (flat(n), flat(n) > 0), lambda a, m: a[m], 1),
    "gather": (lambda n: (matrix(n), indices(n, width(n)).view(SHAPES[n][0])), lambda a, i: a.gather(1, i), 1),
    "scatter_add": (lambda n: (torch.zeros(n), indices(n, n), flat(n)), lambda a, i, s: a.scatter_add(0, i, s), 1),
    "embedding": (lambda n: (matrix(n), rows(n)), lambda w, i: F.embedding(i, w), 1),
    # parts and layouts
    "cat": (lambda n: (matrix(n), matrix(n)), lambda a, b: torch.cat([a, b], 1), 2),
    "stack": (lambda n: (flat(n), flat(n)), lambda a, b: torch.stack([a, b]), 2),
    "chunk": (lambda n: (matrix(n),), lambda a: a.chunk(2, 1)[1], 1),
    "transpose_copy": (lambda n: (matrix(n),), lambda a: a.t().contiguous(), 1),
    "permute_copy": (lambda n: (images(n),), lambda a: a.permute(0, 2, 3, 1).contiguous(), 1),
    "flatten": (lambda n: (images(n),), lambda a: a.flatten(1), 1),
    # orders
    "sort": (lambda n: (matrix(n),), lambda a: a.sort(-1)[0], 1),
    "topk": (lambda n: (matrix(n),), lambda a: a.topk(3, -1)[0], 1),
    "cumsum": (lambda n: (matrix(n),), lambda a: a.cumsum(-1), 1),
    # types and copies
    "clone": (lambda n: (flat(n),), lambda a: a.clone(), 1),
    "to_half": (lambda n: (flat(n),), lambda a: a.half(), 1),
    "to_bfloat16": (lambda n: (flat(n),), lambda a: a.bfloat16(), 1),
    "long_to_float": (lambda n: (indices(n, 100),), lambda a: a.float(), 0),
    "add_half": (lambda n: (flat(n).half(), flat(n).half()), lambda a, b: a + b, 2),
    "mul_bfloat16": (lambda n: (flat(n).bfloat16(), flat(n).bfloat16()), lambda a, b: a * b, 2),
    # made
    "zeros": (lambda n: (n,), lambda n: torch.zeros(n), 0),
    "rand": (lambda n: (n,), lambda n: torch.rand(n), 0),
    "randn": (lambda n: (n,), lambda n: torch.randn(n), 0),
}


def shown(tensor) -> float:
    """A number that depends on all elements; no draw of a random number, no order of a sum, changes it much."""
    return float(tensor.detach().double().abs().mean()) if tensor.numel() else 0.0


class Work:
    """A case at one size, its inputs made."""

    def __init__(self, name: str, size: int, with_gradients: bool):
        make, self.function, differentiable = CASES[name]
        torch.manual_seed(0)
        self.inputs = make(size)
        self.leaves = [tensor.requires_grad_() for tensor in self.inputs[:differentiable]] if with_gradients else []
        self.seed = torch.randn_like(self.function(*self.inputs)) if self.leaves else None

    def forward(self, count: int):
        function, inputs = self.function, self.inputs
        for _ in range(count):
            result = function(*inputs)
        return [result]

    def backward(self, count: int):
        function, inputs, leaves, seed = self.function, self.inputs, self.leaves, self.seed
        for _ in range(count):
            for leaf in leaves:
                leaf.grad = None
            function(*inputs).backward(seed)
        return [leaf.grad for leaf in leaves]


def serve():
    print("ready", flush=True)
    work = None
    while True:
        kind, *rest = input().split()
        if kind == "stop":
            break
        if kind == "prepare":
            name, size, direction, _ = rest
            work = Work(name, int(size), direction == "backward")
        run = work.backward if work.leaves else work.forward
        wall, cpu = time.perf_counter(), time.process_time()
        results = run(int(rest[-1]))
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        print("done", cpu, wall, sum(map(shown, results)) if kind == "prepare" else 0.0, flush=True)


if __name__ == "__main__":
    serve()
