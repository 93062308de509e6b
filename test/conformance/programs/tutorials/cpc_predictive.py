"""Contrastive predictive coding of sequences: strided convolutions, a GRU context, InfoNCE for k steps ahead, then a linear probe."""
# tier2: train.loop.body.update 85% after 4
# tier2: probe.loop#1.body 85% after 3
# float-tolerance: 2e-3
from __future__ import print_function
import argparse
import time
from timeit import default_timer as timer

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.utils import data


class Chirps(data.Dataset):
    """Waves of three classes, with an unknown phase."""

    def __init__(self, n, length, seed):
        g = torch.Generator()
        g.manual_seed(seed)
        self.y = torch.randint(3, (n,), generator=g)
        t = torch.linspace(0, 1, length)
        phase = torch.rand(n, 1, generator=g) * 6.28
        self.x = torch.sin(6.28 * (2. + 3. * self.y.float().unsqueeze(1)) * t + phase) + 0.2 * torch.randn(n, length, generator=g)

    def __len__(self):
        return self.x.shape[0]

    def __getitem__(self, index):
        return self.x[index].view(1, -1), self.y[index]


class ScheduledOptim(object):
    """A simple wrapper class for learning rate scheduling"""

    def __init__(self, optimizer, n_warmup_steps):
        self.optimizer = optimizer
        self.d_model = 128
        self.n_warmup_steps = n_warmup_steps
        self.n_current_steps = 0
        self.delta = 1

    def state_dict(self):
        self.optimizer.state_dict()

    def step(self):
        self.optimizer.step()

    def zero_grad(self):
        self.optimizer.zero_grad()

    def increase_delta(self):
        self.delta *= 2

    def update_learning_rate(self):
        self.n_current_steps += self.delta
        new_lr = self.d_model ** -0.5 * min(self.n_current_steps ** -0.5, self.n_current_steps * self.n_warmup_steps ** -1.5)
        for param_group in self.optimizer.param_groups:
            param_group['lr'] = new_lr
        return new_lr


class CDCK2(nn.Module):
    def __init__(self, timestep, batch_size, seq_len, channels=16, context=12):
        super(CDCK2, self).__init__()
        self.batch_size = batch_size
        self.seq_len = seq_len
        self.timestep = timestep
        self.context = context
        self.encoder = nn.Sequential(
            nn.Conv1d(1, channels, kernel_size=6, stride=3, padding=2, bias=False), nn.BatchNorm1d(channels), nn.ReLU(inplace=True),
            nn.Conv1d(channels, channels, kernel_size=4, stride=2, padding=1, bias=False), nn.BatchNorm1d(channels), nn.ReLU(inplace=True))
        self.gru = nn.GRU(channels, context, num_layers=1, bidirectional=False, batch_first=True)
        self.Wk = nn.ModuleList([nn.Linear(context, channels) for i in range(timestep)])
        self.softmax = nn.Softmax(dim=1)
        self.lsoftmax = nn.LogSoftmax(dim=1)

        def _weights_init(m):
            if isinstance(m, nn.Conv1d):
                nn.init.kaiming_normal_(m.weight, mode='fan_out', nonlinearity='relu')
            elif isinstance(m, nn.BatchNorm1d):
                nn.init.constant_(m.weight, 1)
                nn.init.constant_(m.bias, 0)

        self.apply(_weights_init)
        for layer_p in self.gru._all_weights:
            for p in layer_p:
                if 'weight' in p:
                    nn.init.kaiming_normal_(self.gru.__getattr__(p), mode='fan_out', nonlinearity='relu')

    def init_hidden(self, batch_size):
        return torch.zeros(1, batch_size, self.context)

    def forward(self, x, hidden):
        batch = x.size()[0]
        t_samples = torch.randint(self.seq_len // 6 - self.timestep, size=(1,)).long()  # randomly pick time stamps
        z = self.encoder(x)
        z = z.transpose(1, 2)
        nce = 0  # average over timestep and batch
        encode_samples = torch.empty((self.timestep, batch, z.size(2))).float()
        for i in range(1, self.timestep + 1):
            encode_samples[i - 1] = z[:, t_samples + i, :].view(batch, z.size(2))
        forward_seq = z[:, :t_samples + 1, :]
        output, hidden = self.gru(forward_seq, hidden)
        c_t = output[:, -1, :].view(batch, self.context)
        pred = torch.empty((self.timestep, batch, z.size(2))).float()
        for i in range(self.timestep):
            pred[i] = self.Wk[i](c_t)
        for i in range(self.timestep):
            total = torch.mm(encode_samples[i], torch.transpose(pred[i], 0, 1))
            correct = torch.sum(torch.eq(torch.argmax(self.softmax(total), dim=0), torch.arange(0, batch)))
            nce += torch.sum(torch.diag(self.lsoftmax(total)))
        nce /= -1. * batch * self.timestep
        accuracy = 1. * correct.item() / batch
        return accuracy, nce, hidden

    def predict(self, x, hidden):
        z = self.encoder(x).transpose(1, 2)
        output, hidden = self.gru(z, hidden)
        return output, hidden


def train(args, model, train_loader, optimizer, epoch):
    model.train()
    for batch_idx, (wave, _) in enumerate(train_loader):
        optimizer.zero_grad()
        hidden = model.init_hidden(len(wave))
        acc, loss, hidden = model(wave, hidden)
        loss.backward()
        optimizer.step()
        lr = optimizer.update_learning_rate()
        if batch_idx % args.log_interval == 0 and epoch % 4 == 1:
            print('Train Epoch: {} [{}/{} ({:.0f}%)]\tlr:{:.5f}\tAccuracy: {:.2f}\tLoss: {:.4f}'.format(
                epoch, batch_idx * len(wave), len(train_loader.dataset), 100. * batch_idx / len(train_loader), lr, acc, loss.item()))


def validation(model, loader):
    model.eval()
    total_loss = 0
    with torch.no_grad():
        for wave, _ in loader:
            acc, loss, _ = model(wave, model.init_hidden(len(wave)))
            total_loss += len(wave) * loss
    return total_loss.item() / len(loader.dataset)


class Probe(nn.Module):
    def __init__(self, context):
        super().__init__()
        self.classifier = nn.Linear(context, 3)

    def forward(self, x):
        return F.log_softmax(self.classifier(x), dim=1)


def probe(model, loader, steps=50):
    model.eval()
    head = Probe(model.context)
    opt = optim.Adam(head.parameters(), lr=5e-2)
    correct = seen = 0
    done = 0
    while done < steps:
        for wave, label in loader:
            with torch.no_grad():
                features = model.predict(wave, model.init_hidden(len(wave)))[0][:, -1, :].contiguous()
            opt.zero_grad()
            out = head(features)
            F.nll_loss(out, label).backward()
            opt.step()
            done += 1
            if done > steps - 5:
                correct += out.max(1, keepdim=True)[1].eq(label.view_as(out.max(1, keepdim=True)[1])).sum().item()
                seen += len(label)
    return 1. * correct / seen


parser = argparse.ArgumentParser(description='PyTorch CPC')
parser.add_argument('--n-warmup-steps', type=int, default=60)
parser.add_argument('--batch-size', type=int, default=16, metavar='N')
parser.add_argument('--epochs', type=int, default=9)
parser.add_argument('--timestep', type=int, default=4)
parser.add_argument('--log-interval', type=int, default=4)
args = parser.parse_args()
torch.manual_seed(3)
global_timer = timer()
dataset = Chirps(128, 72, 0)
loader = data.DataLoader(dataset, batch_size=args.batch_size, shuffle=True, drop_last=True)
model = CDCK2(args.timestep, args.batch_size, 72)
optimizer = ScheduledOptim(optim.Adam(filter(lambda p: p.requires_grad, model.parameters()), betas=(0.9, 0.98), eps=1e-09, weight_decay=1e-4,
                                      amsgrad=True), args.n_warmup_steps)
print('### Model summary: %d parameters' % sum(p.numel() for p in model.parameters() if p.requires_grad))
first = validation(model, loader)
for epoch in range(1, args.epochs + 1):
    train(args, model, loader, optimizer, epoch)
    if epoch % 4 == 0:
        optimizer.increase_delta()
print('validation falls:', validation(model, loader) < first, 'timed:', timer() - global_timer < 600)
print('probe above chance:', probe(model, loader) > 0.45)
