# Embeddings: contrastive pairs, triplets mined in the batch, and an angular margin.
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

STEPS = 2000
torch.manual_seed(8)
K, D = 10, 64
centers = torch.randn(K, D) * 2


def batch(per=4):
    y = torch.arange(K).repeat_interleave(per)
    return centers[y] + torch.randn(len(y), D), y


class Embed(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(D, 128), nn.BatchNorm1d(128), nn.PReLU(), nn.Linear(128, 16))

    def forward(self, x):
        return self.net(x)

    def get_embedding(self, x):
        return self.forward(x)


class ContrastiveLoss(nn.Module):
    def __init__(self, margin=1.0):
        super(ContrastiveLoss, self).__init__()
        self.margin = margin

    def forward(self, output1, output2, label):
        euclidean_distance = F.pairwise_distance(output1, output2, keepdim=True)
        return torch.mean((1 - label) * torch.pow(euclidean_distance, 2) +
                          label * torch.pow(torch.clamp(self.margin - euclidean_distance, min=0.0), 2))


def pairwise_distances(e, squared=False):
    dot = torch.matmul(e, e.t())
    sq = torch.diag(dot)
    d = sq.unsqueeze(0) - 2.0 * dot + sq.unsqueeze(1)
    d[d < 0] = 0
    if not squared:
        mask = d.eq(0).float()
        d = d + mask * 1e-16
        d = (1.0 - mask) * torch.sqrt(d)
    return d


def batch_hard(labels, emb, margin):
    d = pairwise_distances(emb)
    same = labels.unsqueeze(0) == labels.unsqueeze(1)
    pos = (same & ~torch.eye(labels.size(0)).bool()).float()
    hp, _ = (pos * d).max(1, keepdim=True)
    neg = (~same).float()
    mx, _ = d.max(1, keepdim=True)
    hn, _ = (d + mx * (1.0 - neg)).min(1, keepdim=True)
    tl = hp - hn + margin
    tl[tl < 0] = 0
    return tl.mean()


class ArcMarginProduct(nn.Module):
    def __init__(self, i, o, s=8.0, m=0.3, easy_margin=False):
        super().__init__()
        self.s, self.m, self.easy_margin = s, m, easy_margin
        self.weight = nn.Parameter(torch.FloatTensor(o, i))
        nn.init.xavier_uniform_(self.weight)
        self.cos_m, self.sin_m, self.th, self.mm = math.cos(m), math.sin(m), math.cos(math.pi - m), math.sin(math.pi - m) * m

    def forward(self, input, label):
        cosine = F.linear(F.normalize(input), F.normalize(self.weight))
        sine = torch.sqrt((1.0 - torch.pow(cosine, 2)).clamp(0, 1))
        phi = cosine * self.cos_m - sine * self.sin_m
        if self.easy_margin:
            phi = torch.where(cosine > 0, phi, cosine)
        else:
            phi = torch.where(cosine > self.th, phi, cosine - self.mm)
        one_hot = torch.zeros(cosine.size())
        one_hot.scatter_(1, label.view(-1, 1).long(), 1)
        return ((one_hot * phi) + ((1.0 - one_hot) * cosine)) * self.s


def retrieval(net):
    net.eval()
    with torch.no_grad():
        a, ya = batch(8)
        d = torch.cdist(net.get_embedding(a), net.get_embedding(a))
        d.fill_diagonal_(float('inf'))
        acc = (ya[d.argmin(1)] == ya).float().mean()
    net.train()
    return acc.item()


for kind in ("contrastive", "triplet", "arcface"):
    net = Embed()
    head = ArcMarginProduct(16, K)
    crit = ContrastiveLoss(2.0)
    params = [{'params': net.parameters()}]
    if kind == "arcface":
        params.append({'params': head.parameters(), 'weight_decay': 5e-4})
    opt = torch.optim.SGD(params, lr=0.02, momentum=0.9, nesterov=True)
    sched = torch.optim.lr_scheduler.StepLR(opt, 500, gamma=0.5)
    hist = []
    for i in range(STEPS):
        x, y = batch()
        if kind == "contrastive":
            perm = torch.randperm(len(y))
            lab = (y != y[perm]).float().unsqueeze(1)
            loss = crit(net(x), net(x[perm]), lab)
        elif kind == "triplet":
            loss = batch_hard(y, net(x), 1.0)
        else:
            loss = F.cross_entropy(head(net(x), y), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        hist.append(loss.item())
    print("%-12s %.4f %.4f acc %.3f" % (kind, hist[0], hist[-1], retrieval(net)))
