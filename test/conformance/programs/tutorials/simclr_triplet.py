"""Contrastive learning: SimCLR's NT-Xent, a siamese network with contrastive loss, triplets with semi-hard mining, center loss."""
# tier2: <module>.loop#1.body 80% after 3
# tier2: <module>.loop#2.body 85% after 3
# tier2: <module>.loop#4.body.update 80% after 3
# tier2: EmbeddingNet.forward 80% after 3
# float-tolerance: 2e-3
import random
from itertools import combinations

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.sampler import BatchSampler


class Blobs(Dataset):
    def __init__(self, n=120, classes=4, dim=10, train=True, transform=None, seed=0):
        g = torch.Generator().manual_seed(seed)
        centers = torch.randn(classes, dim, generator=g) * 2
        self.labels = torch.arange(n) % classes
        self.data = centers[self.labels] + torch.randn(n, dim, generator=g)
        self.train = train
        self.transform = transform

    def __getitem__(self, index):
        img, target = self.data[index], self.labels[index].item()
        if self.transform is not None:
            img = self.transform(img)
        return img, target

    def __len__(self):
        return len(self.data)


class ContrastiveTransformations(object):
    def __init__(self, base_transforms, n_views=2):
        self.base_transforms = base_transforms
        self.n_views = n_views

    def __call__(self, x):
        return [self.base_transforms(x) for i in range(self.n_views)]


class Compose:
    def __init__(self, *fs):
        self.fs = fs

    def __call__(self, x):
        for f in self.fs:
            x = f(x)
        return x


def jitter(x):
    return x + 0.3 * torch.randn_like(x)


def drop(x, p=0.2):
    return x * (torch.rand(x.shape) > p).float()


class BalancedBatchSampler(BatchSampler):
    """From a dataset, samples n_classes and within these classes samples n_samples."""

    def __init__(self, labels, n_classes, n_samples):
        self.labels = labels
        self.labels_set = list(set(self.labels.numpy().tolist()))
        self.label_to_indices = {label: [i for i, l in enumerate(labels.tolist()) if l == label] for label in self.labels_set}
        for l in self.labels_set:
            random.shuffle(self.label_to_indices[l])
        self.used_label_indices_count = {label: 0 for label in self.labels_set}
        self.count = 0
        self.n_classes, self.n_samples = n_classes, n_samples
        self.n_dataset = len(self.labels)
        self.batch_size = self.n_samples * self.n_classes

    def __iter__(self):
        self.count = 0
        while self.count + self.batch_size < self.n_dataset:
            classes = random.sample(self.labels_set, self.n_classes)
            indices = []
            for class_ in classes:
                used = self.used_label_indices_count[class_]
                indices.extend(self.label_to_indices[class_][used:used + self.n_samples])
                self.used_label_indices_count[class_] += self.n_samples
                if self.used_label_indices_count[class_] + self.n_samples > len(self.label_to_indices[class_]):
                    random.shuffle(self.label_to_indices[class_])
                    self.used_label_indices_count[class_] = 0
            yield indices
            self.count += self.n_classes * self.n_samples

    def __len__(self):
        return self.n_dataset // self.batch_size


class EmbeddingNet(nn.Module):
    def __init__(self, dim=10, out=8):
        super(EmbeddingNet, self).__init__()
        self.fc = nn.Sequential(nn.Linear(dim, 32), nn.PReLU(), nn.Linear(32, out))

    def forward(self, x):
        return self.fc(x)

    def get_embedding(self, x):
        return self.forward(x)


class SiameseNet(nn.Module):
    def __init__(self, embedding_net):
        super(SiameseNet, self).__init__()
        self.embedding_net = embedding_net

    def forward(self, x1, x2):
        return self.embedding_net(x1), self.embedding_net(x2)


class ContrastiveLoss(nn.Module):
    def __init__(self, margin):
        super(ContrastiveLoss, self).__init__()
        self.margin = margin
        self.eps = 1e-9

    def forward(self, output1, output2, target, size_average=True):
        distances = (output2 - output1).pow(2).sum(1)  # squared distances
        losses = 0.5 * (target.float() * distances +
                        (1 + -1 * target).float() * F.relu(self.margin - (distances + self.eps).sqrt()).pow(2))
        return losses.mean() if size_average else losses.sum()


def pdist(vectors):
    return -2 * vectors.mm(torch.t(vectors)) + vectors.pow(2).sum(dim=1).view(1, -1) + vectors.pow(2).sum(dim=1).view(-1, 1)


class OnlineTripletLoss(nn.Module):
    def __init__(self, margin):
        super(OnlineTripletLoss, self).__init__()
        self.margin = margin

    def get_triplets(self, embeddings, labels):
        d = pdist(embeddings).detach()
        labels = labels.tolist()
        triplets = []
        for label in sorted(set(labels)):
            pos = [i for i, l in enumerate(labels) if l == label]
            neg = [i for i, l in enumerate(labels) if l != label]
            for a, p in combinations(pos, 2):
                loss = d[a, p] - d[torch.LongTensor([a]), torch.LongTensor(neg)] + self.margin
                hard = loss.argmax().item()
                if loss[hard] > 0:
                    triplets.append([a, p, neg[hard]])
        if len(triplets) == 0:
            triplets.append([pos[0], pos[1], neg[0]])
        return torch.LongTensor(triplets)

    def forward(self, embeddings, target):
        t = self.get_triplets(embeddings, target)
        ap = (embeddings[t[:, 0]] - embeddings[t[:, 1]]).pow(2).sum(1)
        an = (embeddings[t[:, 0]] - embeddings[t[:, 2]]).pow(2).sum(1)
        return F.relu(ap - an + self.margin).mean(), len(t)


def info_nce_loss(feats, temperature=0.2):
    cos_sim = F.cosine_similarity(feats[:, None, :], feats[None, :, :], dim=-1)
    self_mask = torch.eye(cos_sim.shape[0], dtype=torch.bool, device=cos_sim.device)
    cos_sim.masked_fill_(self_mask, -9e15)
    pos_mask = self_mask.roll(shifts=cos_sim.shape[0] // 2, dims=0)
    cos_sim = cos_sim / temperature
    nll = -cos_sim[pos_mask] + torch.logsumexp(cos_sim, dim=-1)
    comb_sim = torch.cat([cos_sim[pos_mask][:, None], cos_sim.masked_fill(pos_mask, -9e15)], dim=-1)
    sim_argsort = comb_sim.argsort(dim=-1, descending=True).argmin(dim=-1)
    return nll.mean(), (sim_argsort == 0).float().mean()


def knn_accuracy(net, train, test, k=5):
    net.eval()
    with torch.no_grad():
        a, b = F.normalize(net(train.data), dim=1), F.normalize(net(test.data), dim=1)
    votes = train.labels[(b @ a.t()).topk(k, dim=1)[1]]
    return (votes.mode(dim=1).values == test.labels).float().mean().item()


torch.manual_seed(4)
random.seed(4)
train_set, test_set = Blobs(seed=1), Blobs(40, seed=1)

# SimCLR
views = Blobs(seed=1, transform=ContrastiveTransformations(Compose(jitter, drop)))
loader = DataLoader(views, batch_size=40, shuffle=True, drop_last=True)
net = nn.Sequential(nn.Linear(10, 32), nn.BatchNorm1d(32), nn.ReLU(inplace=True), nn.Linear(32, 8))
opt = torch.optim.AdamW(net.parameters(), lr=5e-3, weight_decay=1e-4)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=8, eta_min=1e-4)
for epoch in range(8):
    losses, accs = [], []
    for imgs, _ in loader:
        imgs = torch.cat(imgs, dim=0)
        loss, acc = info_nce_loss(net(imgs))
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
        accs.append(acc.item())
    sched.step()
    if epoch % 4 == 3:
        print("simclr", epoch, "loss %.3f top1 %.2f" % (sum(losses) / len(losses), sum(accs) / len(accs)))
print("simclr knn %.2f" % knn_accuracy(net, train_set, test_set))

# siamese
model = SiameseNet(EmbeddingNet())
opt = torch.optim.Adam(model.parameters(), lr=5e-3)
criterion = ContrastiveLoss(1.)
for step in range(40):
    i = torch.randint(0, len(train_set), (32,))
    j = torch.randint(0, len(train_set), (32,))
    same = (train_set.labels[i] == train_set.labels[j]).long()
    loss = criterion(*model(train_set.data[i], train_set.data[j]), same)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 20 == 19:
        print("siamese", step, "%.4f" % loss.item())
print("siamese knn %.2f" % knn_accuracy(model.embedding_net, train_set, test_set))

# triplets
net = EmbeddingNet()
batches = BalancedBatchSampler(train_set.labels, n_classes=4, n_samples=6)
loader = DataLoader(train_set, batch_sampler=batches)
opt = torch.optim.SGD(net.parameters(), lr=2e-2, momentum=0.9)
criterion = OnlineTripletLoss(1.)
for epoch in range(6):
    total, mined = 0., []
    for data, target in loader:
        opt.zero_grad()
        loss, n = criterion(net(data), target)
        loss.backward()
        opt.step()
        total += loss.item()
        mined.append(n)
    if epoch % 2 == 1:
        print("triplet", epoch, "%.3f" % (total / len(mined)), "mined below", max(mined) <= 60)
print("triplet knn %.2f" % knn_accuracy(net, train_set, test_set))
