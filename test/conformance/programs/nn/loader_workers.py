"""Workers of a DataLoader: their batches, seeds, copies of the data set, and exceptions."""
# stderr: last line because torch's workers may say that they cannot ask for processes of others
import random
import sys
import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, get_worker_info


class D(Dataset):
    def __init__(self, n=10):
        self.n = n
        self.asked = 0

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        self.asked += 1
        info = get_worker_info()
        return torch.tensor([i, info.id, self.asked]), torch.rand(1), random.random()


class I(IterableDataset):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        info = get_worker_info()
        for i in range(self.n - info.id):
            yield torch.tensor([info.id, i])


def init(worker_id):
    info = get_worker_info()
    print(info.num_workers, worker_id == info.id, info.seed == torch.initial_seed(), flush=True) if worker_id == 0 else None
    info.dataset.asked = 100 * worker_id


torch.manual_seed(0)
for a, b, c in DataLoader(D(), batch_size=2, num_workers=2, shuffle=True):
    print(a.tolist(), [round(x, 4) for x in b.flatten().tolist()], [round(x, 4) for x in c.tolist()])
print(torch.rand(2))
d = D(5)
for a, b, c in DataLoader(d, batch_size=2, num_workers=2, worker_init_fn=init):
    print(a.tolist(), b.shape)
print(d.asked, get_worker_info())
for x in DataLoader(I(4), batch_size=2, num_workers=2):
    print(x.tolist())
for x in DataLoader(I(3), batch_size=None, num_workers=2):
    print(x.tolist())
loader = DataLoader(D(4), batch_size=1, num_workers=2, persistent_workers=True, prefetch_factor=1)
for epoch in range(2):
    for a, b, c in loader:
        print(epoch, a.tolist())


class Bad(D):
    def __getitem__(self, i):
        if i == 3:
            raise ValueError("bad item")
        return i


try:
    for x in DataLoader(Bad(), batch_size=2, num_workers=2):
        print(x)
except ValueError as e:
    print(str(e).splitlines()[0], "|", str(e).splitlines()[-1])
class K(D):
    def __getitem__(self, i):
        return {}[i]
try:
    for x in DataLoader(K(), num_workers=1):
        print(x)
except KeyError as e:
    print(str(e).splitlines()[0], "|", str(e).splitlines()[-1])
g = torch.Generator().manual_seed(3)
print([a[:, :2].tolist() for a, b, c in DataLoader(D(4), num_workers=2, generator=g, shuffle=True)])
it = iter(DataLoader(D(100), num_workers=2))
next(it)
del it
print("end", file=sys.stderr)

# An epoch that is left early leaves nothing to the next one.
kept = DataLoader(list(range(10)), batch_size=2, num_workers=2, persistent_workers=True)
for epoch in range(4):
    seen = []
    for i, batch in enumerate(kept):
        if i == epoch:
            break
        seen.append(batch.tolist())
    print(epoch, seen)
first = iter(kept)
print(next(first), next(iter(kept)), next(first))

# Two epochs at a time; one of them ends while the other has just begun.
loader = DataLoader(list(range(6)), batch_size=2, num_workers=2)
print([(a.tolist(), b.tolist()) for a, b in zip(loader, loader)])
one = iter(loader)
next(one)
two = iter(loader)
del one
print([batch.tolist() for batch in two])
