"""Speech toy: formant sequences to letters with conv + bidirectional GRU and CTC; greedy and prefix decoding; packed sequences."""
# float-tolerance: 2e-3
# tier2: <module>.loop#2.body.update 90% after 3
import logging
import math
import random
import sys
from collections import Counter, defaultdict

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset, Sampler

log = logging.getLogger("asr")
handler = logging.StreamHandler(sys.stdout)
handler.setFormatter(logging.Formatter("%(name)s:%(levelname)s: %(message)s"))
log.addHandler(handler)
log.setLevel(logging.DEBUG)

ALPHABET = "_abcd"
CHAR2ID = {c: i for i, c in enumerate(ALPHABET)}


class ToneDataset(Dataset):
    def __init__(self, n, seed):
        rng = random.Random(seed)
        gen = torch.Generator()
        gen.manual_seed(seed)
        self.items = []
        for _ in range(n):
            text = "".join(rng.choice(ALPHABET[1:]) for _ in range(rng.randint(2, 4)))
            frames = []
            for ch in text:
                base = torch.zeros(8)
                base[2 * (CHAR2ID[ch] - 1)] = 1.5
                base[2 * (CHAR2ID[ch] - 1) + 1] = 1.0
                for _ in range(rng.randint(3, 5)):
                    frames.append(base + 0.2 * torch.randn(8, generator=gen))
                frames.append(0.2 * torch.randn(8, generator=gen))
            self.items.append((torch.stack(frames), torch.tensor([CHAR2ID[c] for c in text]), text))

    def __getitem__(self, index):
        return self.items[index]

    def __len__(self):
        return len(self.items)


class BucketSampler(Sampler):
    """Batches of like length, in shuffled order."""

    def __init__(self, data_source, batch_size):
        order = sorted(range(len(data_source)), key=lambda i: len(data_source[i][0]))
        self.bins = [order[i:i + batch_size] for i in range(0, len(order), batch_size)]

    def __iter__(self):
        for k in torch.randperm(len(self.bins)).tolist():
            yield self.bins[k]

    def __len__(self):
        return len(self.bins)


def collate(batch):
    batch.sort(key=lambda b: b[0].size(0), reverse=True)
    xs, ys, texts = zip(*batch)
    return (pad_sequence(xs, batch_first=True), torch.IntTensor([len(x) for x in xs]), torch.cat(ys),
            torch.tensor(list(map(len, ys)), dtype=torch.int32), texts)


class InferenceBatchSoftmax(nn.Module):
    def forward(self, x):
        if not self.training:
            return torch.softmax(x, dim=-1)
        return x


class DeepSpeech(nn.Module):
    def __init__(self, hidden=16, classes=len(ALPHABET)):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv1d(8, 16, kernel_size=3, padding=1), nn.BatchNorm1d(16),
                                  nn.Hardtanh(0, 20, inplace=True))
        self.rnn = nn.GRU(16, hidden, bidirectional=True, batch_first=True)
        self.fc = nn.Linear(hidden, classes)
        self.soft = InferenceBatchSoftmax()

    def forward(self, x, lengths):
        x = self.conv(x.transpose(1, 2)).transpose(1, 2).contiguous()
        x = pack_padded_sequence(x, lengths.cpu(), batch_first=True)
        x, h = self.rnn(x)
        x, out_lengths = pad_packed_sequence(x, batch_first=True)
        x = x.view(x.size(0), x.size(1), 2, -1).sum(2).view(x.size(0), x.size(1), -1)
        return self.soft(self.fc(x)), out_lengths


def greedy(probs, lengths):
    out = []
    for row, n in zip(probs.argmax(-1).tolist(), lengths.tolist()):
        s, last = "", 0
        for k in row[:n]:
            if k != last and k != 0:
                s += ALPHABET[k]
            last = k
        out.append(s)
    return out


def prefix_beam(probs, beam=4):
    NEG = -float("inf")

    def lse(*xs):
        m = max(xs)
        return m if m == NEG else m + math.log(sum(math.exp(x - m) for x in xs))

    beams = [((), (0.0, NEG))]
    for p in probs.log().tolist():
        nxt = defaultdict(lambda: (NEG, NEG))
        for prefix, (pb, pnb) in beams:
            for s, ps in enumerate(p):
                nb, nnb = nxt[prefix] if s == 0 else (NEG, NEG)
                if s == 0:
                    nxt[prefix] = (lse(nb, pb + ps, pnb + ps), nnb)
                    continue
                end = prefix[-1] if prefix else None
                ext = prefix + (s,)
                nb, nnb = nxt[ext]
                nxt[ext] = (nb, lse(nnb, pb + ps, pnb + ps) if s != end else lse(nnb, pb + ps))
                if s == end:
                    nb, nnb = nxt[prefix]
                    nxt[prefix] = (nb, lse(nnb, pnb + ps))
        beams = sorted(nxt.items(), key=lambda x: lse(*x[1]), reverse=True)[:beam]
    return "".join(ALPHABET[i] for i in beams[0][0])


def levenshtein(a, b):
    d = list(range(len(b) + 1))
    for i, ca in enumerate(a, 1):
        prev, d[0] = d[0], i
        for j, cb in enumerate(b, 1):
            prev, d[j] = d[j], min(d[j] + 1, d[j - 1] + 1, prev + (ca != cb))
    return d[-1]


if __name__ == "__main__":
    torch.manual_seed(5)
    random.seed(5)
    train_set, test_set = ToneDataset(96, 1), ToneDataset(16, 2)
    train_loader = DataLoader(train_set, batch_sampler=BucketSampler(train_set, 16), collate_fn=collate)
    test_loader = DataLoader(test_set, batch_size=8, collate_fn=collate)
    model = DeepSpeech()
    log.info("parameters %d letters %s", sum(p.numel() for p in model.parameters()),
             sorted(Counter("".join(t for _, _, t in train_set.items))))
    criterion = nn.CTCLoss(blank=0, reduction="sum", zero_infinity=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=5e-3, momentum=0.9, nesterov=True)
    scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
    for epoch in range(8):
        model.train()
        avg, n = 0.0, 0
        for inputs, sizes, targets, target_sizes, _ in train_loader:
            out, out_sizes = model(inputs, sizes)
            loss = criterion(out.float().transpose(0, 1).log_softmax(-1), targets, out_sizes, target_sizes) / inputs.size(0)
            value = loss.item()
            if math.isinf(value) or math.isnan(value):
                log.warning("received an inf loss, setting loss value to 0")
                value = 0
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 20)
            optimizer.step()
            avg += value
            n += 1
        scheduler.step()
        if epoch % 2 == 1:
            log.info("epoch %d loss %.2f lr %.5f", epoch, avg / n, scheduler.get_last_lr()[0])
    model.eval()
    errors, total = 0, 0
    with torch.no_grad():
        for inputs, sizes, targets, target_sizes, texts in test_loader:
            probs, out_sizes = model(inputs, sizes)
            guess = greedy(probs, out_sizes)
            errors += sum(levenshtein(g, t) for g, t in zip(guess, texts))
            total += sum(len(t) for t in texts)
            log.debug("%s | %s | %s", texts[0], guess[0], prefix_beam(probs[0, :out_sizes[0]]))
    log.info("letter error rate %.2f", errors / total)
