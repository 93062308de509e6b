"""GCN, GAT and GraphSAGE on a block graph (after pygcn and pyGAT), dense adjacency."""
# float-tolerance: 2e-3
# tier2: run.<locals>.train 90% after 1
from __future__ import division, print_function
import argparse
import math
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.autograd import Variable
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

parser = argparse.ArgumentParser()
parser.add_argument('--no-cuda', action='store_true', default=False, help='Disables CUDA training.')
parser.add_argument('--fastmode', action='store_true', default=False, help='Validate during training pass.')
parser.add_argument('--seed', type=int, default=42, help='Random seed.')
parser.add_argument('--epochs', type=int, default=40)
parser.add_argument('--lr', type=float, default=0.02)
parser.add_argument('--weight_decay', type=float, default=5e-4)
parser.add_argument('--hidden', type=int, default=8)
parser.add_argument('--nb_heads', type=int, default=2)
parser.add_argument('--dropout', type=float, default=0.4)
parser.add_argument('--alpha', type=float, default=0.2)
parser.add_argument('--patience', type=int, default=20)
args = parser.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()
np.random.seed(args.seed)
torch.manual_seed(args.seed)


class GraphConvolution(Module):
    """Simple GCN layer, similar to https://arxiv.org/abs/1609.02907"""

    def __init__(self, in_features, out_features, bias=True):
        super(GraphConvolution, self).__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(torch.FloatTensor(in_features, out_features))
        if bias:
            self.bias = Parameter(torch.FloatTensor(out_features))
        else:
            self.register_parameter('bias', None)
        self.reset_parameters()

    def reset_parameters(self):
        stdv = 1. / math.sqrt(self.weight.size(1))
        self.weight.data.uniform_(-stdv, stdv)
        if self.bias is not None:
            self.bias.data.uniform_(-stdv, stdv)

    def forward(self, input, adj):
        support = torch.mm(input, self.weight)
        output = torch.mm(adj, support)
        if self.bias is not None:
            return output + self.bias
        else:
            return output

    def __repr__(self):
        return self.__class__.__name__ + ' (' + str(self.in_features) + ' -> ' + str(self.out_features) + ')'


class GCN(nn.Module):
    def __init__(self, nfeat, nhid, nclass, dropout):
        super(GCN, self).__init__()
        self.gc1 = GraphConvolution(nfeat, nhid)
        self.gc2 = GraphConvolution(nhid, nclass)
        self.dropout = dropout

    def forward(self, x, adj):
        x = F.relu(self.gc1(x, adj))
        x = F.dropout(x, self.dropout, training=self.training)
        x = self.gc2(x, adj)
        return F.log_softmax(x, dim=1)


class GraphAttentionLayer(nn.Module):
    def __init__(self, in_features, out_features, dropout, alpha, concat=True):
        super(GraphAttentionLayer, self).__init__()
        self.dropout = dropout
        self.out_features = out_features
        self.alpha = alpha
        self.concat = concat
        self.W = nn.Parameter(torch.zeros(size=(in_features, out_features)))
        nn.init.xavier_uniform_(self.W.data, gain=1.414)
        self.a = nn.Parameter(torch.zeros(size=(2 * out_features, 1)))
        nn.init.xavier_uniform_(self.a.data, gain=1.414)
        self.leakyrelu = nn.LeakyReLU(self.alpha)

    def forward(self, input, adj):
        h = torch.mm(input, self.W)
        N = h.size()[0]
        a_input = torch.cat([h.repeat(1, N).view(N * N, -1), h.repeat(N, 1)], dim=1).view(N, -1, 2 * self.out_features)
        e = self.leakyrelu(torch.matmul(a_input, self.a).squeeze(2))
        zero_vec = -9e15 * torch.ones_like(e)
        attention = torch.where(adj > 0, e, zero_vec)
        attention = F.softmax(attention, dim=1)
        attention = F.dropout(attention, self.dropout, training=self.training)
        h_prime = torch.matmul(attention, h)
        return F.elu(h_prime) if self.concat else h_prime


class GAT(nn.Module):
    def __init__(self, nfeat, nhid, nclass, dropout, alpha, nheads):
        super(GAT, self).__init__()
        self.dropout = dropout
        self.attentions = [GraphAttentionLayer(nfeat, nhid, dropout, alpha, True) for _ in range(nheads)]
        for i, attention in enumerate(self.attentions):
            self.add_module('attention_{}'.format(i), attention)
        self.out_att = GraphAttentionLayer(nhid * nheads, nclass, dropout, alpha, concat=False)

    def forward(self, x, adj):
        x = F.dropout(x, self.dropout, training=self.training)
        x = torch.cat([att(x, adj) for att in self.attentions], dim=1)
        x = F.dropout(x, self.dropout, training=self.training)
        x = F.elu(self.out_att(x, adj))
        return F.log_softmax(x, dim=1)


class SAGE(nn.Module):
    def __init__(self, nfeat, nhid, nclass, dropout):
        super(SAGE, self).__init__()
        self.layers = nn.ModuleList([nn.Linear(2 * nfeat, nhid), nn.Linear(2 * nhid, nclass)])
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, adj):
        mask = (adj > 0).float()
        for i, layer in enumerate(self.layers):
            neigh = mask.mm(x) / mask.sum(1, keepdim=True).clamp(min=1)
            x = layer(torch.cat((x, neigh), 1))
            if i + 1 < len(self.layers):
                x = self.dropout(F.normalize(F.relu(x), p=2, dim=1))
        return F.log_softmax(x, 1)


def encode_onehot(labels):
    classes = sorted(set(labels))
    classes_dict = {c: np.identity(len(classes))[i, :] for i, c in enumerate(classes)}
    return np.array(list(map(classes_dict.get, labels)), dtype=np.int32)


def normalize(mx):
    rowsum = np.array(mx.sum(1))
    r_inv = np.power(rowsum, -1).flatten()
    r_inv[np.isinf(r_inv)] = 0.
    return np.diag(r_inv).dot(mx)


def load_data(n=60, blocks=3):
    labels = ['class%d' % (i % blocks) for i in range(n)]
    onehot = encode_onehot(labels)
    prob = np.where(onehot @ onehot.T > 0, 0.25, 0.02)
    upper = np.triu(np.random.rand(n, n) < prob, 1).astype(np.float32)
    adj = normalize(upper + upper.T + np.eye(n, dtype=np.float32))
    features = (np.random.rand(n, 12) < 0.2 + 0.2 * onehot[:, [0] * 4 + [1] * 4 + [2] * 4]).astype(np.float32)
    features = normalize(features)
    idx = np.random.permutation(n)
    return (torch.FloatTensor(adj), torch.FloatTensor(np.array(features)), torch.LongTensor(np.where(onehot)[1]),
            torch.LongTensor(idx[:20]), torch.LongTensor(idx[20:40]), torch.LongTensor(idx[40:]))


def accuracy(output, labels):
    preds = output.max(1)[1].type_as(labels)
    correct = preds.eq(labels).double()
    correct = correct.sum()
    return correct / len(labels)


adj, features, labels, idx_train, idx_val, idx_test = load_data()
print(adj.dtype, adj.shape, "%.4f" % adj.sum(), features.dtype)
features, adj, labels = Variable(features), Variable(adj), Variable(labels)
nclass = int(labels.max()) + 1


def run(name, model):
    optimizer = optim.Adam(model.parameters(), lr=args.lr, weight_decay=args.weight_decay)

    def train(epoch):
        t = time.time()
        model.train()
        optimizer.zero_grad()
        output = model(features, adj)
        loss_train = F.nll_loss(output[idx_train], labels[idx_train])
        acc_train = accuracy(output[idx_train], labels[idx_train])
        loss_train.backward()
        optimizer.step()
        if not args.fastmode:
            model.eval()
            output = model(features, adj)
        loss_val = F.nll_loss(output[idx_val], labels[idx_val])
        acc_val = accuracy(output[idx_val], labels[idx_val])
        if epoch % 10 == 0:
            print('Epoch: {:04d}'.format(epoch + 1), 'loss_train: {:.3f}'.format(loss_train.data.item()),
                  'acc_train: {:.2f}'.format(acc_train.data.item()), 'loss_val: {:.3f}'.format(loss_val.data.item()),
                  'acc_val: {:.2f}'.format(acc_val.data.item()))
        assert time.time() >= t
        return loss_val.data.item()

    loss_values, bad_counter, best, best_epoch = [], 0, args.epochs + 1, 0
    for epoch in range(args.epochs):
        loss_values.append(train(epoch))
        if loss_values[-1] < best:
            best = loss_values[-1]
            best_epoch = epoch
            bad_counter = 0
            torch.save(model.state_dict(), '{}_best.pt'.format(name))
        else:
            bad_counter += 1
        if bad_counter == args.patience:
            break
    model.load_state_dict(torch.load('{}_best.pt'.format(name)))
    model.eval()
    output = model(features, adj)
    loss_test = F.nll_loss(output[idx_test], labels[idx_test])
    print("%s: test set loss= %.3f accuracy= %.2f" % (name, loss_test.item(), accuracy(output[idx_test], labels[idx_test]).item()))


gcn = GCN(features.shape[1], args.hidden, nclass, args.dropout)
print(gcn)
run("gcn", gcn)
run("gat", GAT(features.shape[1], args.hidden, nclass, args.dropout, args.alpha, args.nb_heads))
run("sage", SAGE(features.shape[1], args.hidden, nclass, args.dropout))
