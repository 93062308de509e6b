"""Samples into batches with classes of the program in the table of collate functions; data sets that are asked for several items."""
import torch
from torch.utils.data import DataLoader, StackDataset, TensorDataset, default_collate, default_convert
from torch.utils.data._utils.collate import collate, default_collate_fn_map


class Box:
    def __init__(self, corners):
        self.corners = corners


class Small(Box):
    pass


def boxes(batch, *, collate_fn_map=None):
    return Box(torch.stack([b.corners for b in batch]))


samples = [Box(torch.arange(4.) + i) for i in range(3)]
try:
    default_collate(samples)
except TypeError as error:
    print(error)
default_collate_fn_map[Box] = boxes
print(default_collate(samples).corners)
print(default_collate([{"box": Small(torch.ones(2)), "label": 1}, {"box": Small(torch.zeros(2)), "label": 2}])["box"].corners)
for batch in DataLoader(samples, batch_size=2):
    print(batch.corners.shape)
print(collate([1, 2], collate_fn_map={int: lambda batch, *, collate_fn_map=None: sum(batch)}))
print(collate([[1, 2.5], [3, 4.5]], collate_fn_map={(int, float): lambda batch, *, collate_fn_map=None: tuple(batch)}))
try:
    collate([1, 2])
except TypeError as error:
    print(error)
print(sorted([k.__name__ for k in default_collate_fn_map if k in (torch.Tensor, float, int, str, bytes, Box)]))
print(default_convert({"a": [1, 2.5], "b": (torch.ones(1), "x")}))


class Counted:
    asked = 0

    def __len__(self):
        return 4

    def __getitem__(self, i):
        return i * 10

    def __getitems__(self, indices):
        Counted.asked += 1
        return [i * 10 for i in indices]


stack = StackDataset(a=Counted(), b=torch.arange(4.))
print(stack[1], len(stack), stack.__getitems__([0, 2]), Counted.asked)
print(list(DataLoader(stack, batch_size=3)), Counted.asked)
print(StackDataset(torch.arange(4), TensorDataset(torch.ones(4))).__getitems__([1, 3]))


class Wrong(Counted):
    def __getitems__(self, indices):
        return []


try:
    StackDataset(Wrong()).__getitems__([0, 1])
except ValueError as error:
    print(error)
