"""Tacotron pieces: prenet, CBHG conv bank with highway layers and a bidirectional GRU, attention RNN with a stop token and scheduled sampling."""
# tier2: <module>.loop.body 80% after 3
# float-tolerance: 2e-2
import argparse
import random
import torch
from torch import nn
from torch.autograd import Variable
import torch.nn.functional as F


class hparams:
    num_mels = 6
    r = 2
    n_vocab = 12
    dim = 16


class BatchNormConv1d(nn.Module):
    def __init__(self, in_dim, out_dim, kernel_size, stride, padding, activation=None):
        super(BatchNormConv1d, self).__init__()
        self.conv1d = nn.Conv1d(in_dim, out_dim, kernel_size=kernel_size, stride=stride, padding=padding, bias=False)
        self.bn = nn.BatchNorm1d(out_dim, momentum=0.99, eps=1e-3)
        self.activation = activation

    def forward(self, x):
        x = self.conv1d(x)
        if self.activation is not None:
            x = self.activation(x)
        return self.bn(x)


class Highway(nn.Module):
    def __init__(self, in_size, out_size):
        super(Highway, self).__init__()
        self.H = nn.Linear(in_size, out_size)
        self.H.bias.data.zero_()
        self.T = nn.Linear(in_size, out_size)
        self.T.bias.data.fill_(-1)
        self.relu = nn.ReLU()
        self.sigmoid = nn.Sigmoid()

    def forward(self, inputs):
        H = self.relu(self.H(inputs))
        T = self.sigmoid(self.T(inputs))
        return H * T + inputs * (1.0 - T)


class Prenet(nn.Module):
    def __init__(self, in_dim, sizes=[32, 16]):
        super(Prenet, self).__init__()
        in_sizes = [in_dim] + sizes[:-1]
        self.layers = nn.ModuleList([nn.Linear(in_size, out_size) for (in_size, out_size) in zip(in_sizes, sizes)])
        self.relu = nn.ReLU()
        self.dropout = nn.Dropout(0.2)

    def forward(self, inputs):
        for linear in self.layers:
            inputs = self.dropout(self.relu(linear(inputs)))
        return inputs


class CBHG(nn.Module):
    """1-D convolution bank, highway network and bidirectional GRU."""

    def __init__(self, in_dim, K=4, projections=[16, 16]):
        super(CBHG, self).__init__()
        self.in_dim = in_dim
        self.relu = nn.ReLU()
        self.conv1d_banks = nn.ModuleList([BatchNormConv1d(in_dim, in_dim, kernel_size=k, stride=1, padding=k // 2, activation=self.relu)
                                           for k in range(1, K + 1)])
        self.max_pool1d = nn.MaxPool1d(kernel_size=2, stride=1, padding=1)
        in_sizes = [K * in_dim] + projections[:-1]
        activations = [self.relu] * (len(projections) - 1) + [None]
        self.conv1d_projections = nn.ModuleList([
            BatchNormConv1d(in_size, out_size, kernel_size=3, stride=1, padding=1, activation=ac)
            for (in_size, out_size, ac) in zip(in_sizes, projections, activations)])
        self.pre_highway = nn.Linear(projections[-1], in_dim, bias=False)
        self.highways = nn.ModuleList([Highway(in_dim, in_dim) for _ in range(2)])
        self.gru = nn.GRU(in_dim, in_dim // 2, 1, batch_first=True, bidirectional=True)

    def forward(self, inputs, input_lengths=None):
        x = inputs
        if x.size(-1) == self.in_dim:
            x = x.transpose(1, 2)
        T = x.size(-1)
        x = torch.cat([conv1d(x)[:, :, :T] for conv1d in self.conv1d_banks], dim=1)
        assert x.size(1) == self.in_dim * len(self.conv1d_banks)
        x = self.max_pool1d(x)[:, :, :T]
        for conv1d in self.conv1d_projections:
            x = conv1d(x)
        x = x.transpose(1, 2)
        if x.size(-1) != self.in_dim:
            x = self.pre_highway(x)
        x += inputs
        for highway in self.highways:
            x = highway(x)
        outputs, _ = self.gru(x)
        return outputs


class Decoder(nn.Module):
    def __init__(self, hp):
        super(Decoder, self).__init__()
        self.hp = hp
        self.prenet = Prenet(hp.num_mels * hp.r)
        self.attention_rnn = nn.GRUCell(hp.dim + 16, hp.dim)
        self.query, self.memory, self.v = nn.Linear(hp.dim, hp.dim, bias=False), nn.Linear(hp.dim, hp.dim, bias=False), nn.Linear(hp.dim, 1, bias=False)
        self.decoder_rnns = nn.ModuleList([nn.GRUCell(hp.dim, hp.dim) for _ in range(2)])
        self.project = nn.Linear(2 * hp.dim, hp.dim)
        self.proj_to_mel = nn.Linear(hp.dim, hp.num_mels * hp.r)
        self.stop = nn.Linear(hp.dim, 1)
        self.max_decoder_steps = 10

    def forward(self, encoder_outputs, inputs=None, teacher_forcing=1.0):
        B = encoder_outputs.size(0)
        greedy = inputs is None
        initial_input = Variable(encoder_outputs.data.new(B, self.hp.num_mels * self.hp.r).zero_())
        attention_rnn_hidden = Variable(encoder_outputs.data.new(B, self.hp.dim).zero_())
        decoder_rnn_hiddens = [Variable(encoder_outputs.data.new(B, self.hp.dim).zero_()) for _ in range(len(self.decoder_rnns))]
        current_attention = Variable(encoder_outputs.data.new(B, self.hp.dim).zero_())
        processed_memory = self.memory(encoder_outputs)
        if inputs is not None:
            inputs = inputs.contiguous().view(B, inputs.size(1) // self.hp.r, -1).transpose(0, 1)
            T_decoder = inputs.size(0)
        outputs, alignments, stops = [], [], []
        t = 0
        current_input = initial_input
        while True:
            if t > 0:
                current_input = outputs[-1] if greedy or teacher_forcing < 1.0 and t % 2 == 0 else inputs[t - 1]
            cell_input = torch.cat((self.prenet(current_input), current_attention), -1)
            attention_rnn_hidden = self.attention_rnn(cell_input, attention_rnn_hidden)
            score = self.v(torch.tanh(self.query(attention_rnn_hidden).unsqueeze(1) + processed_memory)).squeeze(-1)
            alignment = F.softmax(score, dim=-1)
            current_attention = torch.bmm(alignment.unsqueeze(1), encoder_outputs).squeeze(1)
            decoder_input = self.project(torch.cat((attention_rnn_hidden, current_attention), -1))
            for idx in range(len(self.decoder_rnns)):
                decoder_rnn_hiddens[idx] = self.decoder_rnns[idx](decoder_input, decoder_rnn_hiddens[idx])
                decoder_input = decoder_rnn_hiddens[idx] + decoder_input  # residual connection
            outputs += [self.proj_to_mel(decoder_input)]
            stops += [self.stop(decoder_input)]
            alignments += [alignment]
            t += 1
            if greedy:
                if t > 1 and bool((torch.sigmoid(stops[-1]) > 0.9).all()):
                    break
                elif t > self.max_decoder_steps:
                    break
            elif t >= T_decoder:
                break
        outputs = torch.stack(outputs).transpose(0, 1).contiguous()
        return outputs, torch.stack(alignments).transpose(0, 1), torch.stack(stops).transpose(0, 1).squeeze(-1)


class Tacotron(nn.Module):
    def __init__(self, hp):
        super(Tacotron, self).__init__()
        self.hp = hp
        self.embedding = nn.Embedding(hp.n_vocab, hp.dim)
        self.embedding.weight.data.normal_(0, 0.3)
        self.encoder = CBHG(hp.dim)
        self.decoder = Decoder(hp)
        self.postnet = CBHG(hp.num_mels, K=3, projections=[12, hp.num_mels])
        self.last_linear = nn.Linear(hp.num_mels, hp.num_mels)

    def forward(self, inputs, targets=None, teacher_forcing=1.0):
        B = inputs.size(0)
        encoder_outputs = self.encoder(self.embedding(inputs))
        mel_outputs, alignments, stops = self.decoder(encoder_outputs, targets, teacher_forcing)
        mel_outputs = mel_outputs.view(B, -1, self.hp.num_mels)
        return mel_outputs, self.last_linear(self.postnet(mel_outputs)), alignments, stops


def _learning_rate_decay(init_lr, global_step):
    warmup_steps = 10.0
    step = global_step + 1.
    return init_lr * warmup_steps ** 0.5 * min(step * warmup_steps ** -1.5, step ** -0.5)


def batch(n=8, length=6):
    text = torch.LongTensor(n, length).random_(1, hparams.n_vocab)
    mel = torch.stack([torch.sin(text.float() * (k + 1) / 3) for k in range(hparams.num_mels)], -1)
    return Variable(text), Variable(mel)


torch.manual_seed(3)
random.seed(3)
model = Tacotron(hparams)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2, betas=(0.9, 0.999))
criterion, bce = nn.L1Loss(), nn.BCEWithLogitsLoss()
stop_target = torch.zeros(8, 3)
stop_target[:, -1] = 1
for global_step in range(30):
    current_lr = _learning_rate_decay(1e-2, global_step)
    for param_group in optimizer.param_groups:
        param_group['lr'] = current_lr
    optimizer.zero_grad()
    x, mel = batch()
    mel_outputs, linear_outputs, attn, stops = model(x, mel, 1.0 if global_step < 20 else 0.5)
    mel_loss = criterion(mel_outputs, mel)
    linear_loss = 0.5 * criterion(linear_outputs, mel) + 0.5 * criterion(linear_outputs[:, :, :3], mel[:, :, :3])
    loss = mel_loss + linear_loss + 0.1 * bce(stops, stop_target)
    loss.backward()
    grad_norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    if global_step % 10 == 9:
        print("step %d loss %.2f mel %.2f lr %.4f clipped %s" % (global_step, loss.item(), mel_loss.item(), current_lr, bool(grad_norm > 1)))
model.eval()
with torch.no_grad():
    mel, _, attn, stops = model(batch(2)[0])
print(tuple(attn.shape[:1]) + tuple(attn.shape[2:]), mel.shape[-1], bool(torch.allclose(attn.sum(-1), torch.ones(()))))
