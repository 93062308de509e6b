"""A number written at one tensor of indices, or at a mask, is an operation of its own, with a name of its own in the history."""
import torch

w = torch.arange(12.0, requires_grad=True)
rows = torch.tensor([0, 1])
pairs = torch.tensor([[0, 1], [1, 0]])
mask = torch.tensor([True, False, True])
columns = torch.tensor([True, False, True, True])
whole = torch.arange(12).view(3, 4) % 2 == 0
short = torch.tensor([0, 1], dtype=torch.int32)


def first(b, v):
    b[rows] = v


def nested(b, v):
    b[pairs] = v


def second(b, v):
    b[:, rows] = v


def last(b, v):
    b[..., rows] = v


def listed(b, v):
    b[[0, -1]] = v


def masked(b, v):
    b[mask] = v


def masked_columns(b, v):
    b[:, columns] = v


def masked_all(b, v):
    b[whole] = v


def by_contents(b, v):
    b[b > 5] = v


def both(b, v):
    b[rows, rows] = v


def of_32_bits(b, v):
    b[short] = v


def beyond(b, v):
    b[rows + 4] = v


def fitting_no_mask(b, v):
    b[columns] = v


def step(f, v):
    b = w.view(3, 4) * 1.0
    f(b, v)
    b.sum().backward()
    return b


tensor = torch.tensor(1.5)
for f in (first, nested, second, last, listed, masked, masked_columns, masked_all, by_contents, both, of_32_bits, beyond, fitting_no_mask):
    for i in range(15):
        try:
            b = step(f, tensor if i == 12 else True if i == 13 else 2 if i == 14 else 0.5 * i)
            print(f.__name__, i, type(b.grad_fn).__name__, b._version, b.detach().sum(), w.grad)
        except (IndexError, RuntimeError) as error:
            print(f.__name__, i, type(error).__name__, str(error)[:50])
        w.grad = None

# Of bools, a fraction is true.
m = torch.tensor([False, False, True])
hit = torch.tensor([True, False, True])


def marked(m, v):
    return m.masked_fill(hit, v)


for i in range(12):
    print(marked(m, (0.5, 0.0, -0.1, 2)[i % 4]), m.clone().masked_fill_(hit, torch.tensor(0.5)))
for dtype in (torch.int64, torch.float64, torch.bfloat16, torch.complex64, torch.bool):
    x = torch.ones(3, 2, dtype=dtype)
    x[rows] = 0
    x[mask] = 2
    print(x)
