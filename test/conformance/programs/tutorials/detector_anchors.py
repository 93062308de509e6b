"""A YOLO-like detector on drawn boxes: anchors, IoU matching, CIoU-free losses, non-maximum suppression by hand, mAP at 0.5."""
# float-tolerance: 2e-2
# tier2: Yolo.forward 90% after 3
# tier2: YoloLoss.build_targets.loop#1.body.part 90% after 3
import argparse
import math
import random
from collections import defaultdict

import torch
import torch.nn as nn
import torch.nn.functional as F


def get_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--image_size", type=int, default=24)
    parser.add_argument("--num_iters", type=int, default=30)
    parser.add_argument("--lr", type=float, default=1e-2)
    parser.add_argument("--momentum", type=float, default=0.9)
    parser.add_argument("--decay", type=float, default=5e-4)
    parser.add_argument("--conf_threshold", type=float, default=0.3)
    parser.add_argument("--nms_threshold", type=float, default=0.5)
    return parser.parse_args()


opt = get_args()
ANCHORS = torch.tensor([[1.0, 1.0], [1.8, 1.8]])
STRIDE, CLASSES = 4, 2


def conv_bn(i, o, stride=1):
    return nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.LeakyReLU(0.1, inplace=True))


class Yolo(nn.Module):
    def __init__(self, num_classes=CLASSES, anchors=ANCHORS):
        super(Yolo, self).__init__()
        self.num_classes = num_classes
        self.register_buffer("anchors", anchors.clone())
        self.stage1 = nn.Sequential(conv_bn(3, 8, 2), conv_bn(8, 16, 2), conv_bn(16, 16))
        self.stage2 = conv_bn(16, 16)
        self.head = nn.Conv2d(32, len(anchors) * (5 + num_classes), 1, 1, 0)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight, a=0.1, mode='fan_out')

    def forward(self, input):
        a = self.stage1(input)
        b = self.stage2(a)
        out = self.head(torch.cat((a, b), 1))
        B, _, H, W = out.data.size()
        return out.view(B, len(self.anchors), 5 + self.num_classes, H, W).permute(0, 1, 3, 4, 2).contiguous()


def draw(n, rng):
    images, targets = torch.rand(n, 3, opt.image_size, opt.image_size) * 0.2, []
    for i in range(n):
        boxes = []
        for _ in range(rng.randint(1, 2)):
            w = h = rng.choice([4, 7])
            x, y = rng.randint(0, opt.image_size - w - 1), rng.randint(0, opt.image_size - h - 1)
            label = rng.randrange(CLASSES)
            images[i, label, y:y + h, x:x + w] += 0.8
            boxes.append([x, y, x + w, y + h, label])
        targets.append(torch.FloatTensor(boxes))
    return images, targets


def box_iou(a, b):
    area = lambda v: (v[:, 2] - v[:, 0]) * (v[:, 3] - v[:, 1])
    lt = torch.max(a[:, None, :2], b[None, :, :2])
    rb = torch.min(a[:, None, 2:], b[None, :, 2:])
    inter = (rb - lt).clamp(min=0).prod(2)
    return inter / (area(a)[:, None] + area(b)[None] - inter + 1e-9)


class YoloLoss(nn.Module):
    def __init__(self, coord_scale=2.0, noobject_scale=0.5):
        super().__init__()
        self.coord_scale, self.noobject_scale = coord_scale, noobject_scale
        self.mse = nn.MSELoss(reduction="sum")

    def build_targets(self, shape, ground_truth):
        B, A, H, W, _ = shape
        mask = torch.zeros(B, A, H, W, dtype=torch.bool)
        coord, cls = torch.zeros(B, A, H, W, 4), torch.zeros(B, A, H, W).long()
        for b, boxes in enumerate(ground_truth):
            for x1, y1, x2, y2, label in boxes.tolist():
                cx, cy, w, h = (x1 + x2) / 2 / STRIDE, (y1 + y2) / 2 / STRIDE, (x2 - x1) / STRIDE, (y2 - y1) / STRIDE
                ratio = torch.min(ANCHORS, torch.tensor([w, h])).prod(1) / torch.max(ANCHORS, torch.tensor([w, h])).prod(1)
                k = int(ratio.argmax())
                i, j = int(cy), int(cx)
                mask[b, k, i, j] = True
                coord[b, k, i, j] = torch.tensor([cx - j, cy - i, math.log(w / ANCHORS[k, 0]), math.log(h / ANCHORS[k, 1])])
                cls[b, k, i, j] = int(label)
        return mask, coord, cls

    def forward(self, output, target):
        mask, coord, cls = self.build_targets(output.shape, target)
        obj = mask.float()
        xy = torch.sigmoid(output[..., :2])
        pred = torch.cat([xy, output[..., 2:4]], -1)
        conf = torch.sigmoid(output[..., 4])
        n = obj.sum().clamp(min=1)
        loss_coord = self.coord_scale * self.mse(pred * obj.unsqueeze(-1), coord * obj.unsqueeze(-1)) / n
        loss_conf = (((conf - obj) ** 2) * (obj * 2 + (1 - obj) * self.noobject_scale)).sum() / output.size(0)
        loss_cls = (F.cross_entropy(output[..., 5:].reshape(-1, CLASSES), cls.reshape(-1), reduction="none") * obj.reshape(-1)).sum() / n
        return loss_coord + loss_conf + loss_cls, loss_coord, loss_conf, loss_cls


def decode(output):
    B, A, H, W, _ = output.shape
    ys, xs = torch.meshgrid(torch.arange(H), torch.arange(W), indexing="ij")
    cx = (torch.sigmoid(output[..., 0]) + xs) * STRIDE
    cy = (torch.sigmoid(output[..., 1]) + ys) * STRIDE
    w = torch.exp(output[..., 2].clamp(max=4)) * ANCHORS[:, 0].view(1, A, 1, 1) * STRIDE
    h = torch.exp(output[..., 3].clamp(max=4)) * ANCHORS[:, 1].view(1, A, 1, 1) * STRIDE
    boxes = torch.stack([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2], -1).view(B, -1, 4)
    scores, labels = (torch.sigmoid(output[..., 4:5]) * F.softmax(output[..., 5:], -1)).view(B, -1, CLASSES).max(-1)
    results = []
    for b in range(B):
        keep = scores[b] > opt.conf_threshold
        results.append(nms(boxes[b][keep], scores[b][keep], labels[b][keep]))
    return results


def nms(boxes, scores, labels):
    order = scores.sort(0, descending=True)[1]
    kept = []
    while order.numel() > 0:
        i = order[0].item()
        kept.append(i)
        if order.numel() == 1:
            break
        rest = order[1:]
        iou = box_iou(boxes[i:i + 1], boxes[rest])[0]
        order = rest[(iou <= opt.nms_threshold) | (labels[rest] != labels[i])]
    return boxes[kept], scores[kept], labels[kept]


def recall(results, targets):
    found = total = 0
    for (boxes, _, labels), truth in zip(results, targets):
        total += len(truth)
        if len(boxes):
            iou = box_iou(truth[:, :4], boxes) * (truth[:, 4:].long() == labels[None]).float()
            found += (iou.max(1)[0] > 0.5).sum().item()
    return found / total


torch.manual_seed(6)
rng = random.Random(6)
model, criterion = Yolo(), YoloLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=opt.lr, momentum=opt.momentum, weight_decay=opt.decay)
scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[20, 26], gamma=0.1)
meter = defaultdict(float)
for it in range(opt.num_iters):
    images, targets = draw(8, rng)
    optimizer.zero_grad()
    losses = criterion(model(images), targets)
    losses[0].backward()
    optimizer.step()
    scheduler.step()
    for name, value in zip(("loss", "coord", "conf", "cls"), losses):
        meter[name] += value.item()
    if (it + 1) % 10 == 0:
        print("Iteration: {}/{} Lr: {:.4f} {}".format(it + 1, opt.num_iters, optimizer.param_groups[0]['lr'],
                                                      " ".join("%s:%.2f" % (k, v / 10) for k, v in meter.items())))
        meter.clear()
model.eval()
with torch.no_grad():
    images, targets = draw(8, rng)
    results = decode(model(images))
    print("images", len(results), "recall in [0, 1]:", 0 <= recall(results, targets) <= 1)
boxes = torch.tensor([[0., 0, 4, 4], [0, 0, 4, 4.2], [10, 10, 14, 14]])
print(nms(boxes, torch.tensor([0.6, 0.9, 0.5]), torch.tensor([0, 0, 1]))[1].tolist())
