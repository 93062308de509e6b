"""Sizes of ints that are no plain ones or do not fit, tensors of bytes, and scalar_tensor of complex numbers."""
import enum

import torch


class D(enum.IntEnum):
    H = 3
    W = 2


class N(int):
    pass


class Indexed:
    def __index__(self):
        return 5


def attempt(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


for f in (lambda: torch.Size([D.H, D.W]), lambda: torch.Size([D.H, D.W]).numel(), lambda: torch.Size([N(3), True]),
          lambda: torch.Size([N(3)]).numel(), lambda: torch.Size((2, "a")), lambda: torch.Size([torch.tensor(3), 2]),
          lambda: torch.Size([Indexed(), 2]).numel(), lambda: torch.Size([2**63]), lambda: torch.Size([-2**63]),
          lambda: torch.Size([2**64]).numel(), lambda: torch.Size([2.5]), lambda: torch.Size(range(3)),
          lambda: torch.Size([3]) + (D.W,), lambda: (torch.Size([3]) + (D.W,)).numel(), lambda: (D.W,) + torch.Size([3]),
          lambda: ((D.W,) + torch.Size([3])).numel(), lambda: torch.Size([3]) + ("a",), lambda: torch.Size([3]) + (2**70,),
          lambda: torch.Size([3]) * D.W, lambda: torch.ones(torch.Size([D.W])), lambda: torch.Size([3]) + (True,),
          lambda: torch.Size([1, 2, 3])[1:] + (4,)):
    attempt(f)
for f in (lambda: torch.tensor(bytearray(b"ab")), lambda: torch.as_tensor(bytearray(b"ab")), lambda: torch.tensor(b"1"),
          lambda: torch.tensor([b"a"]), lambda: torch.LongTensor(bytearray(b"ab")), lambda: torch.Tensor(bytearray(b"ab")),
          lambda: torch.tensor([bytearray(b"ab"), bytearray(b"cd")]), lambda: torch.FloatTensor(b"ab"),
          lambda: torch.tensor(bytearray())):
    attempt(f)
for f in (lambda: torch.scalar_tensor(1j), lambda: torch.scalar_tensor(2 + 0j),
          lambda: torch.scalar_tensor(1 + 2j, dtype=torch.complex64), lambda: torch.scalar_tensor(1 + 2j, dtype=torch.int64),
          lambda: torch.scalar_tensor(2 + 0j, dtype=torch.int64), lambda: torch.scalar_tensor(True),
          lambda: torch.scalar_tensor("a"), lambda: torch.scalar_tensor([1]), lambda: torch.scalar_tensor({}),
          lambda: torch.scalar_tensor(None)):
    attempt(f)
