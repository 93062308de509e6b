"""Attention whose scores a function of the program changes, and whose masks one gives. The functions get all places at once, as tensors
that broadcast, where PyTorch calls them for each."""
import math

import torch

__all__ = ["BlockMask", "flex_attention", "create_block_mask", "create_mask", "and_masks", "or_masks", "noop_mask"]

_DEFAULT_SPARSE_BLOCK_SIZE = 128


def noop_mask(batch, head, token_q, token_kv):
    return batch.new_ones(size=(), dtype=torch.bool, device=batch.device)


def and_masks(*mask_mods):
    def both(b, h, q_idx, kv_idx):
        result = b.new_ones((), dtype=torch.bool)
        for mask in mask_mods:
            result = result & mask(b, h, q_idx, kv_idx)
        return result
    return both


def or_masks(*mask_mods):
    def either(b, h, q_idx, kv_idx):
        result = b.new_zeros((), dtype=torch.bool)
        for mask in mask_mods:
            result = result | mask(b, h, q_idx, kv_idx)
        return result
    return either


def _places(sizes, device):
    """The numbers of batch, head, query and key, each along a dimension of its own."""
    return [torch.arange(size, device=device).view([size if d == at else 1 for d in range(4)]) for at, size in enumerate(sizes)]


def create_mask(mod_fn, B, H, Q_LEN, KV_LEN, device=None):
    """What a function of places says of all of them: True where a key is seen, or scores that are added to zeros."""
    sizes = (B or 1, H or 1, Q_LEN, KV_LEN)
    if mod_fn.__code__.co_argcount == 5:
        return mod_fn(torch.zeros(sizes, device=device), *_places(sizes, device)).expand(sizes)
    return mod_fn(*_places(sizes, device)).expand(sizes)


class BlockMask:
    """A mask by blocks: which are empty, and the function that says the rest."""

    def __init__(self, mask, mask_mod, block_size):
        self.mask_mod, self.BLOCK_SIZE, self.seq_lengths = mask_mod, block_size, tuple(mask.shape[-2:])
        self.shape = tuple(mask.shape)
        rows, columns = [-(-length // size) for length, size in zip(self.seq_lengths, block_size)]
        padded = mask.new_zeros((*mask.shape[:2], rows * block_size[0], columns * block_size[1]))
        padded[:, :, :mask.shape[2], :mask.shape[3]] = mask
        counts = padded.view(*mask.shape[:2], rows, block_size[0], columns, block_size[1]).sum(dim=(3, 5))
        self._dense, self._mask = (counts > 0).to(torch.int32), mask

    @property
    def kv_num_blocks(self):
        return self._dense.sum(-1).to(torch.int32)

    def to_dense(self):
        return self._dense

    def numel(self):
        return math.prod(self.shape)

    def sparsity(self):
        return 100 * (1 - self._dense.sum().item() / self._dense.numel())

    def __repr__(self):
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%)"


def create_block_mask(mask_mod, B, H, Q_LEN, KV_LEN, device=None, BLOCK_SIZE=_DEFAULT_SPARSE_BLOCK_SIZE, _compile=False):
    size = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else tuple(BLOCK_SIZE)
    return BlockMask(create_mask(mask_mod, B, H, Q_LEN, KV_LEN, device), mask_mod, size)


_UNFUSED = ("flex_attention called without torch.compile() - this will use an unfused implementation that materializes the full scores "
            "matrix instead of generating a fused kernel.\n\nSOLUTION: Use torch.compile(flex_attention)(...)\n\nIf you want to debug "
            "your score_mod/mask_mod, you can set:\ntorch.nn.attention.flex_attention._FLEX_ATTENTION_DISABLE_COMPILE_DEBUG = True\n\n"
            "This will allow you to use print statements or breakpoints. Note: This doesn't work with the backwards pass and may "
            "produce incorrect results.")
_warned = []


def _warn_once(text, category):
    from warnings import warn
    if text not in _warned:
        _warned.append(text)
        warn(text, category, stacklevel=3)


def _require_inputs(query, key, value):
    if any([t.requires_grad for t in (query, key, value)]):
        raise NotImplementedError("FlexAttention does not support backward on CPU. Please set the input requires_grad to False or "
                                  "use another device.")
    if any([t.dim() != 4 for t in (query, key, value)]):
        raise NotImplementedError("NYI: query, key, and value must be 4D tensors")


def flex_attention(query, key, value, score_mod=None, block_mask=None, scale=None, enable_gqa=False, kernel_options=None, *,
                   return_lse=False, return_aux=None):
    _require_inputs(query, key, value)
    _warn_once(_UNFUSED, UserWarning)
    if return_lse:
        _warn_once("return_lse is deprecated and will be removed in v2.10. Please use return_aux=AuxRequest(lse=True) instead.",
                   FutureWarning)
    if query.size(-3) != key.size(-3):
        if not enable_gqa:
            raise ValueError("Expect query and key/value to have the same number of heads but got "
                             f"Hq={query.size(-3)} and Hkv={key.size(-3)}. Try setting enable_gqa=True for GQA.")
        times = query.size(-3) // key.size(-3)
        key, value = key.repeat_interleave(times, dim=1), value.repeat_interleave(times, dim=1)
    precision = torch.float64 if query.dtype == torch.float64 else torch.float32
    scores = (query.to(precision) @ key.to(precision).transpose(-2, -1)) * (query.size(-1) ** -0.5 if scale is None else scale)
    places = _places(scores.shape, query.device)
    if score_mod is not None:
        scores = score_mod(scores, *places)
    if block_mask is not None:
        scores = torch.where(block_mask.mask_mod(*places), scores, -math.inf)
    is_blind = (scores == -math.inf).all(dim=-1, keepdim=True)
    weights = torch.softmax(scores, dim=-1).masked_fill(is_blind, 0)
    result = weights.to(query.dtype) @ value
    return (result, torch.logsumexp(scores, dim=-1)) if return_lse else result
