# One training step of a small GPT: 4 layers, 128 wide, 4 heads, 8 sequences of 64 tokens, AdamW.
# unit: tokens 512
# tolerance: 1e-3
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

torch.manual_seed(0)
V, D, L, HEADS, B, T = 65, 128, 4, 4, 8, 64


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(D, D)
        self.k = nn.Linear(D, D)
        self.v = nn.Linear(D, D)
        self.o = nn.Linear(D, D)
        self.register_buffer("mask", torch.tril(torch.ones(T, T)).view(1, 1, T, T))

    def forward(self, x):
        b, t, d = x.shape
        q = self.q(x).view(b, t, HEADS, d // HEADS).transpose(1, 2)
        k = self.k(x).view(b, t, HEADS, d // HEADS).transpose(1, 2)
        v = self.v(x).view(b, t, HEADS, d // HEADS).transpose(1, 2)
        a = q @ k.transpose(-2, -1) * (d // HEADS) ** -0.5
        a = a.masked_fill(self.mask[:, :, :t, :t] == 0, float("-inf"))
        a = F.softmax(a, -1)
        y = (a @ v).transpose(1, 2).contiguous().view(b, t, d)
        return self.o(y)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.n1, self.n2 = nn.LayerNorm(D), nn.LayerNorm(D)
        self.attention = Attention()
        self.mlp = nn.Sequential(nn.Linear(D, 4 * D), nn.GELU(), nn.Linear(4 * D, D))

    def forward(self, x):
        x = x + self.attention(self.n1(x))
        return x + self.mlp(self.n2(x))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(V, D)
        self.place = nn.Embedding(T, D)
        self.blocks = nn.ModuleList([Block() for _ in range(L)])
        self.norm = nn.LayerNorm(D)
        self.head = nn.Linear(D, V, bias=False)

    def forward(self, i):
        x = self.token(i) + self.place(torch.arange(i.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


model = GPT()
optimizer = optim.AdamW(model.parameters(), lr=3e-4)
data = torch.randint(0, V, (B, T + 1))


def step():
    logits = model(data[:, :-1])
    loss = F.cross_entropy(logits.reshape(-1, V), data[:, 1:].reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()
