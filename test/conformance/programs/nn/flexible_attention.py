"""Attention with scores and masks that functions of the program give, and choices of how attention is computed."""
import logging
import warnings

logging.disable(logging.WARNING)

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.attention.bias import causal_lower_right, causal_upper_left
from torch.nn.attention.flex_attention import and_masks, create_block_mask, create_mask, flex_attention, or_masks

warnings.simplefilter("ignore")
torch.manual_seed(0)
q, k, v = [torch.randn(2, 4, 8, 16) for _ in range(3)]
slopes = torch.tensor([0.5, 0.25, 0.125, 0.0625])


def relative(score, b, h, i, j):
    return score + (i - j)


def alibi(score, b, h, i, j):
    return score + slopes[h] * (j - i)


def capped(score, b, h, i, j):
    return 5 * torch.tanh(score / 5)


def causal(b, h, i, j):
    return i >= j


def window(b, h, i, j):
    return (i - j).abs() <= 3


for mod in (None, relative, alibi, capped):
    out = flex_attention(q, k, v, score_mod=mod)
    print(out.shape, round(out.sum().item(), 2))
plain = F.scaled_dot_product_attention(q, k, v, is_causal=True)
mask = create_block_mask(causal, 1, 1, 8, 8, device="cpu")
print(torch.allclose(flex_attention(q, k, v, block_mask=mask), plain, atol=1e-5), mask.shape, mask.sparsity())
for rule in (causal, window, and_masks(causal, window), or_masks(causal, window)):
    print(create_mask(rule, 1, 1, 4, 6, device="cpu").int().tolist())
big = create_block_mask(causal, None, None, 512, 512, device="cpu")
print(big.sparsity(), big.to_dense().tolist())
out, lse = flex_attention(q, k, v, score_mod=alibi, block_mask=mask, return_lse=True)
print(out.shape, lse.shape)
grouped = flex_attention(q, k[:, :2], v[:, :2], enable_gqa=True)
print(grouped.shape, round(grouped.sum().item(), 3))
for wrong in (lambda: flex_attention(q[0], k[0], v[0]), lambda: flex_attention(q, k.double(), v), lambda: flex_attention(q, k[:, :2], v[:, :2]),
              lambda: flex_attention(q.requires_grad_(), k, v)):
    try:
        wrong()
    except (ValueError, RuntimeError) as error:
        print(type(error).__name__, str(error)[:50])
with sdpa_kernel(SDPBackend.MATH):
    print(F.scaled_dot_product_attention(q, k, v).shape)
with sdpa_kernel([SDPBackend.MATH, SDPBackend.FLASH_ATTENTION]):
    print(torch.allclose(F.scaled_dot_product_attention(q, k, v, is_causal=True), plain, atol=1e-5))
q.requires_grad_(False)
print(SDPBackend.MATH, SDPBackend.FLASH_ATTENTION.name)
try:
    sdpa_kernel("math").__enter__()
except AssertionError as error:
    print(error)
queries, keys = torch.randn(1, 1, 2, 4), torch.randn(1, 1, 3, 4)
for bias in (causal_lower_right(2, 3), causal_upper_left(2, 3)):
    print(F.scaled_dot_product_attention(queries, keys, keys, attn_mask=bias))
