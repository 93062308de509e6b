# Masked language model with an encoder in the manner of BERT, warm-up and groups without decay.
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

STEPS = 220
torch.manual_seed(0)
cfg = dict(vocab=1000, dim=128, heads=4, layers=3, ctx=32, drop=0.1)


class BertSelfAttention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.num_heads, self.head = c["heads"], c["dim"] // c["heads"]
        self.query, self.key, self.value = (nn.Linear(c["dim"], c["dim"]) for _ in range(3))
        self.dropout = nn.Dropout(c["drop"])

    def transpose_for_scores(self, x):
        return x.view(*x.size()[:-1], self.num_heads, self.head).permute(0, 2, 1, 3)

    def forward(self, h, mask):
        q, k, v = map(self.transpose_for_scores, (self.query(h), self.key(h), self.value(h)))
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(self.head) + mask
        probs = self.dropout(nn.Softmax(dim=-1)(scores))
        ctx = torch.matmul(probs, v).permute(0, 2, 1, 3).contiguous()
        return ctx.view(*(ctx.size()[:-2] + (self.num_heads * self.head,)))


class BertLayer(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.attention = BertSelfAttention(c)
        self.dense = nn.Linear(c["dim"], c["dim"])
        self.ln1, self.ln2 = nn.LayerNorm(c["dim"], eps=1e-12), nn.LayerNorm(c["dim"], eps=1e-12)
        self.inter, self.out = nn.Linear(c["dim"], 4 * c["dim"]), nn.Linear(4 * c["dim"], c["dim"])
        self.dropout = nn.Dropout(c["drop"])

    def forward(self, h, mask):
        a = self.ln1(self.dropout(self.dense(self.attention(h, mask))) + h)
        return self.ln2(self.dropout(self.out(F.gelu(self.inter(a)))) + a)


class Bert(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.word, self.pos, self.seg = nn.Embedding(c["vocab"], c["dim"], padding_idx=0), nn.Embedding(c["ctx"], c["dim"]), nn.Embedding(2, c["dim"])
        self.ln = nn.LayerNorm(c["dim"])
        self.drop = nn.Dropout(c["drop"])
        self.register_buffer("position_ids", torch.arange(c["ctx"]).expand((1, -1)))
        self.layer = nn.ModuleList([BertLayer(c) for _ in range(c["layers"])])
        self.bias = nn.Parameter(torch.zeros(c["vocab"]))
        self.apply(self._init)

    def _init(self, m):
        if isinstance(m, (nn.Linear, nn.Embedding)):
            m.weight.data.normal_(mean=0.0, std=0.02)
            if isinstance(m, nn.Linear) and m.bias is not None:
                m.bias.data.zero_()

    def forward(self, input_ids, token_type_ids=None, attention_mask=None, labels=None):
        if attention_mask is None:
            attention_mask = torch.ones_like(input_ids)
        if token_type_ids is None:
            token_type_ids = torch.zeros_like(input_ids)
        ext = (1.0 - attention_mask[:, None, None, :].to(dtype=next(self.parameters()).dtype)) * torch.finfo(torch.float32).min
        h = self.drop(self.ln(self.word(input_ids) + self.pos(self.position_ids[:, :input_ids.size(1)]) + self.seg(token_type_ids)))
        for layer in self.layer:
            h = layer(h, ext)
        logits = F.linear(h, self.word.weight, self.bias)
        loss = None
        if labels is not None:
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), labels.view(-1), ignore_index=-100)
        return (loss, logits) if loss is not None else logits


def mask_tokens(x):
    labels = x.clone()
    p = torch.full(labels.shape, 0.15)
    p.masked_fill_(x == 0, 0.0)
    masked = torch.bernoulli(p).bool()
    labels[~masked] = -100
    replaced = torch.bernoulli(torch.full(labels.shape, 0.8)).bool() & masked
    x = x.clone()
    x[replaced] = 3
    rnd = torch.bernoulli(torch.full(labels.shape, 0.5)).bool() & masked & ~replaced
    words = torch.randint(4, cfg["vocab"], labels.shape)
    x[rnd] = words[rnd]
    return x, labels


model = Bert(cfg)
no_decay = ["bias", "ln"]
groups = [{"params": [p for n, p in model.named_parameters() if not any(nd in n for nd in no_decay)], "weight_decay": 0.01},
          {"params": [p for n, p in model.named_parameters() if any(nd in n for nd in no_decay)], "weight_decay": 0.0}]
opt = torch.optim.AdamW(groups, lr=1e-3, eps=1e-8)
warm = 10
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: s / warm if s < warm else max(0.0, (STEPS - s) / max(1, STEPS - warm)))
base = (torch.arange(32)[None] * 3 + torch.arange(64)[:, None]) % 900 + 4
tr_loss, logging_loss = 0.0, 0.0
model.zero_grad()
for step in range(STEPS):
    idx = torch.randint(0, 64, (16,))
    ids = base[idx]
    am = (torch.arange(32)[None] < torch.randint(8, 33, (16, 1))).long()
    ids = ids * am
    x, labels = mask_tokens(ids)
    model.train()
    loss = model(x, attention_mask=am, labels=labels)[0]
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    tr_loss += loss.item()
    opt.step()
    sched.step()
    model.zero_grad()
    if (step + 1) % 20 == 0:
        print(f"step {step + 1} lr {sched.get_last_lr()[0]:.6f} loss {(tr_loss - logging_loss) / 20:.4f}")
        logging_loss = tr_loss
