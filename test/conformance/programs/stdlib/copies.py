"""copy.copy and copy.deepcopy take objects apart as pickle does: what shares memory, attributes, and who refuses."""
import collections
import copy
import functools
import pickle
import random

import torch
import torch.nn as nn

x = torch.arange(6.).view(2, 3)
x.tag = [1]
y = copy.copy(x)
print(y, y is x, y.data_ptr() == x.data_ptr(), y.tag is x.tag)
y[0, 0] = 9
print(x[0, 0], copy.deepcopy(x).data_ptr() == x.data_ptr())
p = nn.Parameter(x, requires_grad=False)
p.note = 1
q = copy.copy(p)
print(type(q).__name__, q.requires_grad, q.note, q.data_ptr() == p.data_ptr())
print(pickle.loads(pickle.dumps(p)).note, pickle.loads(pickle.dumps({"t": x[1]})))
for value in (torch.float32, torch.device("cpu"), torch.Size([1, 2]), torch.strided):
    print(copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value)))
g = torch.Generator().manual_seed(3)
print(torch.equal(torch.randn(2, generator=copy.deepcopy(g)), torch.randn(2, generator=g)))
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
print(copy.copy(net)[0].weight is net[0].weight, copy.deepcopy(net)[0].weight is net[0].weight)


class Named(collections.OrderedDict):
    pass


class Rows(list):
    pass


class Counted:
    def __init__(self, n):
        self.n = n

    def __reduce__(self):
        return Counted, (self.n + 1,), {"more": [1]}


class Slots:
    __slots__ = ("a", "b")


d = Named(a=[1])
d.kept = [2]
for made in (copy.copy(d), copy.deepcopy(d)):
    print(made, made.kept, made["a"] is d["a"], made.kept is d.kept)
rows = Rows([1, [2]])
rows.n = 5
made = copy.deepcopy(rows)
print(made, made.n, made[1] is rows[1], type(made).__name__)
print(vars(copy.copy(Counted(1))), vars(copy.deepcopy(Counted(1))))
s = Slots()
s.a = [1]
print(copy.deepcopy(s).a, hasattr(copy.copy(s), "b"))
print(collections.Counter("aab").__reduce__(), collections.OrderedDict(a=1).__reduce__()[:3])
print(copy.deepcopy(collections.deque([1, [2]], maxlen=3)), copy.copy(collections.defaultdict(list, a=[1])))
print(copy.copy(functools.partial(int, base=2))("11"), copy.deepcopy(functools.partial(max, 3))(1))
r = random.Random(3)
print(copy.copy(r).random() == r.random())
for refused in ((n for n in [1]), {}.keys(), copy):
    try:
        print(copy.copy(refused))
    except TypeError as error:
        print(error)
