# Assignment of one number in a tensor at indices: converted under a single mask, else of the type of what it is put into.
import torch

mask = torch.arange(6).view(2, 3) > 3
columns = torch.tensor([True, False, True])
at = torch.tensor([0, 1])
PLACES = {"mask": mask, "columns": (slice(None), columns), "indices": at, "pairs": (at, at),
          "two masks": (torch.tensor([True, False]), columns), "tuple": (mask,), "new": (None, mask),
          "rows": (at, slice(None)), "row": (0, columns), "rest": (Ellipsis, columns), "bytes": mask.byte(),
          "wrong": torch.ones(3, 2, dtype=torch.bool), "none": torch.zeros(2, 3, dtype=torch.bool)}
NUMBERS = [torch.tensor(0.5, dtype=torch.float64), torch.tensor(7), torch.tensor([True]),
           torch.tensor([[2.5]], dtype=torch.float64), torch.tensor([1., 2.], dtype=torch.float64), torch.tensor([3]),
           torch.tensor(1e30), torch.tensor(300), torch.tensor(float("nan"))]


def put(x, place, number):
    x[place] = number
    return x


def put_(x, place, number):
    return x.index_put_(place if isinstance(place, tuple) else (place,), number)


def added(x, place, number):
    return x.index_put(place if isinstance(place, tuple) else (place,), number, accumulate=True)


def pure(x, place, number):
    return torch.index_put(x, place if isinstance(place, tuple) else (place,), number)


def shown(f, *args):
    try:
        return f(*args).tolist()
    except (RuntimeError, IndexError) as e:
        return type(e).__name__, str(e)[:70]


for name, place in PLACES.items():
    plain = all(isinstance(each, torch.Tensor) for each in (place if isinstance(place, tuple) else (place,)))
    for number in NUMBERS:
        for dtype in (torch.float32, torch.int64, torch.bool, torch.int8):
            for f in (put, put_, added, pure) if plain else (put,):
                print(name, f.__name__, dtype, shown(f, torch.arange(6.).view(2, 3).to(dtype), place, number))

w = torch.ones(2, 3, requires_grad=True)
v = torch.tensor(2., dtype=torch.float64, requires_grad=True)
x = w * 2
x[mask] = v
(x * torch.arange(6.).view(2, 3)).sum().backward()
print(w.grad, v.grad)

numbers = torch.arange(6.)
for k in (torch.tensor([1]), torch.tensor(True), torch.tensor([[2]]), torch.tensor([]), torch.tensor(1.5), at):
    for f in (lambda: numbers[k:], lambda: numbers[1:5:k], lambda: [1, 2, 3][k], lambda: [1, 2, 3][:k], lambda: range(k)):
        try:
            print(f())
        except TypeError as e:
            print(e)
