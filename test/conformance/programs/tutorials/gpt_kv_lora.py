"""nanoGPT-like model: causal self-attention, KV cache generation, top-k sampling, LoRA by parametrizations, weight groups, cosine decay."""
# tier2: <module>.loop#2.body 85% after 3
# tier2: <module>.loop#9.body 80% after 3
# float-tolerance: 2e-3
import inspect
import math
from contextlib import nullcontext
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch.nn import functional as F
from torch.nn.utils import parametrize


class LayerNorm(nn.Module):
    """LayerNorm but with an optional bias."""

    def __init__(self, ndim, bias):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(ndim))
        self.bias = nn.Parameter(torch.zeros(ndim)) if bias else None

    def forward(self, input):
        return F.layer_norm(input, self.weight.shape, self.weight, self.bias, 1e-5)


class CausalSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        assert config.n_embd % config.n_head == 0
        self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd, bias=config.bias)
        self.c_proj = nn.Linear(config.n_embd, config.n_embd, bias=config.bias)
        self.resid_dropout = nn.Dropout(config.dropout)
        self.n_head, self.n_embd, self.dropout = config.n_head, config.n_embd, config.dropout
        self.flash = hasattr(torch.nn.functional, 'scaled_dot_product_attention')
        self.register_buffer("bias", torch.tril(torch.ones(config.block_size, config.block_size))
                             .view(1, 1, config.block_size, config.block_size))

    def forward(self, x, cache=None):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        k = k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        q = q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        v = v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        if cache is not None:
            if "k" in cache:
                k = torch.cat([cache["k"], k], dim=2)
                v = torch.cat([cache["v"], v], dim=2)
            cache["k"], cache["v"] = k, v
        if self.flash and cache is None:
            y = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=None, dropout_p=0, is_causal=True)
        else:
            att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
            past = k.size(2) - T
            att = att.masked_fill(self.bias[:, :, past:past + T, :past + T] == 0, float('-inf'))
            y = F.softmax(att, dim=-1) @ v
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.resid_dropout(self.c_proj(y))


class MLP(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.c_fc = nn.Linear(config.n_embd, 4 * config.n_embd, bias=config.bias)
        self.gelu = nn.GELU()
        self.c_proj = nn.Linear(4 * config.n_embd, config.n_embd, bias=config.bias)

    def forward(self, x):
        return self.c_proj(self.gelu(self.c_fc(x)))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.ln_1 = LayerNorm(config.n_embd, bias=config.bias)
        self.attn = CausalSelfAttention(config)
        self.ln_2 = LayerNorm(config.n_embd, bias=config.bias)
        self.mlp = MLP(config)

    def forward(self, x, cache=None):
        x = x + self.attn(self.ln_1(x), cache)
        x = x + self.mlp(self.ln_2(x))
        return x


@dataclass
class GPTConfig:
    block_size: int = 16
    vocab_size: int = 17
    n_layer: int = 2
    n_head: int = 2
    n_embd: int = 24
    dropout: float = 0.0
    bias: bool = False


class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.transformer = nn.ModuleDict(dict(
            wte=nn.Embedding(config.vocab_size, config.n_embd), wpe=nn.Embedding(config.block_size, config.n_embd),
            drop=nn.Dropout(config.dropout), h=nn.ModuleList([Block(config) for _ in range(config.n_layer)]),
            ln_f=LayerNorm(config.n_embd, bias=config.bias)))
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
        self.transformer.wte.weight = self.lm_head.weight
        self.apply(self._init_weights)
        for pn, p in self.named_parameters():
            if pn.endswith('c_proj.weight'):
                torch.nn.init.normal_(p, mean=0.0, std=0.02 / math.sqrt(2 * config.n_layer))
        print("number of parameters: %.2fK" % (self.get_num_params() / 1e3,))

    def get_num_params(self, non_embedding=True):
        n_params = sum(p.numel() for p in self.parameters())
        if non_embedding:
            n_params -= self.transformer.wpe.weight.numel()
        return n_params

    def _init_weights(self, module):
        if isinstance(module, nn.Linear):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
            if module.bias is not None:
                torch.nn.init.zeros_(module.bias)
        elif isinstance(module, nn.Embedding):
            torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)

    def forward(self, idx, targets=None, caches=None, past=0):
        device = idx.device
        b, t = idx.size()
        assert t <= self.config.block_size, f"Cannot forward sequence of length {t}, block size is only {self.config.block_size}"
        pos = torch.arange(past, past + t, dtype=torch.long, device=device)
        x = self.transformer.drop(self.transformer.wte(idx) + self.transformer.wpe(pos))
        for i, block in enumerate(self.transformer.h):
            x = block(x, None if caches is None else caches[i])
        x = self.transformer.ln_f(x)
        if targets is not None:
            logits = self.lm_head(x)
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
        else:
            logits = self.lm_head(x[:, [-1], :])
            loss = None
        return logits, loss

    def configure_optimizers(self, weight_decay, learning_rate, betas):
        param_dict = {pn: p for pn, p in self.named_parameters() if p.requires_grad}
        decay_params = [p for n, p in param_dict.items() if p.dim() >= 2]
        nodecay_params = [p for n, p in param_dict.items() if p.dim() < 2]
        print(f"decayed: {len(decay_params)}, with {sum(p.numel() for p in decay_params):,} parameters; not: {len(nodecay_params)}")
        use_fused = 'fused' in inspect.signature(torch.optim.AdamW).parameters and torch.cuda.is_available()
        extra_args = dict(fused=True) if use_fused else dict()
        return torch.optim.AdamW([{'params': decay_params, 'weight_decay': weight_decay}, {'params': nodecay_params, 'weight_decay': 0.0}],
                                 lr=learning_rate, betas=betas, **extra_args)

    @torch.no_grad()
    def generate(self, idx, max_new_tokens, temperature=1.0, top_k=None, use_cache=True):
        caches = [{} for _ in self.transformer.h] if use_cache else None
        cur = idx
        for _ in range(max_new_tokens):
            past = idx.size(1) - cur.size(1) if use_cache else 0
            logits, _ = self(cur if use_cache else idx, caches=caches, past=past)
            logits = logits[:, -1, :] / temperature
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < v[:, [-1]]] = -float('Inf')
            probs = F.softmax(logits, dim=-1)
            cur = torch.multinomial(probs, num_samples=1) if top_k != 1 else probs.argmax(-1, keepdim=True)
            idx = torch.cat((idx, cur), dim=1)
        return idx


class LoRA(nn.Module):
    def __init__(self, out_features, in_features, rank=2, alpha=4):
        super().__init__()
        self.lora_A = nn.Parameter(torch.randn(rank, in_features) * 0.05)
        self.lora_B = nn.Parameter(torch.zeros(out_features, rank))
        self.scale = alpha / rank
        self.enabled = True

    def forward(self, original):
        return original + (self.lora_B @ self.lora_A) * self.scale if self.enabled else original


text = "hello world, the quick brown fox jumps over it. " * 6
chars = sorted(set(text))[:17]
stoi = {ch: i for i, ch in enumerate(chars)}
data = torch.tensor([stoi.get(c, 0) for c in text], dtype=torch.long)


def get_batch(source, block_size=16, batch_size=8):
    ix = torch.randint(len(source) - block_size, (batch_size,))
    x = torch.stack([source[i:i + block_size] for i in ix])
    y = torch.stack([source[i + 1:i + 1 + block_size] for i in ix])
    return x, y


def get_lr(it, learning_rate=1e-2, warmup_iters=5, lr_decay_iters=40, min_lr=1e-3):
    if it < warmup_iters:
        return learning_rate * (it + 1) / (warmup_iters + 1)
    if it > lr_decay_iters:
        return min_lr
    decay_ratio = (it - warmup_iters) / (lr_decay_iters - warmup_iters)
    coeff = 0.5 * (1.0 + math.cos(math.pi * decay_ratio))
    return min_lr + coeff * (learning_rate - min_lr)


torch.manual_seed(1337)
ctx = nullcontext()
model = GPT(GPTConfig())
optimizer = model.configure_optimizers(1e-1, 1e-2, (0.9, 0.95))
X, Y = get_batch(data)
for iter_num in range(40):
    lr = get_lr(iter_num)
    for param_group in optimizer.param_groups:
        param_group['lr'] = lr
    for micro_step in range(2):
        with ctx:
            logits, loss = model(X, Y)
            loss = loss / 2
        X, Y = get_batch(data)
        loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    if iter_num % 10 == 0:
        lossf = loss.item() * 2
        print(f"iter {iter_num}: loss {lossf:.3f}, lr {lr:.5f}")
model.eval()
start = data[:4].unsqueeze(0)
a = model.generate(start, 10, top_k=1)
b = model.generate(start, 10, top_k=1, use_cache=False)
print("cache agrees:", torch.equal(a, b), "shape", tuple(model.generate(start, 8, temperature=0.8, top_k=5).shape))

for p in model.parameters():
    p.requires_grad_(False)
for block in model.transformer.h:
    parametrize.register_parametrization(block.attn.c_attn, "weight", LoRA(*block.attn.c_attn.weight.shape))
trainable = [p for p in model.parameters() if p.requires_grad]
print("trainable", sum(p.numel() for p in trainable), [n for n, p in model.named_parameters() if p.requires_grad][:2])
opt = torch.optim.AdamW(trainable, lr=2e-2)
other = data.flip(0)
model.train()
before = model(*get_batch(other))[1].item()
for step in range(20):
    x, y = get_batch(other)
    loss = model(x, y)[1]
    opt.zero_grad()
    loss.backward()
    opt.step()
print("lora lowers the loss:", loss.item() < before, type(model.transformer.h[0].attn.c_attn).__name__)
with torch.no_grad():
    x, y = get_batch(other)
    full = model(x, y)[0]
    for block in model.transformer.h:
        parametrize.remove_parametrizations(block.attn.c_attn, "weight", leave_parametrized=True)
    print("merged:", torch.allclose(full, model(x, y)[0], atol=1e-5), parametrize.is_parametrized(model))
