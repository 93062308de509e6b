"""Capsules with dynamic routing, a Bernoulli RBM by contrastive divergence, a Hopfield network: hand-written updates on .data."""
# float-tolerance: 2e-3
# tier2: <module>.loop.body 90% after 3
# tier2: <module>.loop#2.body 90% after 3
from __future__ import print_function
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
from torch.optim import Adam

BATCH, CLASSES, ROUTINGS = 16, 4, 3


def squash(input_tensor, dim=-1):
    squared_norm = (input_tensor ** 2).sum(dim, keepdim=True)
    return squared_norm * input_tensor / ((1. + squared_norm) * torch.sqrt(squared_norm + 1e-8))


class ConvLayer(nn.Module):
    def __init__(self, in_channels=1, out_channels=8, kernel_size=3):
        super(ConvLayer, self).__init__()
        self.conv = nn.Conv2d(in_channels=in_channels, out_channels=out_channels, kernel_size=kernel_size, stride=1)

    def forward(self, x):
        return F.relu(self.conv(x))


class PrimaryCaps(nn.Module):
    def __init__(self, num_capsules=4, in_channels=8, out_channels=4, kernel_size=3):
        super(PrimaryCaps, self).__init__()
        self.capsules = nn.ModuleList([nn.Conv2d(in_channels, out_channels, kernel_size=kernel_size, stride=2, padding=0)
                                       for _ in range(num_capsules)])

    def forward(self, x):
        u = [capsule(x) for capsule in self.capsules]
        u = torch.stack(u, dim=1)
        u = u.view(x.size(0), -1, len(self.capsules))
        return squash(u)


class DigitCaps(nn.Module):
    def __init__(self, num_routes, num_capsules=CLASSES, in_channels=4, out_channels=6):
        super(DigitCaps, self).__init__()
        self.num_routes, self.num_capsules = num_routes, num_capsules
        self.W = nn.Parameter(torch.randn(1, num_routes, num_capsules, out_channels, in_channels) * 0.1)

    def forward(self, x):
        batch_size = x.size(0)
        x = torch.stack([x] * self.num_capsules, dim=2).unsqueeze(4)
        W = torch.cat([self.W] * batch_size, dim=0)
        u_hat = torch.matmul(W, x)
        b_ij = Variable(torch.zeros(1, self.num_routes, self.num_capsules, 1))
        for iteration in range(ROUTINGS):
            c_ij = F.softmax(b_ij, dim=1)
            c_ij = torch.cat([c_ij] * batch_size, dim=0).unsqueeze(4)
            s_j = (c_ij * u_hat).sum(dim=1, keepdim=True)
            v_j = squash(s_j, dim=3)
            if iteration < ROUTINGS - 1:
                a_ij = torch.matmul(u_hat.transpose(3, 4), torch.cat([v_j] * self.num_routes, dim=1))
                b_ij = b_ij + a_ij.squeeze(4).mean(dim=0, keepdim=True)
        return v_j.squeeze(1)


class CapsNet(nn.Module):
    def __init__(self):
        super(CapsNet, self).__init__()
        self.conv_layer = ConvLayer()
        self.primary_capsules = PrimaryCaps()
        self.digit_capsules = DigitCaps(num_routes=16)
        self.reconstraction_layers = nn.Sequential(nn.Linear(6 * CLASSES, 32), nn.ReLU(inplace=True), nn.Linear(32, 49), nn.Sigmoid())
        self.mse_loss = nn.MSELoss()

    def forward(self, data):
        output = self.digit_capsules(self.primary_capsules(self.conv_layer(data)))
        classes = torch.sqrt((output ** 2).sum(2))
        _, max_length_indices = F.softmax(classes, dim=1).max(dim=1)
        masked = Variable(torch.eye(CLASSES))
        masked = masked.index_select(dim=0, index=max_length_indices.squeeze(1).data)
        t = (output * masked[:, :, None, None]).view(output.size(0), -1)
        reconstructions = self.reconstraction_layers(t).view(-1, 1, 7, 7)
        return output, reconstructions, masked

    def loss(self, data, x, target, reconstructions):
        return self.margin_loss(x, target) + self.mse_loss(reconstructions, data) * 0.5

    def margin_loss(self, x, labels):
        batch_size = x.size(0)
        v_c = torch.sqrt((x ** 2).sum(dim=2, keepdim=True))
        left = F.relu(0.9 - v_c).view(batch_size, -1)
        right = F.relu(v_c - 0.1).view(batch_size, -1)
        return (labels * left + 0.5 * (1.0 - labels) * right).sum(dim=1).mean()


def patterns(n):
    y = torch.LongTensor(n).random_(0, CLASSES)
    x = torch.rand(n, 1, 7, 7) * 0.3
    for i in range(n):
        k = int(y[i])
        if k < 2:
            x[i, 0, 1 + 3 * k] += 0.7
        else:
            x[i, 0, :, 1 + 3 * (k - 2)] += 0.7
    return x, y


torch.manual_seed(8)
capsule_net = CapsNet()
optimizer = Adam(capsule_net.parameters(), lr=5e-3)
for step in range(24):
    data, target = patterns(BATCH)
    target = torch.eye(CLASSES).index_select(dim=0, index=target)
    data, target = Variable(data), Variable(target)
    optimizer.zero_grad()
    output, reconstructions, masked = capsule_net(data)
    loss = capsule_net.loss(data, output, target, reconstructions)
    loss.backward()
    optimizer.step()
    if step % 8 == 7:
        acc = (masked.data.max(1)[1] == target.data.max(1)[1]).float().sum().item() / float(BATCH)
        print("capsules %d loss %.4f train accuracy: %.2f" % (step, loss.data, acc))


class RBM(nn.Module):
    def __init__(self, n_vis=49, n_hin=20, k=2):
        super(RBM, self).__init__()
        self.W = nn.Parameter(torch.randn(n_hin, n_vis) * 1e-2)
        self.v_bias = nn.Parameter(torch.zeros(n_vis))
        self.h_bias = nn.Parameter(torch.zeros(n_hin))
        self.k = k

    def sample_from_p(self, p):
        return F.relu(torch.sign(p - Variable(torch.rand(p.size()))))

    def v_to_h(self, v):
        p_h = torch.sigmoid(F.linear(v, self.W, self.h_bias))
        return p_h, self.sample_from_p(p_h)

    def h_to_v(self, h):
        p_v = torch.sigmoid(F.linear(h, self.W.t(), self.v_bias))
        return p_v, self.sample_from_p(p_v)

    def forward(self, v):
        pre_h1, h1 = self.v_to_h(v)
        h_ = h1
        for _ in range(self.k):
            pre_v_, v_ = self.h_to_v(h_)
            pre_h_, h_ = self.v_to_h(v_)
        return v, v_

    def free_energy(self, v):
        vbias_term = v.mv(self.v_bias)
        wx_b = F.linear(v, self.W, self.h_bias)
        hidden_term = wx_b.exp().add(1).log().sum(1)
        return (-hidden_term - vbias_term).mean()


rbm = RBM()
train_op = torch.optim.SGD(rbm.parameters(), 0.1)
for epoch in range(3):
    loss_ = []
    for _ in range(10):
        data, _ = patterns(32)
        data = Variable(data.view(-1, 49))
        sample_data = data.round().clamp(0, 1)
        v, v1 = rbm(sample_data)
        loss = rbm.free_energy(v) - rbm.free_energy(v1)
        loss_.append(loss.data.item())
        train_op.zero_grad()
        loss.backward()
        train_op.step()
    print("rbm %d energy finite %s error %.2f" % (epoch, all(abs(l) < 1e4 for l in loss_), (v - v1).abs().mean().item()))


class Hopfield:
    def __init__(self, n):
        self.weights = torch.zeros(n, n)

    def train(self, memories):
        for m in memories:
            self.weights.addr_(m, m)
        self.weights.div_(len(memories))
        self.weights -= torch.diag(torch.diag(self.weights))

    def energy(self, s):
        return -0.5 * s.dot(self.weights.mv(s)).item()

    def recall(self, s, sweeps=5):
        s = s.clone()
        for _ in range(sweeps):
            before = s.clone()
            for i in torch.randperm(len(s)).tolist():
                s[i] = 1. if torch.dot(self.weights[i], s) >= 0 else -1.
            if torch.equal(before, s):
                break
        return s


memories = [torch.sign(torch.randn(36)) for _ in range(3)]
net = Hopfield(36)
net.train(memories)
for m in memories:
    noisy = m.clone()
    noisy[torch.randperm(36)[:5]] *= -1
    recalled = net.recall(noisy)
    print("hopfield overlap %.2f energy falls %s" % ((recalled * m).mean(), net.energy(recalled) <= net.energy(noisy)))
