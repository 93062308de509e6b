"""LSTM language model over Markov text; state kept on the object, detached, clipped."""
# tier2: <module>.loop.body 90% after 2
import math
import torch
import torch.nn as nn
from torch.nn import functional as F


def markov(n, vocabulary, seed):
    g = torch.Generator().manual_seed(seed)
    successors = [torch.randperm(vocabulary, generator=g)[:4].tolist() for _ in range(vocabulary)]
    out, word = [], 0
    for _ in range(n):
        out.append(word)
        word = successors[word][int(torch.randint(0, 4, (1,), generator=g))]
    return torch.tensor(out)


class Lm(nn.Module):
    def __init__(self, vocabulary, size, layers=2, dropout=0.1):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, size)
        self.cells = nn.ModuleList([nn.LSTMCell(size, size) for _ in range(layers)])
        self.drop = nn.Dropout(dropout)
        self.out = nn.Linear(size, vocabulary)
        self.out.weight = self.embedding.weight
        self.state = None

    def detach(self):
        if self.state is not None:
            self.state = [(h.detach(), c.detach()) for h, c in self.state]

    def forward(self, tokens):
        batch = tokens.size(1)
        if self.state is None:
            size = self.embedding.embedding_dim
            self.state = [(torch.zeros(batch, size), torch.zeros(batch, size)) for _ in self.cells]
        outputs = []
        for t in range(tokens.size(0)):
            x = self.drop(self.embedding(tokens[t]))
            for k, cell in enumerate(self.cells):
                self.state[k] = cell(x, self.state[k])
                x = self.state[k][0]
            outputs.append(self.drop(x))
        return self.out(torch.stack(outputs))


torch.manual_seed(0)
text = markov(3000, 20, 1)
batch, steps = 10, 15
data = text[: len(text) // batch * batch].view(batch, -1).t().contiguous()
model = Lm(20, 32)
print(sum(p.numel() for p in model.parameters()), len(list(model.parameters())))
optimizer = torch.optim.Adam(model.parameters(), lr=5e-3, betas=(0.9, 0.98), weight_decay=1e-5)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=10, gamma=0.5)
model.train()
for i in range(0, data.size(0) - 1 - steps, steps):
    model.detach()
    optimizer.zero_grad(set_to_none=True)
    logits = model(data[i:i + steps])
    loss = F.cross_entropy(logits.reshape(-1, 20), data[i + 1:i + 1 + steps].reshape(-1))
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    scheduler.step()
    print(i // steps, f"{loss.item():.4f} {norm.item():.4f} {math.exp(loss.item()):.2f}",
          optimizer.param_groups[0]["lr"])
model.eval()
model.state = None
with torch.no_grad():
    print("eval %.4f" % F.cross_entropy(model(data[:40]).view(-1, 20), data[1:41].view(-1)))
