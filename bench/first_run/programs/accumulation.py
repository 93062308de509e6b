# Accumulated gradients, schedulers, early stopping and checkpoints around a small classifier.
import io, copy
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, random_split

EPOCHS = 12
torch.manual_seed(13)


class Toy(Dataset):
    def __init__(self, n=5200):
        g = torch.Generator().manual_seed(0)
        self.x = torch.randn(n, 20, generator=g)
        self.y = (self.x[:, :3].sum(1) * 2 + self.x[:, 3] ** 2 > 0.5).long()

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class EarlyStopping:
    def __init__(self, patience=3, delta=0.0):
        self.patience, self.delta = patience, delta
        self.counter, self.best_score, self.early_stop, self.best = 0, None, False, None

    def __call__(self, val_loss, model):
        score = -val_loss
        if self.best_score is None:
            self.best_score = score
            self.save_checkpoint(model)
        elif score < self.best_score + self.delta:
            self.counter += 1
            print(f'EarlyStopping counter: {self.counter} out of {self.patience}')
            if self.counter >= self.patience:
                self.early_stop = True
        else:
            self.best_score = score
            self.save_checkpoint(model)
            self.counter = 0

    def save_checkpoint(self, model):
        self.best = copy.deepcopy(model.state_dict())


class Progress:
    def __init__(self, it, desc):
        self.it, self.desc, self.postfix, self.n = it, desc, "", 0

    def __iter__(self):
        for x in self.it:
            yield x
            self.n += 1

    def set_postfix(self, **kw):
        self.postfix = ", ".join(f"{k}={v:.4f}" for k, v in kw.items())


train_set, val_set = random_split(Toy(), [4000, 1200], generator=torch.Generator().manual_seed(1))
train_loader = DataLoader(train_set, batch_size=10, shuffle=True, drop_last=True)
val_loader = DataLoader(val_set, batch_size=100)
model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Dropout(0.1), nn.Linear(64, 2))
criterion = nn.CrossEntropyLoss()
opt = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.5, patience=1)
stopper = EarlyStopping(patience=20)
accumulation_steps = 4
start_epoch = 0


def save(epoch):
    f = io.BytesIO()
    torch.save({'epoch': epoch, 'model_state_dict': model.state_dict(), 'optimizer_state_dict': opt.state_dict(), 'sched': plateau.state_dict()}, f)
    f.seek(0)
    return f


def run_epoch(epoch):
    model.train()
    total, seen = 0.0, 0
    bar = Progress(train_loader, f"Epoch {epoch}")
    opt.zero_grad()
    for i, (x, y) in enumerate(bar):
        out = model(x)
        loss = criterion(out, y) / accumulation_steps
        loss.backward()
        if (i + 1) % accumulation_steps == 0:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            opt.step()
            opt.zero_grad()
        total += loss.item() * accumulation_steps * x.size(0)
        seen += x.size(0)
        bar.set_postfix(loss=total / seen, lr=opt.param_groups[0]['lr'])
    model.eval()
    val, correct = 0.0, 0
    with torch.no_grad():
        for x, y in val_loader:
            out = model(x)
            val += criterion(out, y).item() * len(y)
            correct += (out.argmax(dim=1) == y).sum().item()
    print(f"{bar.desc}: {bar.postfix} | val {val / 1200:.4f} acc {correct / 1200:.3f}")
    return val / 1200


for epoch in range(start_epoch, EPOCHS):
    v = run_epoch(epoch)
    plateau.step(v)
    stopper(v, model)
    if stopper.early_stop:
        print("Early stopping")
        break
    ck = save(epoch)
ckpt = torch.load(ck)
model.load_state_dict(ckpt['model_state_dict'])
opt.load_state_dict(ckpt['optimizer_state_dict'])
for g in opt.param_groups:
    g['lr'] = 0.01
    g.setdefault('initial_lr', 0.05)
restarts = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(opt, T_0=2, T_mult=2)
for epoch in range(ckpt['epoch'] + 1, ckpt['epoch'] + 1 + EPOCHS):
    run_epoch(epoch)
    restarts.step()
print(["%.5f" % g['lr'] for g in opt.param_groups])
