"""Integers past 64 bits as dimensions, sizes, numbers and elements."""
import torch

t = torch.ones(2, 3)
whole = torch.tensor([1, 2])


def shown(name, call):
    for number in (2**70, -2**70):
        try:
            result = call(number)
        except (ValueError, TypeError, OverflowError, RuntimeError) as error:
            print(name, type(error).__name__, str(error).split("\n")[0])
        else:
            print(name, result)


shown("sum", lambda n: t.sum(n))
shown("sum of a list", lambda n: t.sum([0, n]))
shown("rot90", lambda n: torch.rot90(t, n))
shown("chunk", lambda n: t.chunk(n))
shown("narrow", lambda n: t.narrow(0, 0, n))
shown("view", lambda n: t.view(3, n))
shown("zeros", lambda n: torch.zeros((2, n)))
shown("quantile", lambda n: t.quantile(0.5, dim=n))
shown("cat", lambda n: torch.cat([t, t], dim=n))
shown("size", lambda n: t.size(n))
shown("item", lambda n: t[n])
shown("row", lambda n: t[0, n])
shown("stored", lambda n: t.clone().__setitem__(0, n))
shown("plus", lambda n: whole + n)
shown("less", lambda n: whole < n)
shown("fill", lambda n: t.clone().fill_(n))
shown("arange", lambda n: torch.arange(n))
shown("float32", lambda n: torch.tensor(n, dtype=torch.float32))
shown("float64", lambda n: torch.tensor([1.0, n], dtype=torch.float64))
shown("half", lambda n: torch.tensor(n, dtype=torch.float16))
shown("complex", lambda n: torch.tensor([n], dtype=torch.complex64))
shown("bool", lambda n: torch.tensor(n, dtype=torch.bool))
shown("int", lambda n: torch.tensor(n, dtype=torch.int32))
shown("mixed", lambda n: torch.tensor([1.5, n]))
shown("ints", lambda n: torch.tensor([1, n]))
