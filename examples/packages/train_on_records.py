"""A dataset whose base class belongs to a package that stays in Python: the class is made there, its methods are
native, and a DataLoader batches what it gives.

    python3 train_on_records.py
    janusc run train_on_records.py
"""
import torch
import torch.nn as nn
from torch.utils.data import DataLoader

from shelf.records import Records


class Digits(Records):
    """Rows of numbers with the class that they belong to."""

    def __init__(self, count):
        super().__init__("digits")
        generator = torch.Generator().manual_seed(3)
        self.rows = torch.randn(count, 8, generator=generator)
        self.labels = (self.rows[:, :4].sum(1) > self.rows[:, 4:].sum(1)).long()

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        self.note(index)  # of the base class
        return self.rows[index], self.labels[index]


def main():
    torch.manual_seed(2)
    data = Digits(200)
    print(data.describe())
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for epoch in range(4):
        total, right = 0.0, 0
        for rows, labels in DataLoader(data, batch_size=25, shuffle=True):
            logits = model(rows)
            loss = nn.functional.cross_entropy(logits, labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item()
            right += (logits.argmax(1) == labels).sum().item()
        print(f"epoch {epoch}: loss {total / 8:.4f}, {right} of {len(data)} right")
    print(data.describe())


if __name__ == "__main__":
    main()
