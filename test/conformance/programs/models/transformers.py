# Attention and transformers.
# tier2: <module>.loop#2.body 85% after 3
# float-tolerance: 2e-4
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1)
x = torch.randn(2, 5, 8)
attention = nn.MultiheadAttention(8, 2, batch_first=True)
y, w = attention(x, x, x)
print(tuple(y.shape), tuple(w.shape), y.sum().item(), w.sum().item())
y, w = attention(x, x, x, need_weights=False)
print(w, y.abs().sum().item())
mask = torch.triu(torch.ones(5, 5, dtype=torch.bool), 1)
y, w = attention(x, x, x, attn_mask=mask, average_attn_weights=False)
print(tuple(w.shape), w[0, 0])
pad = torch.tensor([[False, False, False, True, True], [False] * 5])
print(attention(x, x, x, key_padding_mask=pad)[0].sum().item())
print(attention)
cross = nn.MultiheadAttention(8, 4, kdim=6, vdim=7)
print(cross(torch.randn(3, 2, 8), torch.randn(4, 2, 6), torch.randn(4, 2, 7))[0].shape)
layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
print(layer(x).sum().item(), layer)
encoder = nn.TransformerEncoder(layer, 2)
print(encoder(x, src_key_padding_mask=pad).abs().sum().item())
first = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.1, activation="gelu", norm_first=True, batch_first=True)
print(first(x).sum().item())
decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0, batch_first=True), 2)
print(decoder(x, x + 1, tgt_mask=nn.Transformer.generate_square_subsequent_mask(5)).sum().item())
model = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True)
out = model(x, x[:, :3])
print(tuple(out.shape), out.sum().item())
print(nn.Transformer.generate_square_subsequent_mask(3))
out.sum().backward()
print(sum(p.grad.abs().sum().item() for p in model.parameters()))
print(len(model.state_dict()), list(model.state_dict())[:4])


class PositionalEncoding(nn.Module):
    def __init__(self, d, length=50):
        super().__init__()
        self.dropout = nn.Dropout(0.1)
        position = torch.arange(length).unsqueeze(1)
        div = torch.exp(torch.arange(0, d, 2) * (-math.log(10000.0) / d))
        pe = torch.zeros(1, length, d)
        pe[0, :, 0::2] = torch.sin(position * div)
        pe[0, :, 1::2] = torch.cos(position * div)
        self.register_buffer("pe", pe)

    def forward(self, x):
        return self.dropout(x + self.pe[:, :x.size(1)])


class Block(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.heads = heads
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.proj = nn.Linear(d, d)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d), nn.Dropout(0.1))

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.proj(a.transpose(1, 2).reshape(b, t, d))
        return x + self.mlp(self.norm2(x))


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(17, 16)
        self.position = PositionalEncoding(16)
        self.blocks = nn.ModuleList([Block(16, 4) for _ in range(2)])
        self.norm = nn.LayerNorm(16)
        self.head = nn.Linear(16, 17, bias=False)
        self.head.weight = self.embed.weight
        self.apply(self.init)

    def init(self, m):
        if isinstance(m, nn.Linear):
            nn.init.normal_(m.weight, std=0.02)
            if m.bias is not None:
                nn.init.zeros_(m.bias)

    def forward(self, t):
        x = self.position(self.embed(t))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


gpt = Gpt()
print(sum(p.numel() for p in gpt.parameters()))
groups = [{"params": [p for p in gpt.parameters() if p.dim() > 1], "weight_decay": 0.1}, {"params": [p for p in gpt.parameters() if p.dim() <= 1], "weight_decay": 0.0}]
opt = torch.optim.AdamW(groups, lr=3e-3, betas=(0.9, 0.95))
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, 30)
text = torch.randint(0, 17, (4, 9))
for step in range(30):
    logits = gpt(text[:, :-1])
    loss = F.cross_entropy(logits.reshape(-1, 17), text[:, 1:].reshape(-1))
    opt.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(gpt.parameters(), 1.0)
    opt.step()
    sched.step()
    print(f"{step} {loss.item():.4f} {opt.param_groups[0]['lr']:.6f}")
gpt.eval()
with torch.no_grad():
    t = text[:1, :2]
    for _ in range(5):
        p = F.softmax(gpt(t)[:, -1] / 0.8, -1)
        t = torch.cat([t, torch.multinomial(p, 1)], 1)
    print(t)
