# stderr: last line because torch warns with the line of its own C++
# Recurrent networks: layers, cells, packed sequences, training.
# tier2: <module>.loop#7.body 85% after 3
# tier2-tolerance: 1e-5
# float-tolerance: 2e-4
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence, pack_sequence

torch.manual_seed(0)
x = torch.randn(5, 3, 4)
for kind in (nn.RNN, nn.LSTM, nn.GRU):
    for options in ({}, {"num_layers": 2}, {"bidirectional": True, "num_layers": 2}, {"batch_first": True}, {"bias": False}):
        net = kind(4, 6, **options)
        y, h = net(x)
        print(kind.__name__, options, tuple(y.shape), y.sum().item())
        if isinstance(h, tuple):
            print([tuple(t.shape) for t in h], h[1].abs().sum().item())
        loss = y.pow(2).sum()
        loss.backward()
        print([(n, tuple(p.shape), round(p.grad.norm().item(), 4)) for n, p in net.named_parameters()][:3])
    y, h = kind(4, 6)(torch.randn(5, 4))
    print(tuple(y.shape))
print(nn.RNN(4, 6, nonlinearity="relu")(x)[0].sum().item())
print(nn.LSTM(4, 6, proj_size=3)(x)[0].shape)
for cell in (nn.RNNCell(4, 6), nn.GRUCell(4, 6), nn.LSTMCell(4, 6)):
    h = None
    for t in range(5):
        h = cell(x[t], h)
    out = h[0] if isinstance(h, tuple) else h
    print(type(cell).__name__, tuple(out.shape), out.sum().item(), cell)
lengths = torch.tensor([5, 2, 3])
net = nn.LSTM(4, 6, bidirectional=True)
packed = pack_padded_sequence(x, lengths, enforce_sorted=False)
print(packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices, tuple(packed.data.shape))
y, (h, c) = net(packed)
padded, n = pad_packed_sequence(y)
print(tuple(padded.shape), n, padded.sum().item(), h.sum().item(), c.sum().item())
print(pad_sequence([torch.ones(2), torch.ones(4) * 2, torch.ones(1) * 3], batch_first=True, padding_value=-1.0))
print(pack_sequence([torch.tensor([1, 2, 3]), torch.tensor([4, 5])]))
print(nn.LSTM(4, 6, num_layers=2, dropout=0.5), nn.GRU(3, 2, batch_first=True))
for wrong in (lambda: nn.LSTM(4, 6)(torch.randn(5, 3, 5)), lambda: nn.LSTM(4, 6)(torch.randn(5)), lambda: nn.GRU(4, 6)(x, torch.zeros(1, 2, 6)), lambda: nn.LSTMCell(4, 6)(torch.randn(3, 5)), lambda: nn.RNN(4, 6, nonlinearity="x")):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(20, 8, padding_idx=0)
        self.rnn = nn.LSTM(8, 10, batch_first=True, num_layers=2, dropout=0.3)
        self.out = nn.Linear(10, 5)
    def forward(self, tokens):
        y, _ = self.rnn(self.embedding(tokens))
        return self.out(y)
model = Tagger()
opt = torch.optim.Adam(model.parameters(), lr=0.02)
tokens = torch.randint(1, 20, (6, 7))
target = tokens % 5
for step in range(30):
    opt.zero_grad()
    loss = F.cross_entropy(model(tokens).transpose(1, 2), target)
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    opt.step()
    print(f"{step} {loss.item():.4f} {norm.item():.4f}")
model.eval()
print((model(tokens).argmax(-1) == target).float().mean().item())
