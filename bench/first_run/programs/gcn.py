# Graph convolutions over a sparse adjacency, as large as Cora; numpy makes the graph.
import math
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parameter import Parameter
from torch.nn.modules.module import Module

EPOCHS = 150
np.random.seed(42)
torch.manual_seed(42)
N, C, D = 2708, 7, 600
labels = np.arange(N) % C
A = (np.random.rand(N, N) < np.where(labels[:, None] == labels[None], 0.008, 0.0005)).astype(np.float32)
A = np.maximum(A, A.T) + np.eye(N, dtype=np.float32)
A = np.diag(1.0 / A.sum(1)).dot(A).astype(np.float32)
feat = np.random.randn(N, D).astype(np.float32) + labels[:, None] * 0.3


def sparse_to_torch(m):
    r, c = m.nonzero()
    indices = torch.from_numpy(np.vstack((r, c)).astype(np.int64))
    return torch.sparse_coo_tensor(indices, torch.from_numpy(m[r, c]), torch.Size(m.shape))


adj = sparse_to_torch(A)
features = torch.FloatTensor(feat)
labels = torch.LongTensor(labels)
idx_train, idx_val, idx_test = torch.LongTensor(range(140)), torch.LongTensor(range(200, 500)), torch.LongTensor(range(1500, 2500))


class GraphConvolution(Module):
    def __init__(self, i, o, bias=True):
        super(GraphConvolution, self).__init__()
        self.in_features, self.out_features = i, o
        self.weight = Parameter(torch.FloatTensor(i, o))
        if bias:
            self.bias = Parameter(torch.FloatTensor(o))
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
        else:
            return output


class GCN(nn.Module):
    def __init__(self, nfeat, nhid, nclass, dropout):
        super(GCN, self).__init__()
        self.gc1, self.gc2 = GraphConvolution(nfeat, nhid), GraphConvolution(nhid, nclass)
        self.dropout = dropout

    def forward(self, x, adj):
        x = F.relu(self.gc1(x, adj))
        x = F.dropout(x, self.dropout, training=self.training)
        x = self.gc2(x, adj)
        return F.log_softmax(x, dim=1)


def accuracy(output, labels):
    preds = output.max(1)[1].type_as(labels)
    correct = preds.eq(labels).double()
    correct = correct.sum()
    return correct / len(labels)


model = GCN(D, 16, C, 0.3)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-4)
best, bad = 1e9, 0


def train(epoch):
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
    acc_val = accuracy(output[idx_val], labels[idx_val])
    if epoch % 10 == 0:
        print('Epoch: {:04d}'.format(epoch + 1), 'loss_train: {:.4f}'.format(loss_train.item()), 'acc_train: {:.4f}'.format(acc_train.item()),
              'loss_val: {:.4f}'.format(loss_val.item()), 'acc_val: {:.4f}'.format(acc_val.item()))
    return loss_val.data.item()


for epoch in range(EPOCHS):
    v = train(epoch)
    if v < best:
        best, bad = v, 0
    else:
        bad += 1
    if bad == 200:
        print("stop", epoch)
        break
model.eval()
out = model(features, adj)
print("Test set results:", "loss= {:.4f}".format(F.nll_loss(out[idx_test], labels[idx_test]).item()), "accuracy= {:.4f}".format(accuracy(out[idx_test], labels[idx_test])))
# SGC: features propagated once
sgc_x = features
for _ in range(2):
    sgc_x = torch.spmm(adj, sgc_x)
lin = nn.Linear(D, C)
opt = torch.optim.Adam(lin.parameters(), lr=0.001, weight_decay=5e-6)
for epoch in range(EPOCHS):
    lin.train()
    opt.zero_grad()
    loss = F.cross_entropy(lin(sgc_x[idx_train]), labels[idx_train])
    loss.backward()
    opt.step()
print("SGC %.4f %.4f" % (loss.item(), accuracy(lin(sgc_x[idx_test]), labels[idx_test])))
