"""Matrix factorisation with biases, then BPR and a two-tower model; negatives by a custom collate; NDCG; averaged weights (SWA and EMA)."""
# tier2: <module>.loop#2.body 85% after 3
# tier2: <module>.loop#5.body 85% after 3
# float-tolerance: 2e-3
import random
from functools import partial
from operator import itemgetter
from itertools import groupby, islice

import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, SWALR, get_ema_multi_avg_fn
from torch.utils.data import BatchSampler, DataLoader, Dataset, IterableDataset, RandomSampler

USERS, ITEMS, DIM = 24, 30, 6


def interactions(seed):
    rng = random.Random(seed)
    rows = []
    for user in range(USERS):
        group = user % 3
        for item in rng.sample(range(ITEMS), 12):
            if item % 3 == group or rng.random() < 0.25:
                rows.append((user, item, 4.0 if item % 3 == group else 2.0 + rng.random()))
    return rows


class Ratings(Dataset):
    def __init__(self, rows):
        self.users, self.items, ratings = map(torch.tensor, zip(*rows))
        self.ratings = ratings.float()

    def __len__(self):
        return len(self.ratings)

    def __getitem__(self, index):
        return self.users[index], self.items[index], self.ratings[index]


class Stream(IterableDataset):
    def __init__(self, rows, limit):
        self.rows, self.limit = rows, limit

    def __iter__(self):
        rng = random.Random(3)
        return islice((rng.choice(self.rows) for _ in iter(int, 1)), self.limit)


def with_negatives(batch, positives):
    users, items, _ = zip(*batch)
    negatives = []
    for u in users:
        j = random.randrange(ITEMS)
        while (u, j) in positives:
            j = random.randrange(ITEMS)
        negatives.append(j)
    return torch.LongTensor(users), torch.LongTensor(items), torch.LongTensor(negatives)


class MF(nn.Module):
    def __init__(self, n_users, n_items, dim):
        super().__init__()
        self.user_factors, self.item_factors = nn.Embedding(n_users, dim), nn.Embedding(n_items, dim)
        self.user_biases, self.item_biases = nn.Embedding(n_users, 1), nn.Embedding(n_items, 1)
        self.offset = nn.Parameter(torch.tensor(0.0))
        for name, p in self.named_parameters():
            if "factors" in name:
                p.data.normal_(0, 0.1)
            elif "biases" in name:
                p.data.zero_()

    def forward(self, user, item):
        pred = self.offset + self.user_biases(user) + self.item_biases(item)
        pred += (self.user_factors(user) * self.item_factors(item)).sum(dim=1, keepdim=True)
        return pred.squeeze()


class Towers(nn.Module):
    def __init__(self):
        super().__init__()
        tower = lambda n: nn.Sequential(nn.Embedding(n, DIM), nn.Linear(DIM, 16), nn.ReLU(), nn.Linear(16, DIM))
        self.user, self.item = tower(USERS), tower(ITEMS)

    def forward(self, u, i):
        return (self.user(u) * self.item(i)).sum(-1)

    def scores(self):
        return self.user(torch.arange(USERS)) @ self.item(torch.arange(ITEMS)).T


def ndcg(scores, truth, k=5):
    top = scores.topk(k, dim=1).indices
    gain = torch.tensor([[float((u, i.item()) in truth) for i in row] for u, row in enumerate(top)])
    discount = 1 / torch.log2(torch.arange(2, k + 2, dtype=torch.float))
    return ((gain * discount).sum(1) / discount.sum()).mean().item()


torch.manual_seed(12)
random.seed(12)
rows = interactions(1)
per_user = {u: len(list(g)) for u, g in groupby(rows, key=itemgetter(0))}
print(len(rows), min(per_user.values()), max(per_user.values()))

data = Ratings(rows)
loader = DataLoader(data, sampler=BatchSampler(RandomSampler(data), batch_size=32, drop_last=False), batch_size=None)
model = MF(USERS, ITEMS, DIM)
loss_fn = nn.MSELoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.9, weight_decay=1e-4)
swa = AveragedModel(model)
swa_scheduler = SWALR(optimizer, swa_lr=0.1, anneal_epochs=3)
for epoch in range(8):
    total = 0.0
    for user, item, rating in loader:
        loss = loss_fn(model(user, item), rating)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(rating)
    if epoch >= 4:
        swa.update_parameters(model)
        swa_scheduler.step()
    if epoch % 2 == 1:
        print("mf %d rmse %.3f lr %.3f" % (epoch, (total / len(data)) ** 0.5, optimizer.param_groups[0]["lr"]))
with torch.no_grad():
    print("swa rmse %.3f of %d averages" % (loss_fn(swa(data.users, data.items), data.ratings) ** 0.5, swa.n_averaged))

positives = {(u, i) for u, i, _ in rows}
towers = Towers()
ema = AveragedModel(towers, multi_avg_fn=get_ema_multi_avg_fn(0.9))
loader = DataLoader(Stream(rows, 640), batch_size=32, collate_fn=partial(with_negatives, positives=positives))
optimizer = torch.optim.Adam(towers.parameters(), lr=2e-2)
for epoch in range(3):
    losses = []
    for user, item, negative in loader:
        loss = -nn.functional.logsigmoid(towers(user, item) - towers(user, negative)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        ema.update_parameters(towers)
        losses.append(loss.detach())
    print("bpr %d loss %.3f" % (epoch, torch.stack(losses).mean()))
with torch.no_grad():
    print("ndcg above chance:", ndcg(towers.scores(), positives) > len(positives) / USERS / ITEMS,
          "ema %.2f" % ndcg(ema.module.scores(), positives), sorted(ema.state_dict())[:2])
