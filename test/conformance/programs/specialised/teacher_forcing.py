"""A decoder whose next token hangs on `random.random()`: the whole step is one graph, which draws at its commit."""
# tier2: <module>.loop.body 30
# float-tolerance: 1e-4
import random
import torch
import torch.nn as nn

random.seed(3)
torch.manual_seed(0)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(7, 8)
        self.cell = nn.GRUCell(8, 8)
        self.out = nn.Linear(8, 7)

    def forward(self, target, ratio=0.5):
        h = torch.zeros(target.size(1), 8)
        token = target[0]
        outputs = []
        for t in range(1, target.size(0)):
            h = self.cell(self.embed(token), h)
            logits = self.out(h)
            outputs.append(logits)
            forced = random.random() < ratio
            token = target[t] if forced else logits.argmax(1)
        return torch.stack(outputs)


net = Decoder()
opt = torch.optim.Adam(net.parameters(), lr=0.01)
for step in range(40):
    target = torch.randint(0, 7, (5, 4))
    out = net(target)
    loss = nn.functional.cross_entropy(out.reshape(-1, 7), target[1:].reshape(-1))
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 8 == 7:
        print(step, f"{loss.item():.4f}", f"{random.uniform(2, 3):.6f}")
print(random.random())
