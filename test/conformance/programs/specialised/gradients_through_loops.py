"""Training through loops whose number of turns is another one from step to step: recurrent cells of several kinds, sums
over turns, early ends by contents, branches in a turn, weights used before the loop and behind it, dropout, a loop that
may not be entered, gradients that add up."""
# tier2: <module>.loop.body 25
# form-tier2: other loops that stay are regions of the program only: there, the functions of their state are called
import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.ih = nn.Linear(inputs, hidden)
        self.hh = nn.Linear(hidden, hidden)
        self.out = nn.Linear(hidden, 2)

    def forward(self, xs, length):
        h = torch.zeros(xs.shape[1], self.hh.out_features)
        for t in range(length):
            h = torch.tanh(self.ih(xs[t]) + self.hh(h))
        return self.out(h)


class Lstm(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.gates = nn.Linear(inputs + hidden, 4 * hidden)
        self.start = nn.Parameter(torch.zeros(1, hidden))
        self.out = nn.Linear(hidden, 2)

    def forward(self, xs, length):
        h = self.start.expand(xs.shape[1], -1)
        c = torch.zeros_like(h)
        for t in range(length):
            i, f, g, o = self.gates(torch.cat([xs[t], h], 1)).chunk(4, 1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
        return self.out(h)


def update(loss, optimizer):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train_rnn(net, optimizer, xs, ys, length):
    return update(nn.functional.cross_entropy(net(xs, length), ys), optimizer)


def train_lstm(net, optimizer, xs, ys, length):
    return update(nn.functional.cross_entropy(net(xs, length), ys), optimizer)


def train_sum(weight, bias, optimizer, xs, length):
    total = torch.zeros(())
    h = xs[0]
    for t in range(1, length):
        h = torch.tanh(h @ weight) * 0.5 + xs[t]
        total = total + (h * bias).pow(2).mean()
    return update(total / length + weight.pow(2).sum() * 0.01, optimizer)


def train_until(weight, bias, optimizer, x, bound):
    turns = 0
    h = x
    while turns < 12:
        h = torch.tanh(h @ weight) + bias * 0.5
        turns += 1
        if h.abs().max() > bound:
            h = h * 0.5
        else:
            h = h - 0.125 * x
        if turns >= bound * 4:
            break
    return update((h * h).mean(), optimizer), turns


def train_shared(weight, bias, optimizer, x, n):
    before = torch.relu(x @ weight) + bias
    h = before
    for k in range(n):
        h = nn.functional.dropout(torch.sin(h @ weight), 0.25) + before * 0.25
    return update((h @ weight).mean() + before.sum() * 0.01, optimizer)


def numbers(*values):
    return " ".join(f"{value:.4f}" for value in values)


torch.manual_seed(11)
rnn, lstm = Recurrent(4, 8), Lstm(4, 6)
rnn_optimizer = torch.optim.SGD(rnn.parameters(), lr=0.1, momentum=0.9)
lstm_optimizer = torch.optim.SGD(lstm.parameters(), lr=0.2, momentum=0.5)
weight, bias = nn.Parameter(torch.randn(5, 5) * 0.4), nn.Parameter(torch.randn(5) * 0.2)
optimizer = torch.optim.SGD([weight, bias], lr=0.05)
for step in range(30):
    xs = torch.randn(9, 6, 4)
    ys = (xs[:2].sum((0, 2)) > 0).long()
    first = train_rnn(rnn, rnn_optimizer, xs, ys, 2 + step * 5 % 8)
    second = train_lstm(lstm, lstm_optimizer, xs, ys, 1 + step * 3 % 7)
    rows = torch.randn(10, 5)
    third = train_sum(weight, bias, optimizer, rows, 2 + step * 7 % 9)
    fourth, turns = train_until(weight, bias, optimizer, rows[0], 1.0 + step % 3 * 0.5)
    fifth = train_shared(weight, bias, optimizer, rows, 1 + step % 4)
    print(step, numbers(first, second, third, fourth, fifth), turns)
print(numbers(*[parameter.sum().item() for parameter in [*rnn.parameters(), *lstm.parameters(), weight, bias]]))
