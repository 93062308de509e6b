"""Knowledge distillation: teacher with dropout, student with KL at a temperature, attention transfer and hint losses, DataLoader of dicts."""
# float-tolerance: 2e-3
# tier2: <module>.loop#1.body 90% after 2
# tier2: Net.forward 90% after 3
# tier2: <module>.loop#4.body.update 80% after 2
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, StackDataset, IterableDataset, Subset

torch.manual_seed(17)


class Images(IterableDataset):
    def __init__(self, n, seed):
        super(Images).__init__()
        self.n, self.seed = n, seed

    def __iter__(self):
        g = torch.Generator()
        g.manual_seed(self.seed)
        for _ in range(self.n):
            y = torch.randint(4, (), generator=g)
            x = 0.5 * torch.randn(1, 8, 8, generator=g)
            x[:, 2 * y:2 * y + 2] += 1
            yield x, y.item()


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv1 = nn.Conv2d(1, width, 3, padding=1)
        self.conv2 = nn.Conv2d(width, width * 2, 3, padding=1, stride=2)
        self.conv2_drop = nn.Dropout2d(0.1)
        self.fc = nn.Linear(width * 2 * 16, 4)

    def forward(self, x, return_features=False):
        f1 = F.relu(self.conv1(x))
        f2 = F.relu(self.conv2_drop(self.conv2(f1)))
        logits = self.fc(f2.flatten(1))
        return (logits, [f1, f2]) if return_features else logits


def loss_fn_kd(outputs, labels, teacher_outputs, alpha=0.7, T=4.0):
    return nn.KLDivLoss(reduction='batchmean')(F.log_softmax(outputs / T, dim=1), F.softmax(teacher_outputs / T, dim=1)) * (alpha * T * T) + \
        F.cross_entropy(outputs, labels) * (1. - alpha)


def at(x):
    return F.normalize(x.pow(2).mean(1).view(x.size(0), -1))


def at_loss(x, y):
    return (at(x) - at(y)).pow(2).mean()


teacher, student = Net(8), Net(3)
opt = torch.optim.Adamax(teacher.parameters(), lr=5e-3)
for epoch in range(3):
    teacher.train()
    for x, y in DataLoader(Images(96, epoch), batch_size=16):
        opt.zero_grad()
        loss = F.cross_entropy(teacher(x), y)
        loss.backward()
        opt.step()
    print('teacher', epoch, f'{loss:.4f}')
teacher.eval()
for p in teacher.parameters():
    p.requires_grad = False
opt = torch.optim.SGD(student.parameters(), lr=0.05, momentum=0.9)
sched = torch.optim.lr_scheduler.SequentialLR(opt, [torch.optim.lr_scheduler.LinearLR(opt, 0.1, total_iters=4),
                                                    torch.optim.lr_scheduler.CosineAnnealingLR(opt, 14)], milestones=[4])
x, y = map(lambda t: torch.stack(t) if isinstance(t[0], torch.Tensor) else torch.tensor(t), zip(*Images(96, 9)))
stack = StackDataset(image=x, label=y)
print(len(stack), sorted(stack[3]))
for epoch in range(3):
    for batch in DataLoader(Subset(stack, range(0, 96)), batch_size=16, shuffle=True, drop_last=True):
        with torch.inference_mode(False), torch.no_grad():
            t_logits, t_feats = teacher(batch['image'], return_features=True)
        s_logits, s_feats = student(batch['image'], True)
        loss = loss_fn_kd(s_logits, batch['label'], t_logits)
        loss = loss + 10 * sum(at_loss(s, t) for s, t in zip(s_feats, t_feats))
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
    print('student', epoch, f'{loss.item():.4f}', f'{opt.param_groups[0]["lr"]:.5f}')
student.eval()
with torch.no_grad():
    print('agree %.2f' % (student(x).argmax(1) == teacher(x).argmax(1)).float().mean(), '%.2f' % (student(x).max(1)[1] == y).float().mean())
