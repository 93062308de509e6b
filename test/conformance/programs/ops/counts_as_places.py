"""torch.repeat_interleave of counts alone, and of elements so many times; its output_size; segments of neighbours."""
import torch

x, counts = torch.arange(6.).view(3, 2), torch.tensor([1, 0, 2])


def tried(f):
    try:
        found = f()
        print(found.tolist(), found.dtype, tuple(found.shape))
    except (RuntimeError, IndexError, TypeError) as error:
        print(type(error).__name__, str(error).split("\n")[0])


for kind in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool, torch.float32):
    tried(lambda: torch.repeat_interleave(counts.to(kind)))
    tried(lambda: torch.repeat_interleave(x, counts.to(kind), 0))
for size in (3, 4, 2, 0, -1):
    tried(lambda: torch.repeat_interleave(counts, output_size=size))
    tried(lambda: torch.repeat_interleave(x, counts, 0, output_size=size))
    tried(lambda: x.repeat_interleave(counts, dim=0, output_size=size))
    tried(lambda: x.repeat_interleave(1, output_size=size + 3))
for f in (lambda: torch.repeat_interleave(repeats=counts), lambda: torch.repeat_interleave(torch.tensor(3)),
          lambda: torch.repeat_interleave(torch.tensor([[3]])), lambda: torch.repeat_interleave(counts[:0]),
          lambda: torch.repeat_interleave(torch.tensor([-1, 2])), lambda: torch.repeat_interleave(),
          lambda: torch.repeat_interleave(3), lambda: torch.repeat_interleave(counts, dim=0), lambda: counts.repeat_interleave(),
          lambda: torch.repeat_interleave(torch.zeros(3, dtype=torch.int64)), lambda: torch.repeat_interleave(x, torch.tensor([2]), 1),
          lambda: torch.repeat_interleave(torch.tensor([3, 2**62, 2**62, 2**62]))):
    tried(f)

# Elements of segments, with their gradients.
data = torch.tensor([0.5, -1.0, 2.0, 4.0, 1.5, -3.0], requires_grad=True)
rows = ((torch.arange(12.) - 4) / 4).view(6, 2).requires_grad_()
for reduce in ("sum", "max", "min", "mean", "prod"):
    for values in (data, rows):
        for lengths in (torch.tensor([2, 1, 3]), torch.tensor([0, 6, 0], dtype=torch.int32), torch.tensor([3, 0, 3])):
            for initial in (None, 1.0):
                found = torch.segment_reduce(values, reduce, lengths=lengths, initial=initial)
                (slope,) = torch.autograd.grad(found.nan_to_num(posinf=0, neginf=0).sum(), values)
                print(reduce, [[round(v, 5) for v in row] for row in found.view(3, -1).tolist()], [round(v, 5) for v in slope.flatten().tolist()])
        print(torch.segment_reduce(values, reduce, offsets=torch.tensor([1, 3, 6])).tolist())
for lengths in ([2, 2], [-1, 7], [7, -1], [3, 4]):
    tried(lambda: torch.segment_reduce(data, "sum", lengths=torch.tensor(lengths)))

# Distances of pairs, blocks.
points = torch.tensor([[0.0, 1.0, 2.0], [3.0, -1.0, 0.5], [0.0, 1.0, 2.0], [-2.0, 2.5, 1.0]] * 3).repeat(1, 7).requires_grad_()
for p in (0.0, 1.0, 1.5, 2.0, 3.0, float("inf")):
    found = torch.nn.functional.pdist(points, p)
    (slope,) = torch.autograd.grad((found * torch.linspace(0, 1, found.numel())).sum(), points)
    print(p, found.shape, "%.3f" % found.sum().item(), ["%.2f" % v for v in slope[:, 0].tolist()])
    print("%.2f" % torch.cdist(points, points[:5] + 0.25, p).sum().item(), torch.cdist(points, points, p).diagonal().tolist())
print(torch.nn.functional.pdist(points[:1]).shape, torch.nn.functional.pdist(points[:0]).shape)
blocks = [torch.ones(2, 1, requires_grad=True), torch.tensor(3), torch.arange(3), torch.zeros(0, 2), torch.full((1, 2), 1.5, dtype=torch.float64)]
joined = torch.block_diag(*blocks)
joined.sum().backward()
print(joined.tolist(), joined.dtype, blocks[0].grad.tolist(), torch.block_diag(blocks[1]).tolist(), torch.block_diag().shape)
