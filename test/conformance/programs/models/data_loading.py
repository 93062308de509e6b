"""torch.utils.data: samplers, sets made of sets, collation, options of DataLoader, errors."""
# float-tolerance: 1e-3
import warnings
from collections import OrderedDict, namedtuple
import torch
from torch.utils.data import *
from torch.utils.data import default_collate, default_convert, get_worker_info


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


warnings.simplefilter("ignore")
torch.manual_seed(0)


class DS(Dataset):

    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        return i * 10
d = DS(7)
print(list(SequentialSampler(d)), list(RandomSampler(d)), list(RandomSampler(d, replacement=True, num_samples=5)), list(RandomSampler(d,
        num_samples=10)))
print(list(SubsetRandomSampler([3, 1, 4])), list(WeightedRandomSampler([0.1, 0.9, 0.4], 4)), list(WeightedRandomSampler([0.1, 0.9, 0.4],
        3, replacement=False)))
print(list(BatchSampler(SequentialSampler(d), 3, False)), list(BatchSampler(SequentialSampler(d), 3, True)), len(BatchSampler(range(7),
        3, False)))
c = d + DS(3)
print(type(c).__name__, len(c), c[8], c[-1], c.cumulative_sizes)
attempt(lambda: c[-11])
attempt(lambda: c[10])


class It(IterableDataset):

    def __init__(self, a, b):
        self.a, self.b = (a, b)

    def __iter__(self):
        return iter(range(self.a, self.b))
ch = It(0, 3) + It(5, 7)
print(type(ch).__name__, list(ch))
attempt(lambda: len(ch))
attempt(lambda: ConcatDataset([It(0, 1)]))
attempt(lambda: ConcatDataset([]))
print(StackDataset(d, d)[2], StackDataset(a=d, b=d)[2], len(StackDataset(d)))
attempt(lambda: StackDataset(d, DS(3)))
attempt(lambda: StackDataset())
attempt(lambda: StackDataset(d, a=d))
print(Subset(d, [1, 3]).__getitems__([0, 1]))
for ls in ([3, 4], [0.5, 0.5], [0.3, 0.3, 0.4], [0.1] * 10):
    attempt(lambda: [list(s) if len(s) else [] for s in random_split(d, ls, generator=torch.Generator().manual_seed(1))])
attempt(lambda: random_split(d, [3, 3]))
attempt(lambda: random_split(d, [1.5, -0.5]))
attempt(lambda: [len(s) for s in random_split(d, [0.99, 0.01])])
P = namedtuple("P", "x y")


class Dd(dict):
    pass


class L(list):
    pass
for b in ([1, 2], [1.0, 2.0], [True, False], ["a", "b"], [b'a'], [(1, 2.0), (3, 4.0)], [[1, 2], [3, 4]], [{"a": 1, "b": "q"}, {"a": 2,
        "b": "z"}], [P(1, 2), P(3, 4)], [OrderedDict(a=1), OrderedDict(a=2)], [torch.ones(2), torch.zeros(2)], [(torch.ones(1), [1, {"k": 2}])] * 2, [[1], [1, 2]], [None], [object()], [set()], [Dd(a=1)], [L([1])] * 2, []):
    attempt(lambda: default_collate(b))
    attempt(lambda: type(default_collate(b)).__name__)
attempt(lambda: default_collate([torch.ones(2), torch.ones(3)]))
attempt(lambda: default_convert([1, (2, 3), "a", {"a": torch.ones(1)}, None]))
for kw in ({}, dict(batch_size=3), dict(batch_size=3, drop_last=True), dict(batch_size=None), dict(shuffle=True, batch_size=4),
        dict(sampler=[3, 1, 2], batch_size=2), dict(batch_sampler=[[0, 1], [5]]), dict(batch_size=2, collate_fn=lambda b: sum(b)), dict(batch_size=3, shuffle=True, generator=torch.Generator().manual_seed(2))):
    l = DataLoader(d, **kw)
    print(len(l), list(l), l.batch_size, l.drop_last, type(l.sampler).__name__, type(l.batch_sampler).__name__)
    attempt(lambda: list(l))
    attempt(lambda: next(iter(l)))
print(list(DataLoader(It(0, 5), batch_size=2)), list(DataLoader(It(0, 5), batch_size=2, drop_last=True)), list(DataLoader(It(0, 3),
        batch_size=None)))
attempt(lambda: len(DataLoader(It(0, 5))))
for kw in (dict(shuffle=True, sampler=[1]), dict(batch_sampler=[[1]], batch_size=2), dict(batch_size=None, drop_last=True),
        dict(num_workers=-1), dict(timeout=-1), dict(batch_size=0), dict(batch_size=2.5), dict(prefetch_factor=2), dict(persistent_workers=True), dict(multiprocessing_context="fork")):
    attempt(lambda: DataLoader(d, **kw))
for kw in (dict(shuffle=True), dict(sampler=[1]), dict(batch_sampler=[[1]])):
    attempt(lambda: DataLoader(It(0, 1), **kw))
attempt(lambda: setattr(DataLoader(d), "batch_size", 3))
attempt(lambda: RandomSampler(d, replacement=1))
attempt(lambda: RandomSampler(d, num_samples=0))
attempt(lambda: RandomSampler(DS(0)))
attempt(lambda: WeightedRandomSampler([1.0], -1))
attempt(lambda: WeightedRandomSampler([[1.0]], 1))
attempt(lambda: BatchSampler(d, 0, False))
attempt(lambda: BatchSampler(d, 2, 1))
attempt(lambda: TensorDataset(torch.ones(2), torch.ones(3)))
attempt(lambda: list(DataLoader(DS(0))))
attempt(lambda: DataLoader(DS(0), shuffle=True))
print(get_worker_info())


class Lst(Dataset):

    def __init__(self):
        self.x = torch.arange(6.0)

    def __len__(self):
        return 6

    def __getitem__(self, i):
        return self.x[i]

    def __getitems__(self, idx):
        print("items", idx)
        return [self.x[i] for i in idx]
print(list(DataLoader(Lst(), batch_size=4)))
td = TensorDataset(torch.arange(4), torch.arange(4.0))
print(td[1:3], len(td), td[2])
x, y = next(iter(DataLoader(td, 2)))
print(x, y)
l = DataLoader(td, batch_size=2, pin_memory=False, worker_init_fn=lambda i: print("no"))
it = iter(l)
next(it)
next(it)
attempt(lambda: next(it))
print(len(it))
print(torch.initial_seed() is not None, torch.rand(1))


class S(Sampler[int]):

    def __init__(self, n):
        super().__init__()
        self.n = n

    def __iter__(self):
        yield from reversed(range(self.n))

    def __len__(self):
        return self.n
print(list(DataLoader(d, sampler=S(7), batch_size=3)))
