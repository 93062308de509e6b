"""Skip-gram with negative sampling, then a TextCNN that starts from its vectors; numpy on the way in and out."""
# tier2: <module>.loop#5.body.part 85% after 3
# tier2: <module>.loop#5.body.part#1 85% after 3
# tier2: <module>.loop#17.body.part 50% after 6
# float-tolerance: 2e-3
import collections
import math
import os
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import optim
from torch.autograd import Variable
from torch.nn import init

random.seed(1)
np.random.seed(1)
torch.manual_seed(1)
GOOD = "great fine superb lovely bright".split()
BAD = "awful poor dull dreadful grim".split()
NOUNS = "film plot cast scene music".split()


def sentences(n):
    out = []
    for _ in range(n):
        label = random.randint(0, 1)
        words = []
        for _ in range(random.randint(2, 4)):
            words += ["the", random.choice(NOUNS), "was", random.choice(GOOD if label else BAD)]
        out.append((" ".join(words), label))
    return out


class DataReader:
    NEGATIVE_TABLE_SIZE = 500

    def __init__(self, text, min_count=2):
        self.negatives = []
        self.negpos = 0
        self.word2id, self.id2word = dict(), dict()
        word_frequency = collections.Counter(w for line, _ in text for w in line.split())
        wid = 1
        self.word_frequency = {}
        for w, c in sorted(word_frequency.items(), key=lambda x: (-x[1], x[0])):
            if c < min_count:
                continue
            self.word2id[w] = wid
            self.id2word[wid] = w
            self.word_frequency[wid] = c
            wid += 1
        pow_frequency = np.array([0] + list(self.word_frequency.values())) ** 0.5
        ratio = pow_frequency / sum(pow_frequency)
        count = np.round(ratio * DataReader.NEGATIVE_TABLE_SIZE)
        for w, c in enumerate(count):
            self.negatives += [w] * int(c)
        self.negatives = np.array(self.negatives)
        np.random.shuffle(self.negatives)

    def get_negatives(self, target, size):
        response = self.negatives[self.negpos:self.negpos + size]
        self.negpos = (self.negpos + size) % len(self.negatives)
        if len(response) != size:
            return np.concatenate((response, self.negatives[0:self.negpos]))
        return response


class SkipGramModel(nn.Module):
    def __init__(self, emb_size, emb_dimension):
        super(SkipGramModel, self).__init__()
        self.u_embeddings = nn.Embedding(emb_size, emb_dimension, sparse=False)
        self.v_embeddings = nn.Embedding(emb_size, emb_dimension, sparse=False)
        initrange = 1.0 / emb_dimension
        init.uniform_(self.u_embeddings.weight.data, -initrange, initrange)
        init.constant_(self.v_embeddings.weight.data, 0)

    def forward(self, pos_u, pos_v, neg_v):
        emb_u = self.u_embeddings(pos_u)
        emb_v = self.v_embeddings(pos_v)
        emb_neg_v = self.v_embeddings(neg_v)
        score = torch.sum(torch.mul(emb_u, emb_v), dim=1)
        score = torch.clamp(score, max=10, min=-10)
        score = -F.logsigmoid(score)
        neg_score = torch.bmm(emb_neg_v, emb_u.unsqueeze(2)).squeeze()
        neg_score = torch.clamp(neg_score, max=10, min=-10)
        neg_score = -torch.sum(F.logsigmoid(-neg_score), dim=1)
        return torch.mean(score + neg_score)

    def save_embedding(self, id2word, file_name):
        embedding = self.u_embeddings.weight.cpu().data.numpy()
        with open(file_name, 'w') as f:
            f.write('%d %d\n' % (len(id2word), embedding.shape[1]))
            for wid, w in id2word.items():
                e = ' '.join(map(lambda x: '%.5f' % x, embedding[wid]))
                f.write('%s %s\n' % (w, e))


train_text, test_text = sentences(60), sentences(30)
reader = DataReader(train_text)
pairs = []
for line, _ in train_text:
    ids = [reader.word2id[w] for w in line.split() if w in reader.word2id]
    pairs += [(u, v) for i, u in enumerate(ids) for v in ids[max(i - 2, 0):i + 3] if u != v]
print(len(reader.word2id), len(pairs), reader.negatives.shape, reader.negatives[:5].tolist())
skip_gram = SkipGramModel(len(reader.word2id) + 1, 12)
optimizer = optim.Adam(skip_gram.parameters(), lr=0.02)
batch_size = 256
scheduler = optim.lr_scheduler.CosineAnnealingLR(optimizer, len(pairs) // batch_size * 4)
running_loss = 0.0
for epoch in range(4):
    random.shuffle(pairs)
    for i in range(0, len(pairs) - batch_size + 1, batch_size):
        chunk = pairs[i:i + batch_size]
        pos_u = torch.LongTensor([p[0] for p in chunk])
        pos_v = torch.LongTensor([p[1] for p in chunk])
        neg_v = torch.LongTensor(np.array([reader.get_negatives(p[1], 3) for p in chunk]))
        optimizer.zero_grad()
        loss = skip_gram.forward(pos_u, pos_v, neg_v)
        loss.backward()
        optimizer.step()
        scheduler.step()
        running_loss = running_loss * 0.9 + loss.item() * 0.1
    print("epoch %d Loss: %.3f" % (epoch, running_loss))
skip_gram.save_embedding(reader.id2word, 'vectors.txt')
vectors = np.zeros((len(reader.word2id) + 1, 12), dtype='float32')
with open('vectors.txt') as f:
    header = f.readline().split()
    for line in f:
        w, *values = line.rstrip().split(' ')
        vectors[reader.word2id[w]] = np.asarray(values, dtype=np.float32)
print(header, vectors.dtype, round(float(np.abs(vectors).sum()), 1))
norm = vectors[1:] / np.linalg.norm(vectors[1:], axis=1, keepdims=True)
same = (norm[[reader.word2id[w] - 1 for w in GOOD]] @ norm[[reader.word2id[w] - 1 for w in GOOD]].T).mean()
other = (norm[[reader.word2id[w] - 1 for w in GOOD]] @ norm[[reader.word2id[w] - 1 for w in BAD]].T).mean()
print("good near good rather than bad:", bool(same > other))


class CNN_Text(nn.Module):
    def __init__(self, vectors, classes=2, kernels=(2, 3, 4), channels=8, static=False):
        super(CNN_Text, self).__init__()
        V, D = vectors.shape
        self.embed = nn.Embedding(V, D, padding_idx=0)
        self.embed.weight.data.copy_(torch.from_numpy(vectors))
        self.embed.weight.requires_grad = not static
        self.convs1 = nn.ModuleList([nn.Conv2d(1, channels, (K, D)) for K in kernels])
        self.dropout = nn.Dropout(0.3)
        self.fc1 = nn.Linear(len(kernels) * channels, classes)

    def forward(self, x):
        x = self.embed(x)  # (N, W, D)
        x = x.unsqueeze(1)  # (N, Ci, W, D)
        x = [F.relu(conv(x)).squeeze(3) for conv in self.convs1]
        x = [F.max_pool1d(i, i.size(2)).squeeze(2) for i in x]
        x = torch.cat(x, 1)
        return self.fc1(self.dropout(x))


def encode(text, width=16):
    ids = np.zeros((len(text), width), dtype=np.int64)
    for row, (line, _) in zip(ids, text):
        words = [reader.word2id.get(w, 0) for w in line.split()][:width]
        row[:len(words)] = words
    return ids, np.array([l for _, l in text])


X, Y = encode(train_text)
TX, TY = encode(test_text)
for static in (True, False):
    cnn = CNN_Text(vectors, static=static)
    optimizer = torch.optim.Adam([p for p in cnn.parameters() if p.requires_grad], lr=0.01)
    steps, best_acc = 0, 0
    for epoch in range(8):
        cnn.train()
        order = np.random.permutation(len(X))
        for s in range(0, len(X), 24):
            idx = order[s:s + 24]
            feature, target = torch.from_numpy(X[idx]), torch.from_numpy(Y[idx])
            optimizer.zero_grad()
            logit = cnn(feature)
            loss = F.cross_entropy(logit, target)
            loss.backward()
            optimizer.step()
            steps += 1
        corrects = (torch.max(logit, 1)[1].view(target.size()).data == target.data).sum()
        accuracy = 100.0 * corrects / len(idx)
    cnn.eval()
    with torch.no_grad():
        pred = cnn(torch.as_tensor(TX)).argmax(1).numpy()
    print('static' if static else 'tuned', 'Batch[%d] acc: %.1f%%' % (steps, accuracy), 'test %.2f' % (pred == TY).mean(),
          'confusion', np.bincount(2 * TY + pred, minlength=4).tolist())
