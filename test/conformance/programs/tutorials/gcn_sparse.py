"""GCN with a sparse adjacency matrix (after pygcn), features of which most are zero, and a GCN of layers that keep the matrix."""
# float-tolerance: 2e-3
# tier2: <module>.loop.body 90% after 3
# tier2: <module>.loop#1.body 70% after 3
from __future__ import division, print_function
import argparse
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

parser = argparse.ArgumentParser()
parser.add_argument('--seed', type=int, default=42, help='Random seed.')
parser.add_argument('--epochs', type=int, default=30)
parser.add_argument('--lr', type=float, default=0.02)
parser.add_argument('--weight_decay', type=float, default=5e-4)
parser.add_argument('--hidden', type=int, default=8)
parser.add_argument('--dropout', type=float, default=0.3)
args = parser.parse_args()
np.random.seed(args.seed)
torch.manual_seed(args.seed)


def normalize(rows, cols, values, n):
    degree = np.zeros(n, dtype=np.float32)
    np.add.at(degree, rows, values)
    inverse = np.power(degree, -1)
    inverse[np.isinf(inverse)] = 0.
    return values * inverse[rows]


def sparse_mx_to_torch_sparse_tensor(rows, cols, values, shape):
    indices = torch.from_numpy(np.vstack((rows, cols)).astype(np.int64))
    return torch.sparse.FloatTensor(indices, torch.from_numpy(values), torch.Size(shape))


def load_data(n=36, classes=3):
    labels = np.arange(n) % classes
    edges = set((i, i) for i in range(n))
    for i in range(n):
        for j in range(i + 1, n):
            if np.random.rand() < (0.35 if labels[i] == labels[j] else 0.04):
                edges.add((i, j))
                edges.add((j, i))
    edges = np.array(sorted(edges), dtype=np.int64)
    rows, cols = edges[:, 0], edges[:, 1]
    values = normalize(rows, cols, np.ones(len(edges), dtype=np.float32), n)
    adj = sparse_mx_to_torch_sparse_tensor(rows, cols, values, (n, n))
    features = np.random.rand(n, 10).astype(np.float32)
    features = np.where(features < 0.6, 0, features + 0.3 * labels[:, None]).astype(np.float32)
    return adj, torch.FloatTensor(features.tolist()), torch.LongTensor(labels), torch.arange(18), torch.arange(18, 36)


class GraphConvolution(Module):
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
        output = torch.spmm(adj, support)
        if self.bias is not None:
            return output + self.bias
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


def accuracy(output, labels):
    preds = output.max(1)[1].type_as(labels)
    return preds.eq(labels).double().sum() / len(labels)


adj, features, labels, idx_train, idx_val = load_data()
print(adj.size(), adj._nnz(), adj.is_coalesced(), adj.coalesce().values()[:4])
model = GCN(nfeat=features.shape[1], nhid=args.hidden, nclass=labels.max().item() + 1, dropout=args.dropout)
print(model)
optimizer = optim.Adam(model.parameters(), lr=args.lr, weight_decay=args.weight_decay)
for epoch in range(args.epochs):
    model.train()
    optimizer.zero_grad()
    output = model(features, adj)
    loss_train = F.nll_loss(output[idx_train], labels[idx_train])
    acc_train = accuracy(output[idx_train], labels[idx_train])
    loss_train.backward()
    optimizer.step()
    model.eval()
    output = model(features, adj)
    loss_val = F.nll_loss(output[idx_val], labels[idx_val])
    if epoch % 5 == 0:
        print('Epoch: {:04d}'.format(epoch + 1), 'loss_train: {:.3f}'.format(loss_train.item()),
              'acc_train: {:.3f}'.format(acc_train.item()), 'loss_val: {:.3f}'.format(loss_val.item()))


class KeptGraph(nn.Module):
    """The matrix is a buffer, the weights of its edges are learned."""

    def __init__(self, adj, width, classes):
        super().__init__()
        adj = adj.coalesce()
        self.register_buffer("edges", adj.indices())
        self.register_buffer("adj", adj)
        self.weight = nn.Parameter(torch.zeros(adj.indices().shape[1]))
        self.first = nn.Linear(10, width)
        self.second = nn.Linear(width, classes)
        self.size = adj.shape

    def forward(self, x):
        scores = torch.sparse_coo_tensor(self.edges, self.weight, self.size)
        attention = torch.sparse.softmax(scores, dim=1)
        hidden = torch.tanh(torch.sparse.mm(attention, self.first(x)))
        return torch.sparse.mm(self.adj, self.second(hidden))


net = KeptGraph(adj, 8, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.9)
for step in range(20):
    optimizer.zero_grad()
    loss = F.cross_entropy(net(features)[idx_train], labels[idx_train])
    loss.backward()
    optimizer.step()
    if step % 5 == 4:
        print(step, round(loss.item(), 3), net.weight.grad.abs().sum() > 0)
print(sorted(net.state_dict()))
