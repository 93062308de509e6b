# Samplers that draw more items than anybody will take, as trainings that count their iterations ask for.
import itertools

import torch
from torch.utils.data import DataLoader, Dataset, RandomSampler, WeightedRandomSampler


class Squares(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, i):
        return torch.tensor([i, i * i])


torch.manual_seed(0)
sampler = RandomSampler(Squares(), replacement=True, num_samples=int(1e10))
print(len(sampler), list(itertools.islice(sampler, 40)))
loader = DataLoader(Squares(), sampler=sampler, batch_size=4)
batches = iter(loader)
for _ in range(10):
    print(next(batches)[:, 1].tolist())
print(list(RandomSampler(range(5), num_samples=13)), torch.rand(1))
print(list(RandomSampler(range(5), replacement=True, num_samples=64))[:3], torch.rand(1))
print(list(WeightedRandomSampler([0.1, 0.9, 0.0], 8)))
