"""Data sets and loaders."""
from torch.utils.data.dataloader import DataLoader, default_collate
from torch.utils.data._collate import default_convert
from torch.utils.data.dataset import (ChainDataset, ConcatDataset, Dataset, IterableDataset, StackDataset, Subset,
                                      TensorDataset, random_split)
from torch.utils.data.distributed import DistributedSampler
from torch.utils.data.sampler import (BatchSampler, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler,
                                      WeightedRandomSampler)


def get_worker_info():
    import sys
    workers = sys.modules.get("torch.utils.data._workers")
    return None if workers is None else workers.get_worker_info()


def __getattr__(name):
    if name == "default_convert":
        from torch.utils.data._collate import default_convert
        return default_convert
    raise AttributeError(f"module 'torch.utils.data' has no attribute '{name}'")
