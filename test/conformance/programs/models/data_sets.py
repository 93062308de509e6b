# Data sets, loaders, samplers, collation; the random streams that they draw from.
import torch
from torch.utils.data import (BatchSampler, ConcatDataset, DataLoader, Dataset, IterableDataset, RandomSampler, SequentialSampler, Subset, SubsetRandomSampler, TensorDataset,
                              WeightedRandomSampler, random_split, default_collate)


class Squares(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return {"x": torch.tensor([float(i), i * i]), "label": i % 3, "name": f"item{i}", "pair": (i, 0.5 * i)}


torch.manual_seed(4)
data = Squares(7)
for batch in DataLoader(data, batch_size=3):
    print(batch)
print(torch.rand(1).item())
for batch in DataLoader(data, batch_size=3, shuffle=True, drop_last=True):
    print(batch["label"], batch["name"])
print(torch.rand(1).item(), len(DataLoader(data, batch_size=3)), len(DataLoader(data, batch_size=3, drop_last=True)))
tensors = TensorDataset(torch.arange(10.0).view(5, 2), torch.arange(5))
print(tensors[1], len(tensors))
for x, y in DataLoader(tensors, batch_size=2, shuffle=True, generator=torch.Generator().manual_seed(0)):
    print(x, y)
a, b = random_split(data, [5, 2])
print(a.indices, b.indices, len(a), a[0]["label"])
a, b, c = random_split(range(10), [0.5, 0.3, 0.2], generator=torch.Generator().manual_seed(1))
print(list(a), list(b), list(c))
print(list(RandomSampler(range(5))), list(RandomSampler(range(5), replacement=True, num_samples=8)), list(SequentialSampler(range(3))))
print(list(BatchSampler(SequentialSampler(range(5)), 2, False)), list(SubsetRandomSampler([3, 1, 4])), list(WeightedRandomSampler([0.1, 0.9, 0.4], 5)))
print(list(WeightedRandomSampler([0.1, 0.9, 0.4], 3, replacement=False)))
print(len(ConcatDataset([data, data])), ConcatDataset([data, data])[8]["name"], Subset(data, [4, 2])[1]["name"], (data + data)[7]["label"])


class Stream(IterableDataset):
    def __iter__(self):
        return iter(range(5))


print([b.tolist() for b in DataLoader(Stream(), batch_size=2)])
print(default_collate([1, 2]), default_collate([1.5, 2.5]), default_collate(["a", "b"]), default_collate([(1, torch.ones(2)), (2, torch.zeros(2))]), default_collate([[1, 2], [3, 4]]))
print([b for b in DataLoader(range(5), batch_size=2, collate_fn=lambda items: items)], [b for b in DataLoader([1, 2, 3], batch_size=None)])
for wrong in (lambda: list(DataLoader([object()])), lambda: DataLoader(data, batch_size=0), lambda: DataLoader(data, shuffle=True, sampler=RandomSampler(data)), lambda: list(DataLoader([torch.ones(2), torch.ones(3)], batch_size=2)),
              lambda: random_split(data, [1, 2]), lambda: RandomSampler(data, num_samples=0), lambda: TensorDataset(torch.ones(2), torch.ones(3))):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
loader = DataLoader(tensors, batch_size=2, num_workers=0, pin_memory=False)
it = iter(loader)
print(next(it)[1], loader.batch_size, loader.dataset is tensors)
torch.manual_seed(9)
g = torch.Generator()
g.manual_seed(5)
state = torch.get_rng_state()
print(torch.rand(2), torch.rand(2, generator=g), torch.randn(3), torch.randint(0, 9, (4,)), torch.randperm(6), torch.normal(2.0, 3.0, (2,)), torch.bernoulli(torch.full((4,), 0.5)), torch.multinomial(torch.tensor([0.2, 0.8, 0.5]), 2))
torch.set_rng_state(state)
print(torch.rand(2), torch.initial_seed(), g.initial_seed())
print(torch.empty(4).uniform_(-1, 2), torch.empty(3).normal_(), torch.empty(2).exponential_(), torch.empty(3).log_normal_(), torch.empty(3).cauchy_(), torch.empty(3).geometric_(0.3), torch.empty(3, dtype=torch.int64).random_(10), torch.rand_like(torch.ones(2, dtype=torch.float64)))
print(torch.poisson(torch.tensor([1.0, 4.0])), torch.dropout(torch.ones(6), 0.5, True), torch.randn(17)[:3], torch.randn(2, dtype=torch.float16), torch.rand(3, dtype=torch.float64), torch.randint(5, (3,), dtype=torch.int32))
