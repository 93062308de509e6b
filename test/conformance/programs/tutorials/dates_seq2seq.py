"""Dates in many spellings to ISO dates: a GRU encoder in both directions, Bahdanau attention, teacher forcing (after the seq2seq tutorial)."""
# float-tolerance: 5e-3
# tier2: train 90% after 4
from __future__ import unicode_literals, print_function, division
import random
import math
import time
from datetime import date, timedelta

import torch
import torch.nn as nn
from torch import optim
import torch.nn.functional as F
from torch.autograd import Variable

use_cuda = torch.cuda.is_available()
SOS_token = 0
EOS_token = 1
MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']


class Lang:
    def __init__(self, name):
        self.name = name
        self.char2index = {}
        self.char2count = {}
        self.index2char = {0: "SOS", 1: "EOS"}
        self.n_chars = 2  # Count SOS and EOS

    def addText(self, text):
        for char in text:
            if char not in self.char2index:
                self.char2index[char] = self.n_chars
                self.char2count[char] = 1
                self.index2char[self.n_chars] = char
                self.n_chars += 1
            else:
                self.char2count[char] += 1


def make_pair(rng):
    d = date(1990, 1, 1) + timedelta(days=rng.randrange(12000))
    human = rng.choice(['%d %s %d' % (d.day, MONTHS[d.month - 1], d.year),
                        '%s %d %d' % (MONTHS[d.month - 1], d.day, d.year),
                        '%02d.%02d.%d' % (d.day, d.month, d.year)])
    return human, d.isoformat()


def prepareData(n):
    rng = random.Random(11)
    pairs = [make_pair(rng) for _ in range(n)]
    input_lang, output_lang = Lang('human'), Lang('iso')
    for pair in pairs:
        input_lang.addText(pair[0])
        output_lang.addText(pair[1])
    print("Counted chars:", input_lang.n_chars, output_lang.n_chars)
    return input_lang, output_lang, pairs


def variableFromText(lang, text, length):
    indexes = [lang.char2index[c] for c in text]
    indexes.append(EOS_token)
    indexes += [EOS_token] * (length - len(indexes))
    return indexes


class EncoderRNN(nn.Module):
    def __init__(self, input_size, hidden_size):
        super(EncoderRNN, self).__init__()
        self.hidden_size = hidden_size
        self.embedding = nn.Embedding(input_size, hidden_size)
        self.gru = nn.GRU(hidden_size, hidden_size, bidirectional=True)
        self.fc = nn.Linear(hidden_size * 2, hidden_size)

    def forward(self, input, hidden=None):
        output, hidden = self.gru(self.embedding(input), hidden)
        hidden = torch.tanh(self.fc(torch.cat((hidden[-2, :, :], hidden[-1, :, :]), dim=1)))
        return output, hidden.unsqueeze(0)

    def initHidden(self, batch):
        result = Variable(torch.zeros(2, batch, self.hidden_size))
        return result.cuda() if use_cuda else result


class Attn(nn.Module):
    def __init__(self, hidden_size):
        super(Attn, self).__init__()
        self.attn = nn.Linear(hidden_size * 3, hidden_size)
        self.v = nn.Parameter(torch.rand(hidden_size))
        self.v.data.normal_(mean=0, std=1. / math.sqrt(self.v.size(0)))

    def forward(self, hidden, encoder_outputs):
        timestep = encoder_outputs.size(0)
        h = hidden.repeat(timestep, 1, 1).transpose(0, 1)
        encoder_outputs = encoder_outputs.transpose(0, 1)
        energy = torch.tanh(self.attn(torch.cat([h, encoder_outputs], 2))).transpose(1, 2)
        v = self.v.repeat(encoder_outputs.size(0), 1).unsqueeze(1)
        return F.softmax(torch.bmm(v, energy).squeeze(1), dim=1).unsqueeze(1)


class AttnDecoderRNN(nn.Module):
    def __init__(self, hidden_size, output_size, dropout_p=0.1):
        super(AttnDecoderRNN, self).__init__()
        self.embedding = nn.Embedding(output_size, hidden_size)
        self.dropout = nn.Dropout(dropout_p)
        self.attention = Attn(hidden_size)
        self.gru = nn.GRU(hidden_size * 3, hidden_size)
        self.out = nn.Linear(hidden_size * 3, output_size)

    def forward(self, input, last_hidden, encoder_outputs):
        embedded = self.dropout(self.embedding(input).unsqueeze(0))
        attn_weights = self.attention(last_hidden[-1], encoder_outputs)
        context = attn_weights.bmm(encoder_outputs.transpose(0, 1)).transpose(0, 1)
        output, hidden = self.gru(torch.cat([embedded, context], 2), last_hidden)
        output = F.log_softmax(self.out(torch.cat([output.squeeze(0), context.squeeze(0)], 1)), dim=1)
        return output, hidden, attn_weights


teacher_forcing_ratio = 0.5


def train(input_variable, target_variable, encoder, decoder, encoder_optimizer, decoder_optimizer, criterion):
    encoder_optimizer.zero_grad()
    decoder_optimizer.zero_grad()
    target_length, batch = target_variable.size()
    encoder_outputs, decoder_hidden = encoder(input_variable, encoder.initHidden(batch))
    decoder_input = Variable(torch.LongTensor([SOS_token] * batch))
    loss = 0
    use_teacher_forcing = True if random.random() < teacher_forcing_ratio else False
    if use_teacher_forcing:
        # Teacher forcing: Feed the target as the next input
        for di in range(target_length):
            decoder_output, decoder_hidden, _ = decoder(decoder_input, decoder_hidden, encoder_outputs)
            loss += criterion(decoder_output, target_variable[di])
            decoder_input = target_variable[di]
    else:
        # Without teacher forcing: use its own predictions as the next input
        for di in range(target_length):
            decoder_output, decoder_hidden, _ = decoder(decoder_input, decoder_hidden, encoder_outputs)
            topv, topi = decoder_output.data.topk(1)
            decoder_input = Variable(topi.squeeze(1))
            loss += criterion(decoder_output, target_variable[di])
    loss.backward()
    torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
    torch.nn.utils.clip_grad_norm_(decoder.parameters(), 1.0)
    encoder_optimizer.step()
    decoder_optimizer.step()
    return loss.item() / target_length


def evaluate(encoder, decoder, pair, langs, length=12):
    with torch.no_grad():
        source = torch.tensor(variableFromText(langs[0], pair[0], length)).view(-1, 1)
        encoder_outputs, hidden = encoder(source)
        decoder_input, decoded = torch.LongTensor([SOS_token]), []
        for di in range(11):
            output, hidden, attention = decoder(decoder_input, hidden, encoder_outputs)
            decoder_input = output.topk(1)[1].squeeze(1).detach()
            if decoder_input.item() == EOS_token:
                break
            decoded.append(langs[1].index2char[decoder_input.item()])
    return ''.join(decoded)


def trainIters(encoder, decoder, langs, pairs, n_iters, print_every=25, batch=12, learning_rate=5e-3):
    start = time.time()
    print_loss_total = 0  # Reset every print_every
    encoder_optimizer = optim.Adam(encoder.parameters(), lr=learning_rate)
    decoder_optimizer = optim.Adam(decoder.parameters(), lr=learning_rate)
    criterion = nn.NLLLoss()
    for iter in range(1, n_iters + 1):
        chosen = [random.choice(pairs) for i in range(batch)]
        source = torch.LongTensor([variableFromText(langs[0], p[0], 12) for p in chosen]).t()
        target = torch.LongTensor([variableFromText(langs[1], p[1], 11) for p in chosen]).t()
        loss = train(source, target, encoder, decoder, encoder_optimizer, decoder_optimizer, criterion)
        print_loss_total += loss
        if iter % print_every == 0:
            print_loss_avg = print_loss_total / print_every
            print_loss_total = 0
            print('(%d %d%%) %.3f' % (iter, iter / n_iters * 100, print_loss_avg))
    assert time.time() >= start


random.seed(4)
torch.manual_seed(4)
input_lang, output_lang, pairs = prepareData(80)
encoder1 = EncoderRNN(input_lang.n_chars, 24)
attn_decoder1 = AttnDecoderRNN(24, output_lang.n_chars)
if use_cuda:
    encoder1, attn_decoder1 = encoder1.cuda(), attn_decoder1.cuda()
trainIters(encoder1, attn_decoder1, (input_lang, output_lang), pairs, 100)
encoder1.eval()
attn_decoder1.eval()
answers = [evaluate(encoder1, attn_decoder1, p, (input_lang, output_lang)) for p in pairs[:4]]
print(sum(a[:2] in ('19', '20') for a in answers))
