"""A small BERT pre-trained with masked tokens and next sentence prediction, in the style of a 2019 repository."""
# float-tolerance: 2e-3
# tier2: main.loop#2.body 90% after 3
import copy
import json
import logging
import math
import random
import sys
from dataclasses import dataclass, asdict, field
from typing import Dict, List, Optional, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset, RandomSampler, SequentialSampler, TensorDataset

logging.basicConfig(format='%(levelname)s - %(name)s -   %(message)s', level=logging.INFO, stream=sys.stdout)
logger = logging.getLogger(__name__)


@dataclass
class BertConfig:
    vocab_size: int = 40
    hidden_size: int = 32
    num_hidden_layers: int = 2
    num_attention_heads: int = 4
    intermediate_size: int = 64
    hidden_dropout_prob: float = 0.1
    attention_probs_dropout_prob: float = 0.1
    max_position_embeddings: int = 32
    type_vocab_size: int = 2
    initializer_range: float = 0.02
    special: Dict[str, int] = field(default_factory=lambda: {"[PAD]": 0, "[CLS]": 1, "[SEP]": 2, "[MASK]": 3})

    @classmethod
    def from_dict(cls, d):
        config = cls()
        for key, value in d.items():
            config.__dict__[key] = value
        return config

    def to_json_string(self):
        return json.dumps(asdict(self), indent=2, sort_keys=True)


def gelu(x):
    return x * 0.5 * (1.0 + torch.erf(x / math.sqrt(2.0)))


ACT2FN = {"gelu": gelu, "relu": F.relu, "swish": lambda x: x * torch.sigmoid(x)}


class BertLayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.bias = nn.Parameter(torch.zeros(hidden_size))
        self.variance_epsilon = eps

    def forward(self, x):
        u = x.mean(-1, keepdim=True)
        s = (x - u).pow(2).mean(-1, keepdim=True)
        x = (x - u) / torch.sqrt(s + self.variance_epsilon)
        return self.weight * x + self.bias


class BertEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.word_embeddings = nn.Embedding(config.vocab_size, config.hidden_size, padding_idx=0)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.LayerNorm = BertLayerNorm(config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, input_ids, token_type_ids=None):
        seq_length = input_ids.size(1)
        position_ids = torch.arange(seq_length, dtype=torch.long, device=input_ids.device)
        position_ids = position_ids.unsqueeze(0).expand_as(input_ids)
        if token_type_ids is None:
            token_type_ids = torch.zeros_like(input_ids)
        e = self.word_embeddings(input_ids) + self.position_embeddings(position_ids) + \
            self.token_type_embeddings(token_type_ids)
        return self.dropout(self.LayerNorm(e))


class BertSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        if config.hidden_size % config.num_attention_heads != 0:
            raise ValueError("The hidden size (%d) is not a multiple of the number of attention heads (%d)" % (
                config.hidden_size, config.num_attention_heads))
        self.num_attention_heads = config.num_attention_heads
        self.attention_head_size = int(config.hidden_size / config.num_attention_heads)
        self.all_head_size = self.num_attention_heads * self.attention_head_size
        self.query = nn.Linear(config.hidden_size, self.all_head_size)
        self.key = nn.Linear(config.hidden_size, self.all_head_size)
        self.value = nn.Linear(config.hidden_size, self.all_head_size)
        self.dropout = nn.Dropout(config.attention_probs_dropout_prob)

    def transpose_for_scores(self, x):
        new_x_shape = x.size()[:-1] + (self.num_attention_heads, self.attention_head_size)
        x = x.view(*new_x_shape)
        return x.permute(0, 2, 1, 3)

    def forward(self, hidden_states, attention_mask):
        q = self.transpose_for_scores(self.query(hidden_states))
        k = self.transpose_for_scores(self.key(hidden_states))
        v = self.transpose_for_scores(self.value(hidden_states))
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(self.attention_head_size)
        scores = scores + attention_mask
        probs = self.dropout(nn.Softmax(dim=-1)(scores))
        context = torch.matmul(probs, v).permute(0, 2, 1, 3).contiguous()
        return context.view(*(context.size()[:-2] + (self.all_head_size,)))


class BertLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = BertSelfAttention(config)
        self.attention_output = nn.Linear(config.hidden_size, config.hidden_size)
        self.norm1 = BertLayerNorm(config.hidden_size)
        self.intermediate = nn.Linear(config.hidden_size, config.intermediate_size)
        self.act_fn = ACT2FN["gelu"]
        self.output = nn.Linear(config.intermediate_size, config.hidden_size)
        self.norm2 = BertLayerNorm(config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, x, mask):
        x = self.norm1(x + self.dropout(self.attention_output(self.attention(x, mask))))
        return self.norm2(x + self.dropout(self.output(self.act_fn(self.intermediate(x)))))


class BertForPreTraining(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embeddings = BertEmbeddings(config)
        layer = BertLayer(config)
        self.layer = nn.ModuleList([copy.deepcopy(layer) for _ in range(config.num_hidden_layers)])
        self.pooler = nn.Sequential(nn.Linear(config.hidden_size, config.hidden_size), nn.Tanh())
        self.decoder = nn.Linear(config.hidden_size, config.vocab_size, bias=False)
        self.decoder.weight = self.embeddings.word_embeddings.weight
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        self.seq_relationship = nn.Linear(config.hidden_size, 2)
        self.apply(self.init_bert_weights)

    def init_bert_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            module.weight.data.normal_(mean=0.0, std=self.config.initializer_range)
        elif isinstance(module, BertLayerNorm):
            module.bias.data.zero_()
            module.weight.data.fill_(1.0)
        if isinstance(module, nn.Linear) and module.bias is not None:
            module.bias.data.zero_()

    def forward(self, input_ids, token_type_ids=None, attention_mask=None, masked_lm_labels=None,
                next_sentence_label=None):
        if attention_mask is None:
            attention_mask = torch.ones_like(input_ids)
        extended = attention_mask.unsqueeze(1).unsqueeze(2)
        extended = extended.to(dtype=next(self.parameters()).dtype)
        extended = (1.0 - extended) * -10000.0
        x = self.embeddings(input_ids, token_type_ids)
        for layer_module in self.layer:
            x = layer_module(x, extended)
        scores = self.decoder(x) + self.bias
        nsp = self.seq_relationship(self.pooler(x[:, 0]))
        if masked_lm_labels is not None and next_sentence_label is not None:
            loss_fct = nn.CrossEntropyLoss(ignore_index=-1)
            lm = loss_fct(scores.view(-1, self.config.vocab_size), masked_lm_labels.view(-1))
            ns = loss_fct(nsp.view(-1, 2), next_sentence_label.view(-1))
            return lm + ns, lm, ns
        return scores, nsp


def make_features(n, config, rng) -> List[Tuple[List[int], List[int], List[int], List[int], int]]:
    rows = []
    for _ in range(n):
        start, step = rng.randrange(4, 30), rng.choice([1, 2, 3])
        a = [4 + (start + step * i) % 36 for i in range(5)]
        is_next = rng.random() < 0.5
        b = [4 + (start + step * (5 + i)) % 36 for i in range(rng.randint(3, 5))] if is_next else \
            [rng.randrange(4, 40) for _ in range(rng.randint(3, 5))]
        tokens = [1] + a + [2] + b + [2]
        types = [0] * 7 + [1] * (len(b) + 1)
        labels = [-1] * len(tokens)
        for i, t in enumerate(tokens):
            if t > 3 and rng.random() < 0.15:
                labels[i] = t
                p = rng.random()
                tokens[i] = 3 if p < 0.8 else (rng.randrange(4, 40) if p < 0.9 else t)
        mask = [1] * len(tokens)
        while len(tokens) < 14:
            tokens.append(0)
            types.append(0)
            mask.append(0)
            labels.append(-1)
        rows.append((tokens, types, mask, labels, int(is_next)))
    return rows


def warmup_linear(x, warmup=0.1):
    if x < warmup:
        return x / warmup
    return max((x - 1.) / (warmup - 1.), 0)


def main(seed: Optional[int] = 42):
    random.seed(seed)
    torch.manual_seed(seed)
    config = BertConfig.from_dict({"vocab_size": 40, "num_hidden_layers": 2})
    logger.info("Model config %s", config.to_json_string())
    features = make_features(160, config, random.Random(7))
    columns = list(zip(*features))
    dataset = TensorDataset(*[torch.tensor(c, dtype=torch.long) for c in columns])
    loader = DataLoader(dataset, sampler=RandomSampler(dataset), batch_size=16)
    model = BertForPreTraining(config)
    no_decay = ['bias', 'LayerNorm', 'norm1', 'norm2']
    params = list(model.named_parameters())
    groups = [{'params': [p for n, p in params if not any(nd in n for nd in no_decay)], 'weight_decay': 0.01},
              {'params': [p for n, p in params if any(nd in n for nd in no_decay)], 'weight_decay': 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=5e-3, betas=(0.9, 0.98), eps=1e-6)
    num_steps = len(loader) * 4
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: warmup_linear(s / num_steps))
    global_step = 0
    for epoch in range(4):
        model.train()
        tr_loss, nb = 0, 0
        for step, batch in enumerate(loader):
            batch = tuple(t.to('cpu') for t in batch)
            input_ids, segment_ids, input_mask, lm_label_ids, is_next = batch
            loss, lm, ns = model(input_ids, segment_ids, input_mask, lm_label_ids, is_next)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            tr_loss += loss.item()
            nb += 1
            global_step += 1
        logger.info("epoch %d step %d loss = %.3f lm = %.3f nsp = %.3f lr = %.2e", epoch, global_step, tr_loss / nb,
                    lm.item(), ns.item(), scheduler.get_last_lr()[0])
    model.eval()
    correct = total = 0
    with torch.no_grad():
        for batch in DataLoader(dataset, sampler=SequentialSampler(dataset), batch_size=32):
            scores, nsp = model(*batch[:3])
            correct += (nsp.argmax(-1) == batch[4]).sum().item()
            total += batch[4].size(0)
    logger.info("nsp accuracy %.2f of %d", correct / total, total)


if __name__ == "__main__":
    main()
