"""Arguments of other types than the first one has; sizes that are tensors; results that are stored where an operand lies."""
import torch
import torch.nn.functional as F

a, q = torch.ones(2, 2), torch.ones(1, 2, 3, 4)
truth, one = torch.tensor(True), torch.tensor(1)


def tried(name, f):
    try:
        found = f()
        print(name, [round(float(v), 4) for v in found.flatten().tolist()], found.dtype, tuple(found.shape))
    except (RuntimeError, TypeError, ValueError, AttributeError) as error:
        print(name, type(error).__name__, str(error).split("\n")[0])


attention = F.scaled_dot_product_attention
for p in (2, 2.5, 1.0):
    tried(f"dropout {p}", lambda: attention(q, q, q, dropout_p=p))
for kind in (torch.float64, torch.bfloat16):
    tried("key", lambda: attention(q, q.to(kind), q))
    tried("value", lambda: attention(q, q, q.to(kind)))
    tried("mask", lambda: attention(q, q, q, attn_mask=torch.ones(3, 3, dtype=kind)))
    tried("wide mask", lambda: attention(q.to(kind), q.to(kind), q.to(kind), attn_mask=torch.ones(3, 3)))
tried("mask of ints", lambda: attention(q, q, q, attn_mask=torch.ones(3, 3, dtype=torch.int32)))
tried("one dimension", lambda: attention(q[0, 0, 0], q, q))
for others in ([a.double()], [a, a.double()], [a.half(), a], [a.long()], [torch.ones(2, 2, 2), a.double()], [torch.ones(3, 2)]):
    tried(f"product {len(others)}", lambda: torch.linalg.multi_dot([a] + others))

start, end = torch.zeros(2, requires_grad=True), torch.ones(2)
for weight in (one, truth, torch.tensor(0.25, dtype=torch.float64), torch.tensor(0.5), torch.tensor([1, 1]), torch.tensor([0.5], dtype=torch.float64)):
    tried("lerp", lambda: torch.lerp(start, end, weight))
    tried("lerp_", lambda: torch.zeros(2).lerp_(end, weight))
tried("lerp end", lambda: torch.lerp(start, end.double(), one))
weight = torch.tensor(0.25, dtype=torch.float64, requires_grad=True)
torch.lerp(start, end * 3, weight).sum().backward()
print(start.grad, weight.grad)


def steps(count, kind):
    total = torch.zeros(3)
    for i in range(count):
        total = total.lerp(torch.arange(3.) + i, torch.tensor(0.3, dtype=kind)) * 1.5
    return total


for kind in (torch.float64, torch.float32, torch.int64, torch.bool):
    print(["%.4f" % v for v in steps(12, kind).tolist()])

for name, f in {"view": lambda s: a.view(s, 4), "view a list": lambda s: a.view([s, 4]), "reshape": lambda s: a.reshape(s, 4),
                "zeros": lambda s: torch.zeros(s), "zeros of two": lambda s: torch.zeros((2, s)), "expand": lambda s: a.expand(s, 2, 2),
                "repeat": lambda s: a.repeat(s, 1), "full": lambda s: torch.full((s,), 1), "sum": lambda s: a.sum([s]),
                "permute": lambda s: a.permute(s, 0), "flip": lambda s: a.flip([s])}.items():
    tried(name, lambda: f(one))
    tried(name, lambda: f(truth))


def matrix():
    return torch.tensor([[2.0, 1.0], [1.0, 3.0]])


for name, f in {"addmm": lambda x: torch.addmm(x, matrix(), matrix(), out=x), "addmm second": lambda x: torch.addmm(matrix(), x, matrix(), out=x),
                "inv": lambda x: torch.linalg.inv(x, out=x), "solve": lambda x: torch.linalg.solve(x, x, out=x),
                "cholesky": lambda x: torch.linalg.cholesky(x, out=x), "add": lambda x: torch.add(x, x, out=x),
                "turned": lambda x: torch.add(x, x.t(), out=x), "shifted": lambda x: torch.add(x[0], x[1], out=x.view(-1)[1:3]),
                "bucketize": lambda x: torch.bucketize(x.long(), torch.tensor([1, 2]), out=x.long())}.items():
    tried(name, lambda: f(matrix()))
wide = torch.zeros(2).expand(2, 2)
for name, f in {"mm": torch.mm, "addmm": torch.addmm, "add": torch.add}.items():
    tried(name, lambda: f(*[a] * (3 if name == "addmm" else 2), out=wide))

optimizer = torch.optim.SGD([torch.nn.Parameter(a)], lr=0.1)
optimizer.step = lambda closure=None: None
try:
    torch.optim.lr_scheduler.StepLR(optimizer, 1)
except AttributeError as error:
    print(error)
