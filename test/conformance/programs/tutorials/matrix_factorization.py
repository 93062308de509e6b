"""Ratings by matrix factorisation: biases, sparse embeddings under SparseAdam and SGD, early stopping, a neural head beside it (NeuMF)."""
# float-tolerance: 5e-3
# tier2: <module>.loop#3.body 90% after 4
# tier2: train_mf.loop#1.body 50
import argparse
import random

import numpy as np
import torch
from torch import nn, optim
import torch.utils.data as data
from torch.autograd import Variable

parser = argparse.ArgumentParser()
parser.add_argument('--lr', type=float, default=0.02, help='learning rate')
parser.add_argument('--epochs', type=int, default=5)
parser.add_argument('--batch_size', type=int, default=32)
parser.add_argument('--factor_num', type=int, default=6)
parser.add_argument('--num_ng', type=int, default=2, help='sample negative items for training')
args = parser.parse_args(args=[])


def ratings(n_users=30, n_items=40, n=400):
    u, v = np.random.randn(n_users, 2), np.random.randn(n_items, 2)
    rows = []
    for _ in range(n):
        i, j = np.random.randint(n_users), np.random.randint(n_items)
        rows.append((i, j, float(np.clip(np.round(3 + u[i].dot(v[j])), 1, 5))))
    return rows


class Loader:
    current = 0

    def __init__(self, rows, batch_size=32):
        self.x = [(r[0], r[1]) for r in rows]
        self.y = [r[2] for r in rows]
        self.batch_size = batch_size

    def shuffle(self):
        order = list(range(len(self.x)))
        random.shuffle(order)
        self.x = [self.x[i] for i in order]
        self.y = [self.y[i] for i in order]

    def __iter__(self):
        self.shuffle()
        self.current = 0
        return self

    def __len__(self):
        return len(self.x) // self.batch_size

    def __next__(self):
        if self.current + self.batch_size > len(self.x):
            raise StopIteration
        span = slice(self.current, self.current + self.batch_size)
        self.current += self.batch_size
        return torch.LongTensor(self.x[span]), torch.FloatTensor(self.y[span])


class MatrixFactorization(nn.Module):
    def __init__(self, n_users, n_items, n_factors=6, sparse=True):
        super(MatrixFactorization, self).__init__()
        self.user_biases = nn.Embedding(n_users, 1, sparse=sparse)
        self.item_biases = nn.Embedding(n_items, 1, sparse=sparse)
        self.user_embeddings = nn.Embedding(n_users, n_factors, sparse=sparse)
        self.item_embeddings = nn.Embedding(n_items, n_factors, sparse=sparse)
        for e in (self.user_embeddings, self.item_embeddings):
            e.weight.data.uniform_(-0.3, 0.3)
        self.user_biases.weight.data.zero_()
        self.item_biases.weight.data.fill_(3.0)

    def forward(self, users, items):
        preds = self.user_biases(users)
        preds += self.item_biases(items)
        preds += (self.user_embeddings(users) * self.item_embeddings(items)).sum(1, keepdim=True)
        return preds.squeeze()

    def __call__(self, *args):
        return self.forward(*args)


def train_mf(model, loader, optimizer, epochs):
    loss_func = torch.nn.MSELoss()
    history, best, patience = [], float('inf'), 0
    for epoch in range(epochs):
        total = 0.
        for x, y in loader:
            user, item = Variable(x[:, 0]), Variable(x[:, 1])
            optimizer.zero_grad()
            prediction = model(user, item)
            loss = loss_func(prediction, Variable(y))
            loss.backward()
            optimizer.step()
            total += loss.item()
        history.append(total / len(loader))
        if history[-1] < best - 1e-3:
            best, patience = history[-1], 0
        else:
            patience += 1
        if patience == 2:
            break
    return history


class NCF(nn.Module):
    def __init__(self, user_num, item_num, factor_num, num_layers=2, dropout=0.1):
        super(NCF, self).__init__()
        self.embed_user_GMF, self.embed_item_GMF = nn.Embedding(user_num, factor_num), nn.Embedding(item_num, factor_num)
        self.embed_user_MLP = nn.Embedding(user_num, factor_num * (2 ** (num_layers - 1)))
        self.embed_item_MLP = nn.Embedding(item_num, factor_num * (2 ** (num_layers - 1)))
        MLP_modules = []
        for i in range(num_layers):
            input_size = factor_num * (2 ** (num_layers - i))
            MLP_modules.append(nn.Dropout(p=dropout))
            MLP_modules.append(nn.Linear(input_size, input_size // 2))
            MLP_modules.append(nn.ReLU())
        self.MLP_layers = nn.Sequential(*MLP_modules)
        self.predict_layer = nn.Linear(factor_num * 2, 1)
        nn.init.kaiming_uniform_(self.predict_layer.weight, a=1, nonlinearity='sigmoid')

    def forward(self, user, item):
        output_GMF = self.embed_user_GMF(user) * self.embed_item_GMF(item)
        interaction = torch.cat((self.embed_user_MLP(user), self.embed_item_MLP(item)), -1)
        concat = torch.cat((output_GMF, self.MLP_layers(interaction)), -1)
        return self.predict_layer(concat).view(-1)


class NCFData(data.Dataset):
    def __init__(self, features, num_item, seen, num_ng=0):
        super(NCFData, self).__init__()
        self.features_ps, self.num_item, self.train_mat, self.num_ng = features, num_item, seen, num_ng

    def ng_sample(self):
        features_ng = []
        for x in self.features_ps:
            for t in range(self.num_ng):
                j = np.random.randint(self.num_item)
                while (x[0], j) in self.train_mat:
                    j = np.random.randint(self.num_item)
                features_ng.append([x[0], j])
        self.features_fill = self.features_ps + features_ng
        self.labels_fill = [1 for _ in self.features_ps] + [0 for _ in features_ng]

    def __len__(self):
        return (self.num_ng + 1) * len(self.features_ps)

    def __getitem__(self, idx):
        return self.features_fill[idx][0], self.features_fill[idx][1], self.labels_fill[idx]


def hit(gt_item, pred_items):
    return 1 if gt_item in pred_items else 0


np.random.seed(5)
random.seed(5)
torch.manual_seed(5)
rows = ratings()
for name, sparse in (("sparse adam", True), ("sgd", True), ("dense adam", False)):
    model = MatrixFactorization(30, 40, args.factor_num, sparse)
    optimizer = optim.SGD(model.parameters(), lr=1.0) if name == "sgd" else \
        optim.SparseAdam(model.parameters(), lr=args.lr) if sparse else optim.Adam(model.parameters(), lr=args.lr)
    history = train_mf(model, Loader(rows, args.batch_size), optimizer, args.epochs)
    print(name, len(history), "%.3f" % history[0], "falls", history[-1] < history[0])

liked = [[i, j] for i, j, r in rows if r >= 4]
train_dataset = NCFData(liked[:-10], 40, set(map(tuple, liked)), args.num_ng)
train_loader = data.DataLoader(train_dataset, batch_size=args.batch_size, shuffle=True)
model = NCF(30, 40, args.factor_num)
loss_function = nn.BCEWithLogitsLoss()
optimizer = optim.Adam(model.parameters(), lr=args.lr)
for epoch in range(args.epochs):
    model.train()
    train_loader.dataset.ng_sample()
    count, losses = 0, []
    for user, item, label in train_loader:
        label = label.float()
        model.zero_grad()
        prediction = model(user, item)
        loss = loss_function(prediction, label)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        count += 1
    print("The loss of epoch {:03d}: {:.3f} after {} batches".format(epoch, np.mean(losses), count))
model.eval()
HR = []
for user, item in liked[-10:]:
    candidates = torch.tensor([item] + [j for j in range(40) if (user, j) not in train_dataset.train_mat][:20])
    predictions = model(torch.full_like(candidates, user), candidates)
    _, indices = torch.topk(predictions, 10)
    HR.append(hit(item, torch.take(candidates, indices).cpu().numpy().tolist()))
print("HR between 0 and 1:", 0 <= np.mean(HR) <= 1)
