"""A neural Turing machine: content and location addressing, copy task, memory reset as buffer."""
# tier2: NTM._address 90% after 3
# tier2: NTMMemory.read 90% after 3
# tier2: NTMMemory.write 90% after 3
# float-tolerance: 2e-3
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(1000)


def _convolve(w, s):
    """Circular convolution of one row."""
    assert s.size(0) == 3
    t = torch.cat([w[-1:], w, w[:1]])
    return F.conv1d(t.view(1, 1, -1), s.view(1, 1, -1)).view(-1)


class NTMMemory(nn.Module):
    def __init__(self, N, M):
        super(NTMMemory, self).__init__()
        self.N, self.M = N, M
        self.register_buffer('mem_bias', torch.Tensor(N, M))
        stdev = 1 / ((N + M) ** 0.5)
        nn.init.uniform_(self.mem_bias, -stdev, stdev)

    def reset(self, batch_size):
        self.batch_size = batch_size
        self.memory = self.mem_bias.clone().repeat(batch_size, 1, 1)

    def read(self, w):
        return torch.matmul(w.unsqueeze(1), self.memory).squeeze(1)

    def write(self, w, e, a):
        self.prev_mem = self.memory
        erase = torch.matmul(w.unsqueeze(-1), e.unsqueeze(1))
        add = torch.matmul(w.unsqueeze(-1), a.unsqueeze(1))
        self.memory = self.prev_mem * (1 - erase) + add

    def address(self, k, beta, g, s, gamma, w_prev):
        wc = self._similarity(k, beta)
        wg = g * wc + (1 - g) * w_prev
        w_hat = self._shift(wg, s)
        return self._sharpen(w_hat, gamma)

    def _similarity(self, k, beta):
        k = k.view(self.batch_size, 1, -1)
        return F.softmax(beta * F.cosine_similarity(self.memory + 1e-16, k + 1e-16, dim=-1), dim=1)

    def _shift(self, wg, s):
        result = torch.zeros(wg.size())
        for b in range(self.batch_size):
            result[b] = _convolve(wg[b], s[b])
        return result

    def _sharpen(self, w_hat, gamma):
        w = w_hat ** gamma
        return torch.div(w, torch.sum(w, dim=1).view(-1, 1) + 1e-16)


def _split_cols(mat, lengths):
    assert mat.size()[1] == sum(lengths), "Lengths must be summed to num columns"
    l = torch.cumsum(torch.tensor([0] + lengths), 0).tolist()
    return [mat[:, s:e] for s, e in zip(l[:-1], l[1:])]


class NTM(nn.Module):
    def __init__(self, num_inputs, num_outputs, controller, N, M):
        super().__init__()
        self.memory = NTMMemory(N, M)
        self.lstm = nn.LSTM(num_inputs + M, controller)
        self.lstm_h_bias = nn.Parameter(torch.randn(1, 1, controller) * 0.05)
        self.lstm_c_bias = nn.Parameter(torch.randn(1, 1, controller) * 0.05)
        self.read_lengths = [M, 1, 1, 3, 1]
        self.write_lengths = [M, 1, 1, 3, 1, M, M]
        self.fc_read = nn.Linear(controller, sum(self.read_lengths))
        self.fc_write = nn.Linear(controller, sum(self.write_lengths))
        self.fc_out = nn.Linear(controller + M, num_outputs)
        self.N, self.M = N, M
        for fc in (self.fc_read, self.fc_write, self.fc_out):
            nn.init.xavier_uniform_(fc.weight, gain=1.4)
            nn.init.normal_(fc.bias, std=0.01)

    def init_sequence(self, batch_size):
        self.batch_size = batch_size
        self.memory.reset(batch_size)
        lstm_h = self.lstm_h_bias.clone().repeat(1, batch_size, 1)
        lstm_c = self.lstm_c_bias.clone().repeat(1, batch_size, 1)
        zeros = torch.zeros(batch_size, self.N)
        self.previous_state = (torch.zeros(batch_size, self.M), (lstm_h, lstm_c), [zeros, zeros.clone()])

    def _address(self, k, beta, g, s, gamma, w_prev):
        return self.memory.address(k.clone(), F.softplus(beta), torch.sigmoid(g), F.softmax(s, dim=1), 1 + F.softplus(gamma), w_prev)

    def forward(self, x=None):
        if x is None:
            x = torch.zeros(self.batch_size, 5)
        prev_read, controller_state, prev_heads = self.previous_state
        out, controller_state = self.lstm(torch.cat([x, prev_read], dim=1).unsqueeze(0), controller_state)
        out = out.squeeze(0)
        k, b, g, s, y = _split_cols(self.fc_read(out), self.read_lengths)
        w = self._address(k, b, g, s, y, prev_heads[0])
        r = self.memory.read(w)
        k, b, g, s, y, e, a = _split_cols(self.fc_write(out), self.write_lengths)
        ww = self._address(k, b, g, s, y, prev_heads[1])
        self.memory.write(ww, torch.sigmoid(e), a)
        o = torch.sigmoid(self.fc_out(torch.cat([out, r], dim=1)))
        self.previous_state = (r, controller_state, [w, ww])
        return o


def dataloader(num_batches, batch_size, width=4, length=3):
    for _ in range(num_batches):
        seq = torch.bernoulli(torch.full((length, batch_size, width), 0.5))
        inp = torch.zeros(length + 1, batch_size, width + 1)
        inp[:length, :, :width] = seq
        inp[length, :, width] = 1.0
        yield inp.float(), seq.float()


net = NTM(5, 4, 20, 8, 6)
criterion = nn.BCELoss()
optimizer = torch.optim.RMSprop(net.parameters(), lr=3e-3, alpha=0.95, momentum=0.9)
losses, costs = [], []
for batch_num, (X, Y) in enumerate(dataloader(40, 4), 1):
    optimizer.zero_grad()
    inp_seq_len, outp_seq_len = X.size(0), Y.size(0)
    net.init_sequence(4)
    for i in range(inp_seq_len):
        net(X[i])
    y_out = torch.zeros(Y.size())
    for i in range(outp_seq_len):
        y_out[i] = net()
    loss = criterion(y_out, Y)
    loss.backward()
    parameters = list(filter(lambda p: p.grad is not None, net.parameters()))
    for p in parameters:
        p.grad.data.clamp_(-10, 10)
    optimizer.step()
    y_out_binarized = y_out.clone().data
    y_out_binarized[y_out_binarized < 0.5] = 0
    y_out_binarized[y_out_binarized >= 0.5] = 1
    cost = torch.sum(torch.abs(y_out_binarized - Y.data))
    losses += [loss.item()]
    costs += [cost.item() / 4]
    if batch_num % 10 == 0:
        print("Batch %d Loss: %.5f Cost: %.2f" % (batch_num, sum(losses[-4:]) / 4, sum(costs[-4:]) / 4))
