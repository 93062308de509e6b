"""Attention that keeps the logarithms of its sums in the place of its weights."""
import math

import torch
from torch.autograd import Function


def _scaled_dot_product_flash_attention_for_cpu(query, key, value, dropout_p=0.0, is_causal=False, *, attn_mask=None, scale=None):
    """Of (batch, heads, positions, size): the result, and the logarithm of each row's sum."""
    name = "scaled_dot_product_attention_flash_attention"
    if not query.is_floating_point():
        raise RuntimeError(f"{name}: Expected data type in FP32, FP64, BF16, FP16, but got {torch._scalar_type_name(query.dtype)} "
                           "instead.")
    if not query.dim() == key.dim() == value.dim() == 4:
        raise RuntimeError(f"{name}: Accept only 4 dims inputs shape of {{B, H, T, K}}")
    if dropout_p != 0.0:
        raise RuntimeError(f"{name}: Currently do not support dropout > 0")
    if not query.shape[-1] == key.shape[-1] == value.shape[-1]:
        raise RuntimeError(f"{name}: Q/K/V should have the same head size")
    if attn_mask is not None and attn_mask.dtype not in (query.dtype, torch.float32):
        raise RuntimeError(f"{name}: Attention mask is the same data type as query")
    if is_causal:
        hidden = torch.ones((query.shape[-2], key.shape[-2]), dtype=torch.bool, device=query.device).tril().logical_not()
        causal = torch.zeros_like(hidden, dtype=query.dtype).masked_fill(hidden, -math.inf)
        attn_mask = causal if attn_mask is None else attn_mask + causal
    scale = 1.0 / math.sqrt(query.shape[-1]) if scale is None else scale
    return ScaledDotProductFlashAttentionForCpu.apply(query, key, value, attn_mask, scale)


def _wide(x):
    return x if x.dtype == torch.float64 else x.float()


def _by_positions(x, like):
    """`x` in the type of `like`, with the heads of a position side by side."""
    return x.to(like.dtype).transpose(1, 2).contiguous().transpose(1, 2)


def _scores(query, key, mask, scale):
    scores = _wide(query).matmul(_wide(key).transpose(-2, -1)) * scale
    return scores if mask is None else scores + mask


class ScaledDotProductFlashAttentionForCpu(Function):
    _node_name = "ScaledDotProductFlashAttentionForCpuBackward0"

    @staticmethod
    def forward(ctx, query, key, value, mask, scale):
        scores = _scores(query, key, mask, scale)
        sums = scores.logsumexp(-1, keepdim=True)
        result = (scores - sums).exp().matmul(_wide(value)).to(query.dtype)
        ctx.save_for_backward(query, key, value, mask, result, sums)
        ctx.scale = scale
        sums = _by_positions(sums, sums).squeeze(-1)
        ctx.mark_non_differentiable(sums)
        return result, sums

    @staticmethod
    def backward(ctx, grad, _):
        query, key, value, mask, result, sums = ctx.saved_tensors
        grad = _wide(grad)
        weights = (_scores(query, key, mask, ctx.scale) - sums).exp()
        of_weights = grad.matmul(_wide(value).transpose(-2, -1))
        of_scores = weights * (of_weights - (grad * _wide(result)).sum(-1, keepdim=True)) * ctx.scale
        return (_by_positions(of_scores.matmul(_wide(key)), query), _by_positions(of_scores.transpose(-2, -1).matmul(_wide(query)), key),
                _by_positions(weights.transpose(-2, -1).matmul(grad), value), None, None)
