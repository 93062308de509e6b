"""Data sets and loaders."""
from torch.utils.data.dataloader import DataLoader, default_collate, get_worker_info
from torch.utils.data.dataset import (ChainDataset, ConcatDataset, Dataset, IterableDataset, StackDataset, Subset,
                                      TensorDataset, random_split)
from torch.utils.data.distributed import DistributedSampler
from torch.utils.data.sampler import (BatchSampler, RandomSampler, Sampler, SequentialSampler, SubsetRandomSampler,
                                      WeightedRandomSampler)


def __getattr__(name):
    if name == "default_convert":
        from torch.utils.data._collate import default_convert
        return default_convert
    raise AttributeError(f"module 'torch.utils.data' has no attribute '{name}'")
