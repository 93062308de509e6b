"""Connectionist temporal classification: the likelihood of a text under all its alignments with the input.

Graves et al., "Connectionist Temporal Classification" (2006), in logarithms. The states of a text are its labels with blanks
before, between and behind them; `alpha` goes over them forwards, `beta` backwards, all texts of a batch at once.
"""
import torch
from torch.autograd.function import Function
from torch.nn._functional.loss import reduction_number


def _lengths(name, lengths, batch):
    if isinstance(lengths, torch.Tensor):
        if lengths.dtype not in (torch.int64, torch.int32, torch.uint8, torch.int8, torch.int16):
            raise RuntimeError(f"{name} must be integral")
        lengths = lengths.reshape(-1).to(torch.int64)
    else:
        lengths = torch.tensor([int(n) for n in lengths], dtype=torch.int64)
    if lengths.shape[0] != batch:
        raise RuntimeError(f"{name} must be of size batch_size")
    return lengths


def _check_lengths(name, lengths, most):
    """`most`: None where there is no bound."""
    wrong = lengths < 0 if most is None else (lengths < 0) | (lengths > most)
    if wrong.any():
        length = lengths[wrong][0].item()
        bound = "at least 0" if length < 0 else f"at most {most}"
        raise RuntimeError(f"Expected {name} to have value {bound}, but got value {length} (while checking arguments for "
                           "ctc_loss_allocate_outputs)")


def _rows_of(targets, lengths):
    """The texts, a row for each, with anything behind their ends."""
    rule = "(while checking arguments for ctc_loss_allocate_outputs)"
    batch = lengths.shape[0]
    if targets.dim() == 1:
        total = lengths.sum().item()
        if targets.shape[0] != total:
            raise RuntimeError(f"Expected tensor to have size {total} at dimension 0, but got size {targets.shape[0]} for "
                               f"argument #2 'targets' {rule}")
        if total == 0:
            return targets.new_empty((batch, 0))
        places = (lengths.cumsum(0) - lengths).unsqueeze(1) + torch.arange(lengths.max().item())
        return targets[places.clamp(max=total - 1)]
    if targets.dim() != 2:
        raise RuntimeError(f"Expected 1 to 2 dimensions, but got {targets.dim()}-dimensional tensor for argument #2 'targets' "
                           f"{rule}")
    if targets.shape[0] != batch:
        raise RuntimeError(f"Expected tensor to have size {batch} at dimension 0, but got size {targets.shape[0]} for "
                           f"argument #2 'targets' {rule}")
    if (lengths > targets.shape[1]).any():
        raise RuntimeError(f"Expected tensor to have size at least {lengths.max().item()} at dimension 1, but got size "
                           f"{targets.shape[1]} for argument #2 'targets' {rule}")
    return targets


def _labels(targets, lengths, blank):
    """The labels of all states, a row for each text; blanks where there are none."""
    batch, width = targets.shape
    labels = torch.full((batch, 2 * width + 1), blank, dtype=torch.int64, device=targets.device)
    places = torch.arange(width, device=targets.device)
    labels[:, 1::2] = torch.where(places < lengths.unsqueeze(1), targets, blank)
    return labels


def _shifted(values, count):
    """The values of the states `count` earlier, or later for one that is negative."""
    empty = torch.full_like(values[:, :abs(count)], -torch.inf)
    size = values.shape[1]
    if count > 0:
        return torch.cat([empty, values[:, :size - count]], 1) if count < size else torch.full_like(values, -torch.inf)
    return torch.cat([values[:, -count:], empty], 1) if -count < size else torch.full_like(values, -torch.inf)


class _Ctc(Function):
    _node_name = "CtcLossBackward0"

    @staticmethod
    def forward(ctx, log_probs, labels, input_lengths, target_lengths, zero_infinity):
        time, batch, _ = log_probs.shape
        states = labels.shape[1]
        device = log_probs.device
        nothing = torch.full((batch, states), -torch.inf, dtype=log_probs.dtype, device=device)
        emitted = log_probs.gather(2, labels.unsqueeze(0).expand(time, batch, states))
        number = torch.arange(states, device=device)
        last = 2 * target_lengths.unsqueeze(1)
        inside = number <= last
        skips = torch.zeros((batch, states), dtype=torch.bool, device=device)
        skips[:, 2:] = labels[:, 2:] != labels[:, :-2]
        alphas = []
        for t in range(time):
            if t == 0:
                alpha = torch.where((number < 2) & inside, emitted[0], nothing)
            else:
                jump = torch.where(skips, _shifted(alpha, 2), nothing)
                alpha = torch.logaddexp(torch.logaddexp(alpha, _shifted(alpha, 1)), jump) + emitted[t]
                alpha = torch.where(inside, alpha, nothing)
            alphas.append(alpha)
        ends = inside & (number >= last - 1)
        if time > 0:
            alphas = torch.stack(alphas)
            final = alphas[(input_lengths - 1).clamp(min=0), torch.arange(batch, device=device)]
            loss = -torch.logsumexp(torch.where(ends, final, nothing), 1)
        else:
            alphas = torch.empty((0, batch, states), dtype=log_probs.dtype, device=device)
            loss = torch.zeros(batch, dtype=log_probs.dtype, device=device)
        silent = torch.where(target_lengths == 0, 0.0, torch.inf).to(log_probs.dtype)
        loss = torch.where(input_lengths == 0, silent, loss)
        ctx.save_for_backward(log_probs, labels, input_lengths, alphas, emitted, loss, inside, ends, skips)
        ctx.zero_infinity = zero_infinity
        return torch.where(loss == torch.inf, torch.zeros_like(loss), loss) if zero_infinity else loss

    @staticmethod
    def backward(ctx, grad):
        log_probs, labels, input_lengths, alphas, emitted, loss, inside, ends, skips = ctx.saved_tensors
        time, batch, classes = log_probs.shape
        nothing = torch.full_like(emitted[0], -torch.inf) if time else None
        ahead = torch.zeros_like(skips)
        ahead[:, :-2] = skips[:, 2:]
        slope = torch.zeros_like(log_probs, memory_format=torch.contiguous_format)
        beta = nothing
        no_path = (loss * 0).unsqueeze(1)  # NaN where there is no alignment
        for t in reversed(range(time)):
            jump = torch.where(ahead, _shifted(beta, -2), nothing)
            along = torch.logaddexp(torch.logaddexp(beta, _shifted(beta, -1)), jump)
            along = torch.where((input_lengths == t + 1).unsqueeze(1), torch.where(ends, 0.0, nothing), along)
            beta = torch.where(inside & (t < input_lengths).unsqueeze(1), along + emitted[t], nothing)
            shares = torch.exp(alphas[t] + beta + loss.unsqueeze(1) - emitted[t])
            shares = torch.where(inside & (loss != torch.inf).unsqueeze(1), shares, 0.0)
            posterior = torch.zeros_like(log_probs[t]).scatter_add(1, labels, shares) + no_path
            slope[t] = torch.where((t < input_lengths).unsqueeze(1), log_probs[t].exp() - posterior, 0.0)
        slope = slope * grad.unsqueeze(1)
        if ctx.zero_infinity:
            slope = torch.where((loss == torch.inf).unsqueeze(1), 0.0, slope)
        if torch.is_grad_enabled():
            slope = _Slope.apply(slope.detach(), log_probs, grad)
        return slope, None, None, None, None


class _FiniteCtc(_Ctc):
    """0 for what has no alignment."""
    _node_name = "WhereBackward0"


class _Slope(Function):
    """The gradient where it might be differentiated again: it cannot."""

    @staticmethod
    def forward(ctx, slope, log_probs, grad):
        return slope.clone()

    @staticmethod
    def backward(ctx, grad):
        raise RuntimeError("derivative for aten::_ctc_loss_backward is not implemented")


def _reduced_ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity):
    """`reduction` is a number: 0 for none, 1 for the mean, 2 for the sum."""
    if log_probs.dim() not in (2, 3):
        raise RuntimeError(f"Expected 3-dimensional tensor, but got {log_probs.dim() + 1}-dimensional tensor for argument #1 "
                           "'log_probs' (while checking arguments for ctc_loss_allocate_outputs)")
    batched = log_probs.dim() == 3
    if not batched:
        log_probs = log_probs.unsqueeze(1)
        if targets.dim() == 1:
            targets = targets.unsqueeze(0)
    if log_probs.dtype not in (torch.float32, torch.float64):
        raise NotImplementedError(f"\"ctc_loss_cpu\" not implemented for '{torch._scalar_type_name(log_probs.dtype)}'")
    time, batch, classes = log_probs.shape
    input_lengths = _lengths("input_lengths", input_lengths, batch)
    target_lengths = _lengths("target_lengths", target_lengths, batch)
    if blank < 0 or blank >= classes:
        raise RuntimeError("blank must be in label range")
    _check_lengths("input_lengths", input_lengths, time)
    _check_lengths("target_lengths", target_lengths, None)
    targets = _rows_of(targets, target_lengths)
    input_lengths, target_lengths = input_lengths.to(log_probs.device), target_lengths.to(log_probs.device)
    labels = _labels(targets, target_lengths, blank)
    loss = (_FiniteCtc if zero_infinity else _Ctc).apply(log_probs, labels, input_lengths, target_lengths, zero_infinity)
    if reduction == 1:
        return (loss / target_lengths.clamp(min=1).to(loss.dtype)).mean()
    if reduction == 2:
        return loss.sum()
    return loss if batched else loss.squeeze(0)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    return _reduced_ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, reduction_number(reduction),
                             zero_infinity)
