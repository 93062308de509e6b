# Sequence to sequence with attention and teacher forcing by chance, on reversed numbers; batches are lists of Python.
import random
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import optim
from torch.autograd import Variable

ITERS = 700
random.seed(1); torch.manual_seed(1)
PAD, SOS, EOS = 0, 1, 2
V, H = 30, 128
B = 32


def make_pair():
    n = random.randint(3, 8)
    return [random.randint(3, V - 1) for _ in range(n)]


def batch():
    src = sorted([make_pair() for _ in range(B)], key=len, reverse=True)
    tgt = [list(reversed(s)) + [EOS] for s in src]
    lengths = [len(s) for s in src]
    T = 8
    s = torch.LongTensor([x + [PAD] * (T - len(x)) for x in src])
    t = torch.LongTensor([x + [PAD] * (T + 1 - len(x)) for x in tgt])
    return Variable(s), Variable(t), torch.LongTensor(lengths)


class Encoder(nn.Module):
    def __init__(self):
        super(Encoder, self).__init__()
        self.embedding = nn.Embedding(V, H, padding_idx=PAD)
        self.gru = nn.GRU(H, H, batch_first=True, bidirectional=True)

    def forward(self, x):
        out, h = self.gru(self.embedding(x))
        return out[:, :, :H] + out[:, :, H:], h[:1] + h[1:]


class LuongDecoder(nn.Module):
    def __init__(self):
        super(LuongDecoder, self).__init__()
        self.embedding = nn.Embedding(V, H)
        self.gru = nn.GRU(H, H, batch_first=True)
        self.attn = nn.Linear(H, H)
        self.concat = nn.Linear(2 * H, H)
        self.out = nn.Linear(H, V)

    def forward(self, tok, hidden, enc, mask):
        o, hidden = self.gru(self.embedding(tok).unsqueeze(1), hidden)
        score = torch.bmm(self.attn(o), enc.transpose(1, 2)).squeeze(1)
        w = F.softmax(score.masked_fill(mask, -1e9), dim=1)
        ctx = torch.bmm(w.unsqueeze(1), enc)
        o = torch.tanh(self.concat(torch.cat((o, ctx), 2))).squeeze(1)
        return F.log_softmax(self.out(o), dim=1), hidden


enc, dec = Encoder(), LuongDecoder()
enc_opt, dec_opt = optim.Adam(enc.parameters(), lr=2e-3), optim.Adam(dec.parameters(), lr=2e-3)
criterion = nn.NLLLoss(ignore_index=PAD)
ratio = 1.0
print_loss_total = 0
for it in range(1, ITERS + 1):
    src, tgt, lengths = batch()
    enc_opt.zero_grad()
    dec_opt.zero_grad()
    e, h = enc(src)
    mask = torch.arange(src.size(1))[None, :] >= lengths[:, None]
    tok = Variable(torch.LongTensor([SOS] * B))
    loss = 0
    use_tf = random.random() < ratio
    for t in range(tgt.size(1)):
        out, h = dec(tok, h, e, mask)
        loss = loss + criterion(out, tgt[:, t])
        tok = tgt[:, t] if use_tf else out.topk(1)[1].squeeze(1).detach()
    loss.backward()
    nn.utils.clip_grad_norm_(enc.parameters(), 5.0)
    nn.utils.clip_grad_norm_(dec.parameters(), 5.0)
    enc_opt.step()
    dec_opt.step()
    ratio = max(0.5, ratio * 0.999)
    print_loss_total += loss.item() / tgt.size(1)
    if it % 100 == 0:
        print('%d %d%% %.4f' % (it, it * 100 / ITERS, print_loss_total / 100))
        print_loss_total = 0
