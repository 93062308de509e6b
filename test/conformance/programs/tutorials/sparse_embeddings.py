"""Matrix factorisation with sparse gradients (SparseAdam, Adagrad, SGD), skip-grams with negatives, a bag of words; PageRank and
label propagation with sparse matrices."""
# tier2: <module>.loop#4.body.update 60% after 4
# tier2: <module>.loop#6.body.part#3.update 75% after 3
# tier2: <module>.loop#10.body.update 80% after 3
# tier2: <module>.loop#12.body 80% after 3
# tier2: pagerank.loop.body 85% after 3
# float-tolerance: 2e-3
import random

import torch
from torch import nn
import torch.nn.functional as F

random.seed(3)
torch.manual_seed(3)
USERS, ITEMS, DIM = 20, 25, 5
ratings = [(u, i, float((u % 3 == i % 3) * 3 + 1)) for u in range(USERS) for i in random.sample(range(ITEMS), 8)]


class MatrixFactorization(nn.Module):
    def __init__(self, users, items, dim):
        super().__init__()
        self.user_factors = nn.Embedding(users, dim, sparse=True)
        self.item_factors = nn.Embedding(items, dim, sparse=True)
        self.user_biases = nn.Embedding(users, 1, sparse=True)
        self.item_biases = nn.Embedding(items, 1, sparse=True)
        for bias in (self.user_biases, self.item_biases):
            nn.init.zeros_(bias.weight)

    def forward(self, user, item):
        pred = self.user_biases(user) + self.item_biases(item)
        pred = pred + (self.user_factors(user) * self.item_factors(item)).sum(dim=1, keepdim=True)
        return pred.squeeze(1)


def batches(size):
    random.shuffle(ratings)
    for begin in range(0, len(ratings), size):
        users, items, values = zip(*ratings[begin:begin + size])
        yield torch.tensor(users), torch.tensor(items), torch.tensor(values)


makers = {"SparseAdam": lambda p: torch.optim.SparseAdam(list(p), lr=0.05),
          "Adagrad": lambda p: torch.optim.Adagrad(p, lr=0.2),
          "SGD": lambda p: torch.optim.SGD(p, lr=0.3),
          "momentum": lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.8)}
for name, make in makers.items():
    torch.manual_seed(1)
    model = MatrixFactorization(USERS, ITEMS, DIM)
    optimizer = make(model.parameters())
    for epoch in range(4):
        total = 0.0
        for user, item, rating in batches(40):
            optimizer.zero_grad()
            loss = F.mse_loss(model(user, item), rating)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(name, epoch, round(total, 2))
    grad = model.user_factors.weight.grad
    print(grad.is_sparse, grad.shape, grad._nnz(), grad.coalesce()._nnz(), type(optimizer.state_dict()["state"]))


class SkipGramModel(nn.Module):
    def __init__(self, emb_size, emb_dimension):
        super(SkipGramModel, self).__init__()
        self.u_embeddings = nn.Embedding(emb_size, emb_dimension, sparse=True)
        self.v_embeddings = nn.Embedding(emb_size, emb_dimension, sparse=True, padding_idx=0)
        initrange = 1.0 / emb_dimension
        nn.init.uniform_(self.u_embeddings.weight.data, -initrange, initrange)
        nn.init.constant_(self.v_embeddings.weight.data, 0)

    def forward(self, pos_u, pos_v, neg_v):
        emb_u = self.u_embeddings(pos_u)
        emb_v = self.v_embeddings(pos_v)
        emb_neg_v = self.v_embeddings(neg_v)
        score = torch.sum(torch.mul(emb_u, emb_v), dim=1)
        score = -F.logsigmoid(torch.clamp(score, max=10, min=-10))
        neg_score = torch.bmm(emb_neg_v, emb_u.unsqueeze(2)).squeeze()
        neg_score = -torch.sum(F.logsigmoid(-torch.clamp(neg_score, max=10, min=-10)), dim=1)
        return torch.mean(score + neg_score)


words = [random.randrange(1, 12) for _ in range(60)]
skip = SkipGramModel(12, 6)
optimizer = torch.optim.SparseAdam(list(skip.parameters()), lr=0.05)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 30)
running = 0.0
for step in range(30):
    at = step % 50
    pos_u = torch.tensor(words[at:at + 8])
    pos_v = torch.tensor(words[at + 1:at + 9])
    neg_v = torch.tensor([[(w * 5 + k) % 12 for k in range(3)] for w in words[at:at + 8]])
    optimizer.zero_grad()
    loss = skip(pos_u, pos_v, neg_v)
    loss.backward()
    optimizer.step()
    scheduler.step()
    running = running * 0.9 + loss.item() * 0.1
    if step % 10 == 9:
        print(step, round(running, 3), round(optimizer.param_groups[0]["lr"], 5))
print(skip.v_embeddings.weight[0])


class TextClassificationModel(nn.Module):
    def __init__(self, vocab_size, embed_dim, num_class, mode):
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocab_size, embed_dim, mode=mode, sparse=True)
        self.fc = nn.Linear(embed_dim, num_class)

    def forward(self, text, offsets):
        return self.fc(self.embedding(text, offsets))


for mode in ("mean", "sum"):
    torch.manual_seed(2)
    model = TextClassificationModel(30, 6, 2, mode)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    for step in range(15):
        text = torch.tensor([(7 * step + 3 * k) % 30 for k in range(12)])
        offsets = torch.tensor([0, 3, 7])
        label = torch.tensor([step % 2, (step + 1) % 2, 1])
        optimizer.zero_grad()
        loss = F.cross_entropy(model(text, offsets), label)
        loss.backward()
        optimizer.step()
        if step % 5 == 4:
            print(mode, step, round(loss.item(), 3), model.embedding.weight.grad._nnz())


def pagerank(adjacency, damping=0.85, steps=40):
    n = adjacency.shape[0]
    out_degree = torch.sparse.sum(adjacency, dim=1).to_dense()
    transition = adjacency.t().coalesce()
    weights = transition.values() / out_degree[transition.indices()[1]].clamp(min=1)
    transition = torch.sparse_coo_tensor(transition.indices(), weights, (n, n)).to_sparse_csr()
    rank = torch.full((n, 1), 1.0 / n)
    for _ in range(steps):
        before = rank
        rank = damping * (transition @ rank) + (1 - damping) / n
        if (rank - before).abs().sum() < 1e-6:
            break
    return rank.flatten()


links = [(0, 1), (0, 2), (1, 2), (2, 0), (3, 2), (3, 4), (4, 2), (5, 4), (2, 5)]
adjacency = torch.sparse_coo_tensor(torch.tensor(links).t(), torch.ones(len(links)), (6, 6))
print(pagerank(adjacency))
symmetric = (adjacency + adjacency.t()).coalesce()
print(symmetric)
degree = torch.sparse.sum(symmetric, 1).to_dense().pow(-0.5)
row, col = symmetric.indices()
normal = torch.sparse_coo_tensor(symmetric.indices(), degree[row] * symmetric.values() * degree[col], symmetric.shape)
known = torch.zeros(6, 2)
known[0, 0] = known[4, 1] = 1
labels = known.clone()
for _ in range(15):
    labels = 0.9 * torch.sparse.mm(normal, labels) + 0.1 * known
print(labels)
