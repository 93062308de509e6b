"""Classes that are no tensors and answer for a few functions."""
import functools
import torch

HANDLED = {}


def implements(*functions):
    def register(f):
        functools.update_wrapper(f, functions[0])
        for function in functions:
            HANDLED[function] = f
        return f
    return register


class Diagonal:
    def __init__(self, size, value):
        self.size, self.value = size, value

    def __repr__(self):
        return f"Diagonal(size={self.size}, value={self.value})"

    def tensor(self):
        return self.value * torch.eye(self.size)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        kwargs = {} if kwargs is None else kwargs
        if func not in HANDLED or not all(issubclass(t, (torch.Tensor, Diagonal)) for t in types):
            return NotImplemented
        return HANDLED[func](*args, **kwargs)


def dense(x):
    return x.tensor() if isinstance(x, Diagonal) else x


@implements(torch.mean)
def mean(input, dim=None):
    return float(input.value) / input.size if dim is None else dense(input).mean(dim)


@implements(torch.add, torch.Tensor.add)
def add(input, other, *, alpha=1):
    if isinstance(input, Diagonal) and isinstance(other, Diagonal):
        return Diagonal(input.size, input.value + alpha * other.value)
    return torch.add(dense(input), dense(other), alpha=alpha)


@implements(torch.matmul, torch.Tensor.matmul)
def matmul(a, b):
    return dense(a) @ dense(b)


@implements(torch.nn.functional.relu)
def relu(input, inplace=False):
    return Diagonal(input.size, max(input.value, 0))


@implements(torch.Tensor.mul)
def mul(a, b):
    return dense(a) * dense(b)


d, t = Diagonal(3, 2), torch.arange(9.0).view(3, 3)
print(torch.mean(d), torch.mean(d, 0), torch.mean(d, dim=1))
print(torch.add(d, d), torch.add(d, t), torch.add(t, d, alpha=3), t + d)
print(torch.matmul(t, d), t @ d, torch.nn.functional.relu(Diagonal(2, -1)), t * d)
for f in (lambda: torch.sum(d), lambda: torch.mul(t, d), lambda: t - d, lambda: d - t, lambda: t.sub(d), lambda: d + t, lambda: d + d,
          lambda: torch.nn.functional.gelu(d), lambda: torch.nn.functional.dropout(d), lambda: torch.stack([t, d]), lambda: t.add_(d),
          lambda: torch.tensor(d), lambda: torch.nn.functional.softmax(d, 0)):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)
print(torch.overrides.is_tensor_like(d), torch.overrides.is_tensor_like(t), torch.overrides.is_tensor_like(3), torch.is_tensor(d))
print(torch.overrides.has_torch_function((t,)), torch.overrides.has_torch_function((t, d)))


class Metadata:
    def __init__(self, data, metadata=None):
        self._t = torch.as_tensor(data)
        self._metadata = metadata

    def __repr__(self):
        return f"Metadata:\n{self._metadata}\n\ndata:\n{self._t}"

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        kwargs = {} if kwargs is None else kwargs
        metadatas = tuple(a._metadata for a in args if hasattr(a, "_metadata"))
        args = [getattr(a, "_t", a) for a in args]
        assert len(metadatas) > 0
        ret = func(*args, **kwargs)
        return Metadata(ret, metadata=metadatas[0])


m = Metadata([[1, 2], [3, 4]], metadata={"owner": "Ministry of Silly Walks"})
t = torch.tensor([[1, 2], [1, 2]])
print(torch.add(t, m), torch.mul(m, t), torch.sum(m), t + m, t.mul(m), torch.nn.functional.relu(m), torch.sum(m, dim=0), t == m)
