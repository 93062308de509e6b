# Dataset, TensorDataset and DataLoader with shuffling from torch's stream.
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset


class Squares(Dataset):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        return torch.tensor([float(index)]), index * index


torch.manual_seed(0)
loader = DataLoader(Squares(10), batch_size=4)
print(len(loader))
for inputs, targets in loader:
    print(inputs.flatten(), targets)
shuffled = DataLoader(Squares(10), batch_size=3, shuffle=True, drop_last=True)
for epoch in range(2):
    print([targets.tolist() for _, targets in shuffled])
pairs = TensorDataset(torch.arange(6).reshape(3, 2), torch.tensor([1, 0, 1]))
print(pairs[1], len(pairs), [[t.tolist() for t in batch] for batch in DataLoader(pairs, batch_size=2)])
