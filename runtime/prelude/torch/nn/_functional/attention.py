"""Attention."""
import math

import torch
from torch._C_autograd import _name_node
from torch import _C_ops as ops
from torch.nn._functional.dropout import dropout


def _is_fused(query, key, value, attn_mask, dropout_p):
    """True where PyTorch takes one operation; others are products there, too."""
    return (query.dim() == 4 and dropout_p == 0.0 and query.shape[:2] == key.shape[:2] == value.shape[:2] and
            query.shape[-1] == value.shape[-1] and (attn_mask is None or not attn_mask.requires_grad))


def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                                 enable_gqa=False):
    if not query.dtype == key.dtype == value.dtype:
        kinds = [torch._element_type_name(t.dtype) for t in (query, key, value)]
        raise RuntimeError(f"Expected query, key, and value to have the same dtype, but got query.dtype: {kinds[0]} "
                           f"key.dtype: {kinds[1]} and value.dtype: {kinds[2]} instead.")
    if query.dim() < 2 or key.dim() < 2 or value.dim() < 2:
        raise RuntimeError("Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
                           f"{query.dim()} key.dim: {key.dim()} and value.dim: {value.dim()} instead.")
    if attn_mask is not None and attn_mask.dtype not in (torch.bool, torch.float32, query.dtype):
        raise RuntimeError("Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
                           f"{torch._element_type_name(attn_mask.dtype)} and  query.dtype: "
                           f"{torch._element_type_name(query.dtype)} instead.")
    if not 0.0 <= dropout_p <= 1.0:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {dropout_p:g}")
    if scale is None:
        scale = 1.0 / math.sqrt(query.shape[-1])
    if enable_gqa and query.shape[-3] != key.shape[-3]:
        times = query.shape[-3] // key.shape[-3]
        key = key.repeat_interleave(times, -3)
        value = value.repeat_interleave(times, -3)
    if is_causal:
        if attn_mask is not None:
            raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
        rows, columns = query.shape[-2], key.shape[-2]
        attn_mask = torch.ones((rows, columns), dtype=torch.bool, device=query.device).tril()
    root = math.sqrt(scale)
    scores = (query * root).matmul(key.transpose(-2, -1) * root)
    if attn_mask is not None:
        if attn_mask.dtype == torch.bool:
            scores = scores.masked_fill(attn_mask.logical_not(), -math.inf)
            weights = scores.softmax(-1)
            hidden = attn_mask.logical_not().all(-1, keepdim=True)
            weights = weights.masked_fill(hidden, 0.0)
        else:
            weights = (scores + attn_mask.to(scores.dtype)).softmax(-1)
    else:
        weights = scores.softmax(-1)
    if dropout_p > 0.0:
        weights = dropout(weights, dropout_p)
    result = weights.matmul(value)
    if query.dim() == key.dim() == value.dim() == 3:
        return _name_node(result, "SqueezeBackward1")
    if _is_fused(query, key, value, attn_mask, dropout_p):
        return _name_node(result, "ScaledDotProductFlashAttentionForCpuBackward0")
    return result


def _additive(name, mask, dtype):
    """A bool mask (True: hidden) as numbers to add."""
    if mask is None or mask.is_floating_point():
        return mask
    if mask.dtype != torch.bool:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    return torch.zeros_like(mask, dtype=dtype).masked_fill(mask, -math.inf)


def _projected(query, key, value, in_proj_weight, in_proj_bias, separate):
    if separate is not None:
        q_weight, k_weight, v_weight = separate
        if in_proj_bias is None:
            biases = (None, None, None)
        else:
            biases = in_proj_bias.chunk(3)
        return (ops.linear(query, q_weight, biases[0]), ops.linear(key, k_weight, biases[1]),
                ops.linear(value, v_weight, biases[2]))
    size = query.shape[-1]
    if key is value and query is key:
        packed = ops.linear(query, in_proj_weight, in_proj_bias)
        packed = packed.unflatten(-1, (3, size)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
        return packed[0], packed[1], packed[2]
    q_weight, k_weight, v_weight = in_proj_weight.chunk(3)
    if in_proj_bias is None:
        q_bias = k_bias = v_bias = None
    else:
        q_bias, k_bias, v_bias = in_proj_bias.chunk(3)
    return ops.linear(query, q_weight, q_bias), ops.linear(key, k_weight, k_bias), ops.linear(value, v_weight, v_bias)


def _check_ranks(query, key, value, key_padding_mask, attn_mask, num_heads):
    rank = query.dim()
    if rank not in (2, 3):
        raise AssertionError(f"query should be unbatched 2D or batched 3D tensor but received {rank}-D query tensor")
    kind = "batched" if rank == 3 else "unbatched"
    text = f"For {kind} ({rank}-D) `query`, expected "
    if key.dim() != rank or value.dim() != rank:
        raise AssertionError(f"{text}`key` and `value` to be {rank}-D but found {key.dim()}-D and {value.dim()}-D tensors "
                             "respectively")
    if key_padding_mask is not None and key_padding_mask.dim() != rank - 1:
        raise AssertionError(f"{text}`key_padding_mask` to be `None` or {rank - 1}-D but found {key_padding_mask.dim()}-D "
                             "tensor instead")
    if attn_mask is None:
        return
    if attn_mask.dim() not in (2, 3):
        raise AssertionError(f"{text}`attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.dim()}-D tensor instead")
    if rank == 2 and attn_mask.dim() == 3:
        expected = (num_heads, query.shape[0], key.shape[0])
        if tuple(attn_mask.shape) != expected:
            raise AssertionError(f"Expected `attn_mask` shape to be {expected} but got {attn_mask.shape}")


def multi_head_attention_forward(query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k,
                                 bias_v, add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True,
                                 key_padding_mask=None, need_weights=True, attn_mask=None,
                                 use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None,
                                 v_proj_weight=None, static_k=None, static_v=None, average_attn_weights=True,
                                 is_causal=False):
    """Sequences first: (L, N, E), or (L, E) without a batch."""
    _check_ranks(query, key, value, key_padding_mask, attn_mask, num_heads)
    batched = query.dim() == 3
    if not batched:
        same = key is query, value is key
        query = query.unsqueeze(1)
        key = query if same[0] else key.unsqueeze(1)
        value = key if same[1] else value.unsqueeze(1)
        if key_padding_mask is not None:
            key_padding_mask = key_padding_mask.unsqueeze(0)
    length, batch, size = query.shape
    source = key.shape[0]
    if size != embed_dim_to_check:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim_to_check}, but got {size}")
    head = size // num_heads
    if head * num_heads != size:
        raise AssertionError(f"embed_dim {size} not divisible by num_heads {num_heads}")
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
    same = key.shape[:2] == value.shape[:2] if use_separate_proj_weight else key.shape == value.shape
    if not same:
        if use_separate_proj_weight:
            raise AssertionError(f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
    key_padding_mask = _additive("key_padding_mask", key_padding_mask, query.dtype)
    attn_mask = _additive("attn_mask", attn_mask, query.dtype)

    separate = (q_proj_weight, k_proj_weight, v_proj_weight) if use_separate_proj_weight else None
    q, k, v = _projected(query, key, value, in_proj_weight, in_proj_bias, separate)
    if attn_mask is not None and attn_mask.dim() == 2:
        if tuple(attn_mask.shape) != (length, source):
            raise RuntimeError(f"The shape of the 2D attn_mask is {attn_mask.shape}, but should be {(length, source)}.")
        attn_mask = attn_mask.unsqueeze(0)
    elif attn_mask is not None and tuple(attn_mask.shape) != (batch * num_heads, length, source):
        raise RuntimeError(f"The shape of the 3D attn_mask is {attn_mask.shape}, but should be "
                           f"{(batch * num_heads, length, source)}.")
    if bias_k is not None and bias_v is not None:
        k = torch.cat([k, bias_k.repeat(1, batch, 1)])
        v = torch.cat([v, bias_v.repeat(1, batch, 1)])
        attn_mask = _one_more(attn_mask)
        key_padding_mask = _one_more(key_padding_mask)
    q = q.view(length, batch * num_heads, head).transpose(0, 1)
    k = k.view(k.shape[0], batch * num_heads, head).transpose(0, 1)
    v = v.view(v.shape[0], batch * num_heads, head).transpose(0, 1)
    if add_zero_attn:
        nothing = (batch * num_heads, 1, head)
        k = torch.cat([k, torch.zeros(nothing, dtype=k.dtype, device=k.device)], dim=1)
        v = torch.cat([v, torch.zeros(nothing, dtype=v.dtype, device=v.device)], dim=1)
        attn_mask = _one_more(attn_mask)
        key_padding_mask = _one_more(key_padding_mask)
    source = k.shape[1]
    if key_padding_mask is not None:
        for i, expected in enumerate((batch, source)):
            if key_padding_mask.shape[i] != expected:
                raise AssertionError(f"Expected key_padded_mask.shape[{i}] to be {expected}, but got {key_padding_mask.shape[i]}")
        wide = key_padding_mask.view(batch, 1, 1, source).expand(-1, num_heads, -1, -1)
        wide = wide.reshape(batch * num_heads, 1, source)
        attn_mask = wide if attn_mask is None else attn_mask + wide
    if not training:
        dropout_p = 0.0

    if need_weights:
        scaled = q * math.sqrt(1.0 / float(head))
        if attn_mask is not None:
            weights = torch.baddbmm(attn_mask, scaled, k.transpose(-2, -1))
        else:
            weights = torch.bmm(scaled, k.transpose(-2, -1))
        weights = weights.softmax(-1)
        if dropout_p > 0.0:
            weights = dropout(weights, dropout_p)
        output = torch.bmm(weights, v).transpose(0, 1).contiguous().view(length * batch, size)
        output = ops.linear(output, out_proj_weight, out_proj_bias).view(length, batch, size)
        weights = weights.view(batch, num_heads, length, source)
        if average_attn_weights:
            weights = weights.mean(dim=1)
        if not batched:
            return output.squeeze(1), weights.squeeze(0)
        return output, weights

    if attn_mask is not None:
        if attn_mask.shape[0] == 1:
            attn_mask = attn_mask.unsqueeze(0)
        else:
            attn_mask = attn_mask.view(batch, num_heads, -1, source)
    q = q.view(batch, num_heads, length, head)
    k = k.view(batch, num_heads, source, head)
    v = v.view(batch, num_heads, source, head)
    output = scaled_dot_product_attention(q, k, v, attn_mask, dropout_p)
    output = output.permute(2, 0, 1, 3).contiguous().view(batch * length, size)
    output = ops.linear(output, out_proj_weight, out_proj_bias).view(length, batch, size)
    return (output, None) if batched else (output.squeeze(1), None)


def _one_more(mask):
    return None if mask is None else ops.constant_pad_nd(mask, [0, 1], 0)
