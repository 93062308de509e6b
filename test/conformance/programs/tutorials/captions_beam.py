"""Image captions: a conv encoder, an attention LSTM decoder fed word by word with shrinking batches, doubly stochastic attention, beam search."""
# float-tolerance: 5e-3
import argparse
import random

import torch
import torch.backends.cudnn as cudnn
import torch.optim
import torch.utils.data
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

cudnn.benchmark = True
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
COLORS, PLACES = ["red", "green", "blue"], ["left", "right"]
word_map = {w: i for i, w in enumerate(["<pad>", "<start>", "<end>", "a", "dot", "on", "the"] + COLORS + PLACES)}
rev_word_map = {v: k for k, v in word_map.items()}


def make(n):
    images, captions, lengths = torch.rand(n, 3, 8, 8) * 0.2, torch.zeros(n, 9).long(), torch.zeros(n, 1).long()
    for i in range(n):
        c, p = random.randrange(3), random.randrange(2)
        images[i, c, 2:6, 4 * p + 1:4 * p + 3] += 0.8
        words = ["<start>", "a", COLORS[c], "dot"] + (["on", "the", PLACES[p]] if random.random() < 0.7 else []) + ["<end>"]
        captions[i, :len(words)] = torch.LongTensor([word_map[w] for w in words])
        lengths[i] = len(words)
    return images, captions, lengths


class Encoder(nn.Module):
    def __init__(self, size=2):
        super(Encoder, self).__init__()
        self.resnet = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(inplace=True), nn.MaxPool2d(2), nn.Conv2d(8, 12, 3, padding=1), nn.ReLU())
        self.adaptive_pool = nn.AdaptiveAvgPool2d((size, size))

    def forward(self, images):
        return self.adaptive_pool(self.resnet(images)).permute(0, 2, 3, 1)


class Attention(nn.Module):
    def __init__(self, encoder_dim, decoder_dim, attention_dim):
        super(Attention, self).__init__()
        self.encoder_att = nn.Linear(encoder_dim, attention_dim)
        self.decoder_att = nn.Linear(decoder_dim, attention_dim)
        self.full_att = nn.Linear(attention_dim, 1)
        self.relu, self.softmax = nn.ReLU(), nn.Softmax(dim=1)

    def forward(self, encoder_out, decoder_hidden):
        att = self.full_att(self.relu(self.encoder_att(encoder_out) + self.decoder_att(decoder_hidden).unsqueeze(1))).squeeze(2)
        alpha = self.softmax(att)
        return (encoder_out * alpha.unsqueeze(2)).sum(dim=1), alpha


class DecoderWithAttention(nn.Module):
    def __init__(self, attention_dim, embed_dim, decoder_dim, vocab_size, encoder_dim=12, dropout=0.1):
        super(DecoderWithAttention, self).__init__()
        self.vocab_size = vocab_size
        self.attention = Attention(encoder_dim, decoder_dim, attention_dim)
        self.embedding = nn.Embedding(vocab_size, embed_dim)
        self.dropout = nn.Dropout(p=dropout)
        self.decode_step = nn.LSTMCell(embed_dim + encoder_dim, decoder_dim, bias=True)
        self.init_h, self.init_c = nn.Linear(encoder_dim, decoder_dim), nn.Linear(encoder_dim, decoder_dim)
        self.f_beta, self.sigmoid = nn.Linear(decoder_dim, encoder_dim), nn.Sigmoid()
        self.fc = nn.Linear(decoder_dim, vocab_size)
        self.init_weights()

    def init_weights(self):
        self.embedding.weight.data.uniform_(-0.1, 0.1)
        self.fc.bias.data.fill_(0)
        self.fc.weight.data.uniform_(-0.1, 0.1)

    def init_hidden_state(self, encoder_out):
        mean_encoder_out = encoder_out.mean(dim=1)
        return self.init_h(mean_encoder_out), self.init_c(mean_encoder_out)

    def forward(self, encoder_out, encoded_captions, caption_lengths):
        batch_size, encoder_dim = encoder_out.size(0), encoder_out.size(-1)
        encoder_out = encoder_out.view(batch_size, -1, encoder_dim)
        num_pixels = encoder_out.size(1)
        caption_lengths, sort_ind = caption_lengths.squeeze(1).sort(dim=0, descending=True, stable=True)
        encoder_out = encoder_out[sort_ind]
        encoded_captions = encoded_captions[sort_ind]
        embeddings = self.embedding(encoded_captions)
        h, c = self.init_hidden_state(encoder_out)
        decode_lengths = (caption_lengths - 1).tolist()
        predictions = torch.zeros(batch_size, max(decode_lengths), self.vocab_size).to(device)
        alphas = torch.zeros(batch_size, max(decode_lengths), num_pixels).to(device)
        for t in range(max(decode_lengths)):
            batch_size_t = sum([l > t for l in decode_lengths])
            awe, alpha = self.attention(encoder_out[:batch_size_t], h[:batch_size_t])
            awe = self.sigmoid(self.f_beta(h[:batch_size_t])) * awe
            h, c = self.decode_step(torch.cat([embeddings[:batch_size_t, t, :], awe], dim=1), (h[:batch_size_t], c[:batch_size_t]))
            predictions[:batch_size_t, t, :] = self.fc(self.dropout(h))
            alphas[:batch_size_t, t, :] = alpha
        return predictions, encoded_captions, decode_lengths, alphas, sort_ind


class AverageMeter(object):
    """Keeps track of most recent, average, sum, and count of a metric."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.val = self.avg = self.sum = self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count


def clip_gradient(optimizer, grad_clip):
    for group in optimizer.param_groups:
        for param in group['params']:
            if param.grad is not None:
                param.grad.data.clamp_(-grad_clip, grad_clip)


def adjust_learning_rate(optimizer, shrink_factor):
    for param_group in optimizer.param_groups:
        param_group['lr'] = param_group['lr'] * shrink_factor
    print("The new learning rate is %f" % (optimizer.param_groups[0]['lr'],))


def accuracy(scores, targets, k):
    batch_size = targets.size(0)
    _, ind = scores.topk(k, 1, True, True)
    correct = ind.eq(targets.view(-1, 1).expand_as(ind))
    return correct.view(-1).float().sum().item() * (100.0 / batch_size)


@torch.no_grad()
def beam_search(encoder, decoder, image, k=3, max_steps=10):
    encoder_out = encoder(image.unsqueeze(0)).view(1, -1, 12)
    encoder_out = encoder_out.expand(k, *encoder_out.shape[1:])
    k_prev_words = torch.LongTensor([[word_map['<start>']]] * k)
    seqs, top_k_scores = k_prev_words, torch.zeros(k, 1)
    complete, scores_done, step = [], [], 1
    h, c = decoder.init_hidden_state(encoder_out)
    while True:
        embeddings = decoder.embedding(k_prev_words).squeeze(1)
        awe, _ = decoder.attention(encoder_out, h)
        awe = decoder.sigmoid(decoder.f_beta(h)) * awe
        h, c = decoder.decode_step(torch.cat([embeddings, awe], dim=1), (h, c))
        scores = top_k_scores.expand(-1, decoder.vocab_size) + torch.log_softmax(decoder.fc(h), dim=1)
        if step == 1:
            top_k_scores, top_k_words = scores[0].topk(k, 0, True, True)
        else:
            top_k_scores, top_k_words = scores.view(-1).topk(k, 0, True, True)
        prev_word_inds = torch.div(top_k_words, decoder.vocab_size, rounding_mode='floor')
        next_word_inds = top_k_words % decoder.vocab_size
        seqs = torch.cat([seqs[prev_word_inds], next_word_inds.unsqueeze(1)], dim=1)
        going = [i for i, w in enumerate(next_word_inds) if w != word_map['<end>']]
        done = sorted(set(range(len(next_word_inds))) - set(going))
        if len(done) > 0:
            complete.extend(seqs[done].tolist())
            scores_done.extend(top_k_scores[done])
        k -= len(done)
        if k == 0 or step >= max_steps:
            break
        seqs, h, c = seqs[going], h[prev_word_inds[going]], c[prev_word_inds[going]]
        encoder_out, top_k_scores = encoder_out[prev_word_inds[going]], top_k_scores[going].unsqueeze(1)
        k_prev_words = next_word_inds[going].unsqueeze(1)
        step += 1
    best = complete[scores_done.index(max(scores_done))] if complete else seqs[0].tolist()
    return [rev_word_map[w] for w in best if w not in (word_map['<start>'], word_map['<end>'])]


torch.manual_seed(13)
random.seed(13)
encoder, decoder = Encoder().to(device), DecoderWithAttention(16, 12, 24, len(word_map)).to(device)
encoder_optimizer = torch.optim.Adam(params=filter(lambda p: p.requires_grad, encoder.parameters()), lr=1e-2)
decoder_optimizer = torch.optim.Adam(params=filter(lambda p: p.requires_grad, decoder.parameters()), lr=1e-2)
criterion = nn.CrossEntropyLoss().to(device)
losses, top1accs = AverageMeter(), AverageMeter()
for i in range(30):
    imgs, caps, caplens = make(16)
    imgs = encoder(imgs)
    scores, caps_sorted, decode_lengths, alphas, sort_ind = decoder(imgs, caps, caplens)
    targets = caps_sorted[:, 1:]
    scores = pack_padded_sequence(scores, decode_lengths, batch_first=True).data
    targets = pack_padded_sequence(targets, decode_lengths, batch_first=True).data
    loss = criterion(scores, targets)
    loss += 0.1 * ((1. - alphas.sum(dim=1)) ** 2).mean()
    decoder_optimizer.zero_grad()
    encoder_optimizer.zero_grad()
    loss.backward()
    for optimizer in (encoder_optimizer, decoder_optimizer):
        clip_gradient(optimizer, 5.)
        optimizer.step()
    losses.update(loss.item(), sum(decode_lengths))
    top1accs.update(accuracy(scores, targets, 1), sum(decode_lengths))
    if i % 10 == 9:
        print('Epoch: [{0}]\tLoss {loss.avg:.3f}\tTop-1 above a quarter: {1}'.format(i, top1accs.avg > 25, loss=losses))
        losses.reset()
        adjust_learning_rate(decoder_optimizer, 0.8)
encoder.eval()
decoder.eval()
images, _, _ = make(2)
for image in images:
    caption = beam_search(encoder, decoder, image)
    print(len(caption) > 0, set(caption) <= set(word_map))
