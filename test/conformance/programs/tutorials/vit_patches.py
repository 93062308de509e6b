"""Vision transformer with class token, stochastic depth, label smoothing, mixup, EMA and cosine warm-up; timm-like."""
# tier2: <module>.loop#1.body.part 85% after 4
# tier2: <module>.loop#1.body.part#1 80% after 4
# float-tolerance: 2e-3
import math
from functools import partial
from collections import OrderedDict
from copy import deepcopy

import numpy as np
import torch
from torch import nn, einsum
import torch.nn.functional as F


def pair(t):
    return t if isinstance(t, tuple) else (t, t)


def drop_path(x, drop_prob: float = 0., training: bool = False):
    if drop_prob == 0. or not training:
        return x
    keep_prob = 1 - drop_prob
    shape = (x.shape[0],) + (1,) * (x.ndim - 1)
    random_tensor = keep_prob + torch.rand(shape, dtype=x.dtype, device=x.device)
    random_tensor.floor_()
    return x.div(keep_prob) * random_tensor


class DropPath(nn.Module):
    def __init__(self, drop_prob=None):
        super(DropPath, self).__init__()
        self.drop_prob = drop_prob

    def forward(self, x):
        return drop_path(x, self.drop_prob, self.training)

    def extra_repr(self):
        return f'drop_prob={round(self.drop_prob, 3):0.3f}'


class PatchEmbed(nn.Module):
    def __init__(self, img_size=16, patch_size=4, in_chans=3, embed_dim=48):
        super().__init__()
        img_size, patch_size = pair(img_size), pair(patch_size)
        self.grid_size = (img_size[0] // patch_size[0], img_size[1] // patch_size[1])
        self.num_patches = self.grid_size[0] * self.grid_size[1]
        self.proj = nn.Conv2d(in_chans, embed_dim, kernel_size=patch_size, stride=patch_size)

    def forward(self, x):
        B, C, H, W = x.shape
        return self.proj(x).flatten(2).transpose(1, 2)


class Attention(nn.Module):
    def __init__(self, dim, num_heads=4, qkv_bias=True):
        super().__init__()
        self.num_heads = num_heads
        self.scale = (dim // num_heads) ** -0.5
        self.qkv = nn.Linear(dim, dim * 3, bias=qkv_bias)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        B, N, C = x.shape
        qkv = self.qkv(x).reshape(B, N, 3, self.num_heads, C // self.num_heads).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        dots = einsum('b h i d, b h j d -> b h i j', q, k) * self.scale
        attn = dots.softmax(dim=-1)
        out = einsum('bhij,bhjd->bhid', attn, v)
        return self.proj(out.transpose(1, 2).reshape(B, N, C))


class Block(nn.Module):
    def __init__(self, dim, num_heads, mlp_ratio=2., drop_path=0., norm_layer=nn.LayerNorm, act_layer=nn.GELU):
        super().__init__()
        self.norm1 = norm_layer(dim)
        self.attn = Attention(dim, num_heads)
        self.drop_path = DropPath(drop_path) if drop_path > 0. else nn.Identity()
        self.norm2 = norm_layer(dim)
        hidden = int(dim * mlp_ratio)
        self.mlp = nn.Sequential(OrderedDict([('fc1', nn.Linear(dim, hidden)), ('act', act_layer()),
                                              ('fc2', nn.Linear(hidden, dim))]))

    def forward(self, x):
        x = x + self.drop_path(self.attn(self.norm1(x)))
        x = x + self.drop_path(self.mlp(self.norm2(x)))
        return x


class VisionTransformer(nn.Module):
    def __init__(self, num_classes=4, embed_dim=48, depth=3, num_heads=4, drop_path_rate=0.1):
        super().__init__()
        norm_layer = partial(nn.LayerNorm, eps=1e-6)
        self.patch_embed = PatchEmbed(embed_dim=embed_dim)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, embed_dim))
        self.pos_embed = nn.Parameter(torch.zeros(1, self.patch_embed.num_patches + 1, embed_dim))
        dpr = [x.item() for x in torch.linspace(0, drop_path_rate, depth)]
        self.blocks = nn.Sequential(*[Block(embed_dim, num_heads, drop_path=dpr[i], norm_layer=norm_layer)
                                      for i in range(depth)])
        self.norm = norm_layer(embed_dim)
        self.head = nn.Linear(embed_dim, num_classes) if num_classes > 0 else nn.Identity()
        nn.init.trunc_normal_(self.pos_embed, std=.02)
        nn.init.trunc_normal_(self.cls_token, std=.02)
        self.apply(self._init_weights)

    def _init_weights(self, m):
        if isinstance(m, nn.Linear):
            nn.init.trunc_normal_(m.weight, std=.02)
            if m.bias is not None:
                nn.init.zeros_(m.bias)

    @torch.jit.ignore
    def no_weight_decay(self):
        return {'pos_embed', 'cls_token'}

    def forward(self, x):
        x = self.patch_embed(x)
        x = torch.cat((self.cls_token.expand(x.shape[0], -1, -1), x), dim=1)
        x = self.blocks(x + self.pos_embed)
        return self.head(self.norm(x)[:, 0])


class LabelSmoothingCrossEntropy(nn.Module):
    def __init__(self, smoothing=0.1):
        super().__init__()
        self.smoothing = smoothing
        self.confidence = 1. - smoothing

    def forward(self, x, target):
        logprobs = F.log_softmax(x, dim=-1)
        nll_loss = -logprobs.gather(dim=-1, index=target.unsqueeze(1)).squeeze(1)
        smooth_loss = -logprobs.mean(dim=-1)
        return (self.confidence * nll_loss + self.smoothing * smooth_loss).mean()


class ModelEma:
    def __init__(self, model, decay=0.9):
        self.ema = deepcopy(model)
        self.ema.eval()
        self.decay = decay
        for p in self.ema.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def update(self, model):
        msd = model.state_dict()
        for k, ema_v in self.ema.state_dict().items():
            model_v = msd[k].detach()
            ema_v.copy_(ema_v * self.decay + (1. - self.decay) * model_v)


def mixup(x, y, alpha=0.2):
    lam = np.random.beta(alpha, alpha) if alpha > 0 else 1
    index = torch.randperm(x.size(0))
    return lam * x + (1 - lam) * x[index], y, y[index], lam


def make_images(n, generator):
    y = torch.randint(0, 4, (n,), generator=generator)
    x = torch.randn(n, 3, 16, 16, generator=generator) * 0.3
    for i in range(n):
        if y[i] == 0:
            x[i, :, ::2] += 1
        elif y[i] == 1:
            x[i, :, :, ::2] += 1
        elif y[i] == 2:
            x[i, 0] += 1
        else:
            x[i, :, 4:12, 4:12] += 1
    return x, y


def param_groups(model, weight_decay):
    decay, no_decay = [], []
    skip = model.no_weight_decay()
    for name, param in model.named_parameters():
        if not param.requires_grad:
            continue
        if len(param.shape) == 1 or name.endswith(".bias") or name in skip:
            no_decay.append(param)
        else:
            decay.append(param)
    return [{'params': no_decay, 'weight_decay': 0.}, {'params': decay, 'weight_decay': weight_decay}]


def accuracy(output, target, topk=(1,)):
    maxk = max(topk)
    _, pred = output.topk(maxk, 1, True, True)
    pred = pred.t()
    correct = pred.eq(target.reshape(1, -1).expand_as(pred))
    return [correct[:k].reshape(-1).float().sum(0) * 100. / target.size(0) for k in topk]


if __name__ == '__main__':
    torch.manual_seed(0)
    np.random.seed(0)
    g = torch.Generator().manual_seed(5)
    train_x, train_y = make_images(192, g)
    test_x, test_y = make_images(64, g)
    model = VisionTransformer()
    print(f"params: {sum(p.numel() for p in model.parameters()):,}")
    print(model.blocks[1])
    criterion = LabelSmoothingCrossEntropy()
    optimizer = torch.optim.AdamW(param_groups(model, 0.05), lr=2e-3)
    epochs, bs = 6, 32
    steps = epochs * (len(train_x) // bs)
    sched = torch.optim.lr_scheduler.SequentialLR(
        optimizer, [torch.optim.lr_scheduler.LinearLR(optimizer, 0.1, 1.0, 6),
                    torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps - 6)], milestones=[6])
    ema = ModelEma(model)
    for epoch in range(epochs):
        model.train()
        perm = torch.randperm(len(train_x))
        running = 0.0
        for i in range(0, len(train_x), bs):
            idx = perm[i:i + bs]
            x, ya, yb, lam = mixup(train_x[idx], train_y[idx])
            out = model(x)
            loss = lam * criterion(out, ya) + (1 - lam) * criterion(out, yb)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_value_(model.parameters(), 0.5)
            optimizer.step()
            sched.step()
            ema.update(model)
            running += loss.item() * x.size(0)
        model.eval()
        with torch.inference_mode():
            a1, a2 = accuracy(model(test_x), test_y, topk=(1, 2))
            e1, = accuracy(ema.ema(test_x), test_y)
        print(f"epoch {epoch}: loss {running / len(train_x):.3f} top1 {a1.item():.1f} top2 {a2.item():.1f} "
              f"ema {e1.item():.1f} lr {optimizer.param_groups[0]['lr']:.2e}")
