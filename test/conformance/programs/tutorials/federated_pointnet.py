"""PointNet with feature transforms, trained by federated averaging: state_dict arithmetic, deep copies, pickled messages, adversarial noise."""
# float-tolerance: 5e-3
# tier2: LocalUpdate.train.loop#1.body 10
# tier2: LocalUpdate.train.loop#1.body.part#1.forward 10
# tier2: fgsm.part.update 10
import copy
import io
import logging
import os
import pickle
import sys
from types import SimpleNamespace

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
from torch.utils.data import DataLoader, Subset, TensorDataset

logging.basicConfig(stream=sys.stdout, level=logging.DEBUG, format="[%(levelname).1s] %(message)s")
args = SimpleNamespace(clients=3, rounds=4, local_epochs=1, points=24, batch=16, lr=0.01, classes=3, seed=21)


class STNkd(nn.Module):
    def __init__(self, k=3):
        super(STNkd, self).__init__()
        self.conv1 = torch.nn.Conv1d(k, 16, 1)
        self.conv2 = torch.nn.Conv1d(16, 32, 1)
        self.fc1 = nn.Linear(32, 16)
        self.fc2 = nn.Linear(16, k * k)
        self.bn1 = nn.BatchNorm1d(16)
        self.k = k

    def forward(self, x):
        batchsize = x.size()[0]
        x = F.relu(self.bn1(self.conv1(x)))
        x = F.relu(self.conv2(x))
        x = torch.max(x, 2, keepdim=True)[0]
        x = x.view(-1, 32)
        x = self.fc2(F.relu(self.fc1(x)))
        iden = Variable(torch.eye(self.k).flatten()).view(1, self.k * self.k).repeat(batchsize, 1)
        x = x + iden
        return x.view(-1, self.k, self.k)


class PointNet(nn.Module):
    def __init__(self, k=args.classes):
        super(PointNet, self).__init__()
        self.stn = STNkd(3)
        self.conv1, self.conv2 = nn.Conv1d(3, 16, 1), nn.Conv1d(16, 32, 1)
        self.fstn = STNkd(16)
        self.norm = nn.GroupNorm(4, 32)
        self.fc1, self.fc2 = nn.Linear(32, 16), nn.Linear(16, k)
        self.dropout = nn.Dropout(p=0.1)

    def forward(self, x):
        trans = self.stn(x)
        x = torch.bmm(x.transpose(2, 1), trans).transpose(2, 1)
        x = F.relu(self.conv1(x))
        trans_feat = self.fstn(x)
        x = torch.bmm(x.transpose(2, 1), trans_feat).transpose(2, 1)
        x = self.norm(self.conv2(x))
        x = torch.max(x, 2)[0]
        x = self.fc2(self.dropout(F.relu(self.fc1(x))))
        return F.log_softmax(x, dim=1), trans_feat


def feature_transform_regularizer(trans):
    d = trans.size()[1]
    I = torch.eye(d)[None, :, :]
    return torch.mean(torch.norm(torch.bmm(trans, trans.transpose(2, 1)) - I, dim=(1, 2)))


def shapes(n):
    y = torch.arange(n) % args.classes
    x = torch.randn(n, 3, args.points)
    sphere = F.normalize(x, dim=1)
    line = torch.stack([x[:, 0], x[:, 0] * 0.5, -x[:, 0]], 1)
    plane = torch.cat([x[:, :2], torch.zeros(n, 1, args.points)], 1)
    pick = torch.stack([sphere, line, plane])[y, torch.arange(n)]
    return TensorDataset(pick + 0.05 * torch.randn_like(pick), y)


def fgsm(model, x, y, eps=0.05):
    x = x.clone().detach().requires_grad_(True)
    F.nll_loss(model(x)[0], y).backward()
    adv = x + eps * x.grad.data.sign()
    model.zero_grad()
    return adv.detach()


class LocalUpdate(object):
    def __init__(self, args, dataset, idxs):
        self.args = args
        self.ldr_train = DataLoader(Subset(dataset, idxs), batch_size=args.batch, shuffle=True)

    def train(self, net):
        net.train()
        optimizer = torch.optim.SGD(net.parameters(), lr=self.args.lr, momentum=0.5)
        epoch_loss = []
        for _ in range(self.args.local_epochs):
            batch_loss = []
            for images, labels in self.ldr_train:
                adv = fgsm(net, images, labels)
                net.zero_grad()
                log_probs, trans_feat = net(torch.cat([images, adv]))
                loss = F.nll_loss(log_probs, torch.cat([labels, labels])) + 0.001 * feature_transform_regularizer(trans_feat)
                loss.backward()
                optimizer.step()
                batch_loss.append(loss.item())
            epoch_loss.append(sum(batch_loss) / len(batch_loss))
        return net.state_dict(), sum(epoch_loss) / len(epoch_loss)


def FedAvg(w):
    w_avg = copy.deepcopy(w[0])
    for k in w_avg.keys():
        for i in range(1, len(w)):
            w_avg[k] += w[i][k]
        w_avg[k] = torch.div(w_avg[k], len(w)).to(w[0][k].dtype)
    return w_avg


def send(state):
    """As a message: pickled bytes."""
    return pickle.loads(pickle.dumps({k: v.cpu().numpy().tolist() if v.dim() == 0 else v for k, v in state.items()}))


torch.manual_seed(args.seed)
train, test = shapes(96), shapes(30)
glob = PointNet()
w_glob = glob.state_dict()
users = [LocalUpdate(args, train, range(i, 96, args.clients)) for i in range(args.clients)]
for rnd in range(args.rounds):
    w_locals, loss_locals = [], []
    for user in users:
        w, loss = user.train(net=copy.deepcopy(glob))
        message = send(w)
        w_locals.append({k: torch.as_tensor(v) for k, v in message.items()})
        loss_locals.append(loss)
    w_glob = FedAvg(w_locals)
    glob.load_state_dict(w_glob)
    logging.info('Round {:3d}, Average loss {:.2f}'.format(rnd, sum(loss_locals) / len(loss_locals)))
buffer = io.BytesIO()
torch.save({"round": args.rounds, "state": glob.state_dict(), "args": vars(args)}, buffer)
logging.debug("bytes %s", buffer.tell() > 1000)
buffer.seek(0)
checkpoint = torch.load(buffer)
fresh = PointNet()
fresh.load_state_dict(checkpoint["state"])
fresh.eval()
glob.eval()
x, y = test[:]
with torch.no_grad():
    a, b = fresh(x)[0], glob(x)[0]
logging.info("same %s classes %s args %s", torch.equal(a, b), a.shape[1], sorted(checkpoint["args"])[:3])
logging.info("tracked %d", glob.stn.bn1.num_batches_tracked.item())
