"""A class that answers for functions no more keeps what its instances hold in place of attributes of the class."""
import torch


class A:
    mode = 1

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return "A"


def read(o):
    return o.mode


a = A()
a.mode = 2
print(torch.abs(a))
del A.__torch_function__
b = A()
print([read(b) for _ in range(6)], read(a), read(b), read(a))
