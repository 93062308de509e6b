"""Data sets."""
from bisect import bisect_right
from itertools import accumulate
from math import floor, isclose
from typing import Generic, TypeVar
from warnings import warn

import torch

T_co = TypeVar("T_co", covariant=True)


class Dataset(Generic[T_co]):
    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset[T_co]):
    def __add__(self, other):
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        if any([tensors[0].size(0) != t.size(0) for t in tensors]):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple([t[index] for t in self.tensors])

    def __len__(self):
        return self.tensors[0].size(0)


class StackDataset(Dataset):
    def __init__(self, *args, **kwargs):
        if args:
            if kwargs:
                raise ValueError("Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like "
                                 "input/output, but both types are given.")
            self._length = len(args[0])
            parts = args
            self.datasets = args
        elif kwargs:
            parts = list(kwargs.values())
            self._length = len(parts[0])
            self.datasets = kwargs
        else:
            raise ValueError("At least one dataset should be passed")
        if any([self._length != len(d) for d in parts]):
            raise ValueError("Size mismatch between datasets")

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {k: d[index] for k, d in self.datasets.items()}
        return tuple([d[index] for d in self.datasets])

    def _columns(self, dataset, indices):
        """The items of one of the datasets, all at once where it can."""
        items = dataset.__getitems__(indices) if callable(getattr(dataset, "__getitems__", None)) else [dataset[i] for i in indices]
        if len(items) != len(indices):
            raise ValueError(f"Nested dataset's output size mismatch. Expected {len(indices)}, got {len(items)}")
        return items

    def __getitems__(self, indices):
        if isinstance(self.datasets, dict):
            columns = {k: self._columns(d, indices) for k, d in self.datasets.items()}
            return [{k: column[i] for k, column in columns.items()} for i in range(len(indices))]
        return list(zip(*[self._columns(d, indices) for d in self.datasets]))

    def __len__(self):
        return self._length


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)
        if len(self.datasets) == 0:
            raise AssertionError("datasets should not be an empty iterable")
        self.cumulative_sizes = []
        total = 0
        for d in self.datasets:
            if isinstance(d, IterableDataset):
                raise AssertionError("ConcatDataset does not support IterableDataset")
            total += len(d)
            self.cumulative_sizes.append(total)

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        place = idx + len(self) if idx < 0 else idx
        if place < 0:
            raise ValueError("absolute value of index should not exceed dataset length")
        k = bisect_right(self.cumulative_sizes, place)
        return self.datasets[k][place - self.cumulative_sizes[k - 1] if k else place]


class ChainDataset(IterableDataset):
    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for d in self.datasets:
            self._require_iterable(d)
            yield from d

    def __len__(self):
        for d in self.datasets:
            self._require_iterable(d)
        return sum([len(d) for d in self.datasets])

    def _require_iterable(self, d):
        if not isinstance(d, IterableDataset):
            raise AssertionError("ChainDataset only supports IterableDataset")


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __getitems__(self, indices):
        places = [self.indices[i] for i in indices]
        if hasattr(self.dataset, "__getitems__"):
            return self.dataset.__getitems__(places)
        return [self.dataset[i] for i in places]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    lengths = list(lengths)
    if isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _counts(lengths, len(dataset))
    total = sum(lengths)
    if total != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = torch.randperm(total, generator=generator).tolist()
    ends = list(accumulate(lengths))
    return [Subset(dataset, order[end - length:end]) for length, end in zip(lengths, ends)]


def _counts(fractions, total):
    """The elements of each part, rounded down; what remains goes to the first parts, one each."""
    for i, fraction in enumerate(fractions):
        if not 0 <= fraction <= 1:
            raise ValueError(f"Fraction at index {i} is not between 0 and 1")
    counts = [floor(total * fraction) for fraction in fractions]
    rounds, more = divmod(total - sum(counts), len(counts))
    counts = [count + rounds + (i < more) for i, count in enumerate(counts)]
    for i in [i for i, count in enumerate(counts) if count == 0]:
        warn(f"Length of split at index {i} is 0. This might result in an empty dataset.", stacklevel=3)
    return counts
