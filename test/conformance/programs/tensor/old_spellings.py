"""Names, orders of arguments and types from older programs."""
import enum
import warnings
from collections import deque

import torch
from torch.autograd import Variable

warnings.simplefilter("ignore")
a, g = torch.ones(2), torch.tensor([1.0, 2.0])
a.mul_(0.9).addcmul_(0.1, g, g)
a.add_(-0.5, g)
a.addcdiv_(-0.1, g, a)
print(a, torch.add(a, 2, g), a.sub(2, g), torch.addcmul(a, 0.5, g, g))
m = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(torch.addmm(0.5, m, 2, m, m), m.addmm(0.5, m, m), torch.addmv(0.5, g, m, g), g.clone().addmv_(0.5, 2, m, g))
print(torch.tril(torch.ones(2, 2)).type(torch.ByteTensor), torch.ones(2).type(torch.LongTensor).dtype, g.type("torch.DoubleTensor").dtype)
print(torch.FloatTensor.dtype, isinstance(g, torch.FloatTensor), g.type())
t = torch.FloatTensor([[1, 2], [3, 4]])
v = Variable(t, requires_grad=True)
print(v.requires_grad, t.requires_grad, isinstance(v, Variable), isinstance(t, Variable), type(v).__name__)
(v * v).mean().backward()
print(v.grad)
x = Variable(torch.LongTensor([1, 2]))
print(x, type(x).__name__, Variable(v).requires_grad)
x[0] = 5
try:
    Variable([1.0])
except TypeError as error:
    print(error)
s = t.storage()
print(s.tolist(), len(s), s.size(), s[2], t.untyped_storage().nbytes(), s.dtype, torch.is_storage(s))
s[0] = 9
try:
    s[1:3]
except RuntimeError as error:
    print(error)
print(t, t[1].storage().tolist(), t.untyped_storage().data_ptr() == t.view(-1).untyped_storage().data_ptr(), s.fill_(1).tolist())
print(torch.tensor(deque([1.0, 2.0, 3.0])), torch.tensor([deque([1, 2]), deque([3, 4])]))
print("%d" % torch.tensor(3.0), "%d" % torch.tensor(2.7), "%i" % torch.tensor([4.0]), "%5d|" % torch.tensor(7))


class Side(enum.IntEnum):
    WIDTH = 2
    HEIGHT = 3


print(torch.Tensor(Side.WIDTH, Side.HEIGHT).shape, torch.LongTensor(2, Side.WIDTH).shape,
      torch.ones(1).new(Side.HEIGHT, 0).shape, torch.device("cpu", Side.WIDTH))
for make in (lambda: torch.Tensor(2 ** 64, 0), lambda: torch.FloatTensor(0, -2 ** 64), lambda: torch.ones(1).new(0, 2 ** 64),
             lambda: torch.device("cpu", 2 ** 64)):
    try:
        print(make())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, str(error).splitlines()[0])
