"""Deep metric learning for re-identification: P x K batches, batch-hard triplets, label smoothing, a BNNeck and warm-up of the rate."""
# tier2: <module>.loop#1.body 70% after 4
# float-tolerance: 2e-3
import argparse
import random
from bisect import bisect_right
from collections import defaultdict

import torch
from torch import nn
import torch.nn.functional as F


def get_parser():
    ap = argparse.ArgumentParser(description="ReID baseline")
    ap.add_argument('-P', '--ids-per-batch', type=int, default=6)
    ap.add_argument('-K', '--instances', type=int, default=4)
    ap.add_argument('--margin', type=float, default=0.3)
    ap.add_argument('--iters', type=int, default=80)
    ap.add_argument('--center-weight', default=5e-4, type=float)
    return ap


class RandomIdentitySampler(object):
    """Batches of P identities with K instances each."""

    def __init__(self, pids, P, K):
        self.P, self.K = P, K
        self.index_dic = defaultdict(list)
        for index, pid in enumerate(pids):
            self.index_dic[pid].append(index)
        self.pids = list(self.index_dic.keys())

    def __iter__(self):
        while True:
            batch = []
            for pid in random.sample(self.pids, self.P):
                idxs = self.index_dic[pid]
                batch.extend(random.sample(idxs, self.K) if len(idxs) >= self.K else random.choices(idxs, k=self.K))
            yield batch


def normalize(x, axis=-1):
    return 1. * x / (torch.norm(x, 2, axis, keepdim=True).expand_as(x) + 1e-12)


def euclidean_dist(x, y):
    m, n = x.size(0), y.size(0)
    xx = torch.pow(x, 2).sum(1, keepdim=True).expand(m, n)
    yy = torch.pow(y, 2).sum(1, keepdim=True).expand(n, m).t()
    dist = xx + yy
    dist.addmm_(x, y.t(), beta=1, alpha=-2)
    return dist.clamp(min=1e-12).sqrt()  # for numerical stability


def hard_example_mining(dist_mat, labels):
    assert len(dist_mat.size()) == 2
    N = dist_mat.size(0)
    is_pos = labels.expand(N, N).eq(labels.expand(N, N).t())
    is_neg = labels.expand(N, N).ne(labels.expand(N, N).t())
    dist_ap, relative_p_inds = torch.max(dist_mat[is_pos].contiguous().view(N, -1), 1, keepdim=True)
    dist_an, relative_n_inds = torch.min(dist_mat[is_neg].contiguous().view(N, -1), 1, keepdim=True)
    return dist_ap.squeeze(1), dist_an.squeeze(1)


class TripletLoss(object):
    def __init__(self, margin=None):
        self.margin = margin
        self.ranking_loss = nn.MarginRankingLoss(margin=margin) if margin is not None else nn.SoftMarginLoss()

    def __call__(self, global_feat, labels, normalize_feature=False):
        if normalize_feature:
            global_feat = normalize(global_feat, axis=-1)
        dist_mat = euclidean_dist(global_feat, global_feat)
        dist_ap, dist_an = hard_example_mining(dist_mat, labels)
        y = dist_an.new().resize_as_(dist_an).fill_(1)
        loss = self.ranking_loss(dist_an, dist_ap, y) if self.margin is not None else self.ranking_loss(dist_an - dist_ap, y)
        return loss, dist_ap, dist_an


class CrossEntropyLabelSmooth(nn.Module):
    def __init__(self, num_classes, epsilon=0.1):
        super(CrossEntropyLabelSmooth, self).__init__()
        self.num_classes = num_classes
        self.epsilon = epsilon
        self.logsoftmax = nn.LogSoftmax(dim=1)

    def forward(self, inputs, targets):
        log_probs = self.logsoftmax(inputs)
        targets = torch.zeros(log_probs.size()).scatter_(1, targets.unsqueeze(1).data.cpu(), 1)
        targets = (1 - self.epsilon) * targets + self.epsilon / self.num_classes
        return (-targets * log_probs).mean(0).sum()


class CenterLoss(nn.Module):
    def __init__(self, num_classes, feat_dim):
        super(CenterLoss, self).__init__()
        self.num_classes = num_classes
        self.centers = nn.Parameter(torch.randn(num_classes, feat_dim))

    def forward(self, x, labels):
        batch_size = x.size(0)
        distmat = torch.pow(x, 2).sum(dim=1, keepdim=True).expand(batch_size, self.num_classes) + \
            torch.pow(self.centers, 2).sum(dim=1, keepdim=True).expand(self.num_classes, batch_size).t()
        distmat = torch.addmm(distmat, x, self.centers.t(), beta=1, alpha=-2)
        mask = labels.unsqueeze(1).expand(batch_size, self.num_classes).eq(torch.arange(self.num_classes).long().expand(batch_size, -1))
        dist = distmat * mask.float()
        return dist.clamp(min=1e-12, max=1e+12).sum() / batch_size


class Baseline(nn.Module):
    def __init__(self, num_classes, in_planes=12, feat=16):
        super(Baseline, self).__init__()
        self.base = nn.Sequential(nn.Linear(in_planes, 32), nn.BatchNorm1d(32), nn.ReLU(inplace=True), nn.Linear(32, feat))
        self.bottleneck = nn.BatchNorm1d(feat)
        self.bottleneck.bias.requires_grad_(False)  # no shift
        self.classifier = nn.Linear(feat, num_classes, bias=False)
        nn.init.normal_(self.classifier.weight, std=0.001)

    def forward(self, x):
        global_feat = self.base(x)
        feat = self.bottleneck(global_feat)
        if self.training:
            return self.classifier(feat), global_feat
        return feat


class WarmupMultiStepLR(torch.optim.lr_scheduler._LRScheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, warmup_factor=1.0 / 3, warmup_iters=10, last_epoch=-1):
        self.milestones, self.gamma = milestones, gamma
        self.warmup_factor, self.warmup_iters = warmup_factor, warmup_iters
        super(WarmupMultiStepLR, self).__init__(optimizer, last_epoch)

    def get_lr(self):
        warmup_factor = 1
        if self.last_epoch < self.warmup_iters:
            alpha = float(self.last_epoch) / self.warmup_iters
            warmup_factor = self.warmup_factor * (1 - alpha) + alpha
        return [base_lr * warmup_factor * self.gamma ** bisect_right(self.milestones, self.last_epoch) for base_lr in self.base_lrs]


class AverageMeter(object):
    def __init__(self):
        self.sum, self.count = 0., 0

    def update(self, val, n=1):
        self.sum += val * n
        self.count += n

    @property
    def avg(self):
        return self.sum / max(self.count, 1)


def rank1(model, data, labels):
    model.eval()
    with torch.no_grad():
        dist = euclidean_dist(normalize(model(data)), normalize(model(data)))
        dist.fill_diagonal_(float('inf'))
    model.train()
    return labels[dist.argmin(1)].eq(labels).float().mean().item()


args = get_parser().parse_args([])
random.seed(1)
torch.manual_seed(1)
num_ids = 10
pids = torch.arange(120) % num_ids
data = (torch.randn(num_ids, 12) * 1.5)[pids] + torch.randn(120, 12)
model = Baseline(num_ids)
triplet, xent, center = TripletLoss(args.margin), CrossEntropyLabelSmooth(num_ids), CenterLoss(num_ids, 16)
optimizer = torch.optim.Adam([{"params": [p], "lr": 3.5e-3 * (2 if "bias" in k else 1), "weight_decay": 5e-4}
                              for k, p in model.named_parameters() if p.requires_grad])
optimizer_center = torch.optim.SGD(center.parameters(), lr=0.5)
scheduler = WarmupMultiStepLR(optimizer, [40, 70], 0.1)
losses, meters = AverageMeter(), AverageMeter()
before = rank1(model, data, pids)
for it, batch in enumerate(RandomIdentitySampler(pids.tolist(), args.ids_per_batch, args.instances)):
    if it == args.iters:
        break
    img, target = data[batch], pids[batch]
    optimizer.zero_grad()
    optimizer_center.zero_grad()
    score, feat = model(img)
    tri, dist_ap, dist_an = triplet(feat, target)
    loss = xent(score, target) + tri + args.center_weight * center(feat, target)
    loss.backward()
    optimizer.step()
    for param in center.parameters():
        param.grad.data *= (1. / args.center_weight)
    optimizer_center.step()
    scheduler.step()
    acc = (score.max(1)[1] == target).float().mean()
    losses.update(loss.item(), img.size(0))
    meters.update(acc.item())
    if (it + 1) % 20 == 0:
        prec = (dist_an.data > dist_ap.data).sum() * 1. / target.size(0)
        print("Iter[{}/{}] Loss: {:.3f}, Acc: {:.3f}, prec {:.2f}, Base Lr: {:.2e}".format(
            it + 1, args.iters, losses.avg, meters.avg, prec.item(), scheduler.get_last_lr()[0]))
        losses, meters = AverageMeter(), AverageMeter()
print("rank-1 better than before:", rank1(model, data, pids) > before)
