"""Padded batches of sentences: the longest one of a batch decides how long it is. Embedding and mean with masks, and attention
over as many places as there are."""
# tier2: train 90% after 4
# tier2: attend 90% after 4
# float-tolerance: 1e-3
import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(30, 8, padding_idx=0)
        self.out = nn.Linear(8, 3)

    def forward(self, words):
        mask = (words != 0).float().unsqueeze(2)
        total = (self.words(words) * mask).sum(1)
        return self.out(total / mask.sum(1).clamp(min=1.0))


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.width = width

    def forward(self, x):
        length = x.size(1)
        scores = self.query(x) @ self.key(x).transpose(1, 2) / self.width ** 0.5
        ahead = torch.triu(torch.ones(length, length), diagonal=1).bool()
        scores = scores.masked_fill(ahead, -1e9)
        return torch.softmax(scores, dim=-1) @ self.value(x)


def train(model, optimizer, words, labels):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(words), labels)
    loss.backward()
    optimizer.step()
    return loss.item()


def attend(model, optimizer, x):
    optimizer.zero_grad()
    out = model(x)
    loss = ((out[:, 1:] - x[:, :-1]) ** 2).mean()
    loss.backward()
    optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(4)
    model = Classifier()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    attention = Attention(6)
    other = torch.optim.SGD(attention.parameters(), lr=0.1)
    for turn in range(50):
        rows, length = (4, 7) if turn < 6 else (4 + turn % 3, 2 + turn * 5 % 11)
        words = torch.randint(0, 30, (rows, length))
        labels = torch.randint(0, 3, (rows,))
        print(turn, f"{train(model, optimizer, words, labels):.4f}",
              f"{attend(attention, other, torch.randn(rows, length, 6)):.4f}")


main()
