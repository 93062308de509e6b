"""Batches of a data set, made in this process or by workers (_workers)."""

import torch
from torch.utils.data._collate import default_collate, default_convert
from torch.utils.data.dataset import IterableDataset
from torch.utils.data.sampler import BatchSampler, RandomSampler, SequentialSampler


class _Endless:
    """The sampler of data sets that are iterated over themselves."""

    def __iter__(self):
        while True:
            yield None


_FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")


class DataLoader:
    _kept = None    # the workers of the last epoch

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None,
                 multiprocessing_context=None, generator=None, *, prefetch_factor=None, persistent_workers=False,
                 pin_memory_device="", in_order=True):
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        if timeout < 0:
            raise ValueError("timeout option should be non-negative")
        if num_workers == 0 and prefetch_factor is not None:
            raise ValueError("prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to "
                             "enable multiprocessing, otherwise set prefetch_factor to None.")
        if persistent_workers and num_workers == 0:
            raise ValueError("persistent_workers option needs num_workers > 0")
        if multiprocessing_context is not None and num_workers == 0:
            raise ValueError("multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got "
                             f"num_workers={num_workers}")
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = prefetch_factor
        self.pin_memory = pin_memory
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self._is_iterable = isinstance(dataset, IterableDataset)
        if self._is_iterable:
            if shuffle not in (False, None):
                raise ValueError("DataLoader with IterableDataset: expected unspecified shuffle option, but got "
                                 f"shuffle={shuffle}")
            if sampler is not None:
                raise ValueError("DataLoader with IterableDataset: expected unspecified sampler option, but got "
                                 f"sampler={sampler}")
            if batch_sampler is not None:
                raise ValueError("DataLoader with IterableDataset: expected unspecified batch_sampler option, but got "
                                 f"batch_sampler={batch_sampler}")
        else:
            shuffle = bool(shuffle)
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and "
                                 "drop_last")
            batch_size = None
            drop_last = False
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        if sampler is None:
            if self._is_iterable:
                sampler = _Endless()
            elif shuffle:
                sampler = RandomSampler(dataset, generator=generator)
            else:
                sampler = SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        if collate_fn is None:
            collate_fn = default_collate if batch_sampler is not None else default_convert
        self.collate_fn = collate_fn
        self.persistent_workers = persistent_workers
        self.in_order = in_order
        self._is_made = True

    def __setattr__(self, name, value):
        if name in _FIXED and "_is_made" in self.__dict__:
            raise ValueError(f"{name} attribute should not be set after DataLoader is initialized")
        super().__setattr__(name, value)

    def __iter__(self):
        if self.num_workers > 0:
            return self._iterate_with_workers()
        self._draw_seed()   # of workers, even when there are none
        if self._is_iterable:
            return _IterableBatches(self)
        if self.batch_sampler is not None:
            return _Batches(self)
        return _Samples(self)

    def _draw_seed(self):
        if self.generator is None:
            return torch.empty((), dtype=torch.int64).random_()
        return torch.empty((), dtype=torch.int64).random_(generator=self.generator)

    def _iterate_with_workers(self):
        from torch.utils.data._workers import WorkerBatches
        if not self.persistent_workers:
            return WorkerBatches(self, self._draw_seed().item())
        if self._kept is None:
            self._kept = WorkerBatches(self, self._draw_seed().item())
        else:
            self._kept.begin_again()
        return self._kept

    def __len__(self):
        if self._is_iterable:
            length = len(self.dataset)
            if self.batch_size is not None:
                if self.drop_last:
                    return length // self.batch_size
                return (length + self.batch_size - 1) // self.batch_size
            return length
        return len(self.sampler) if self.batch_sampler is None else len(self.batch_sampler)


class _Batches:
    def __init__(self, loader):
        self.dataset = loader.dataset
        self.collate = loader.collate_fn
        self.indices = iter(loader.batch_sampler)
        self.length = loader

    def __iter__(self):
        return self

    def __len__(self):
        return len(self.length)

    def __next__(self):
        indices = next(self.indices)
        dataset = self.dataset
        if hasattr(dataset, "__getitems__"):
            return self.collate(dataset.__getitems__(indices))
        return self.collate([dataset[i] for i in indices])


class _Samples:
    def __init__(self, loader):
        self.dataset = loader.dataset
        self.collate = loader.collate_fn
        self.indices = iter(loader.sampler)
        self.length = loader

    def __iter__(self):
        return self

    def __len__(self):
        return len(self.length)

    def __next__(self):
        return self.collate(self.dataset[next(self.indices)])


class _IterableBatches:
    def __init__(self, loader):
        self.samples = iter(loader.dataset)
        self.collate = loader.collate_fn
        self.batch_size = loader.batch_size
        self.drop_last = loader.drop_last
        self.ended = False
        self.length = loader

    def __iter__(self):
        return self

    def __len__(self):
        return len(self.length)

    def __next__(self):
        if self.batch_size is None:
            return self.collate(next(self.samples))
        if self.ended:
            raise StopIteration
        batch = []
        for sample in self.samples:
            batch.append(sample)
            if len(batch) == self.batch_size:
                return self.collate(batch)
        self.ended = True
        if len(batch) == 0 or self.drop_last:
            raise StopIteration
        return self.collate(batch)
