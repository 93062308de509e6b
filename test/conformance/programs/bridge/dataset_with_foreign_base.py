import torch
from torch.utils.data import DataLoader, Dataset

import _nets


class Scaled(_nets.Rows):
    def __init__(self, n, scale):
        super().__init__(n)
        self.scale = scale

    def __getitem__(self, i):
        row, index = super().__getitem__(i)
        return row * self.scale, index + 100


plain, scaled = _nets.Rows(5), Scaled(5, 10.0)
print(len(plain), plain[2], len(scaled), scaled[2])
for batch, index in DataLoader(scaled, batch_size=2):
    print(batch, index)
torch.manual_seed(1)
for batch, index in DataLoader(plain, batch_size=3, shuffle=True):
    print(batch.sum().item(), sorted(index.tolist()))


class Ours(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return torch.tensor([float(i)])


print([b.flatten().tolist() for b in DataLoader(Ours(), batch_size=2)])
