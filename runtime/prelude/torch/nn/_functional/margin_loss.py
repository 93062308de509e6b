"""Losses that compare distances with a margin."""
import torch
from torch import _C_ops as ops, _expected
from torch._C_autograd import _name_node
from torch.nn._functional.loss import expect_pair, reduced, reduction_number
from torch._C_ops import pairwise_distance


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    expect_pair("hinge_embedding_loss", input, target)
    _expected.expect_number("hinge_embedding_loss", 3, "margin", margin)
    below = ops.clamp_min(margin - input, 0)
    loss = ops.where(target != 1, below, 0.0) + ops.where(target != -1, input, 0.0)
    return reduced(loss, number)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    if not input1.dim() == input2.dim() == target.dim():
        sizes = f"input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} "
        raise RuntimeError(f"margin_ranking_loss : All input tensors should have same dimension but got sizes: {sizes}")
    wrong_by = -target * (input1 - input2) + margin
    return reduced(ops.clamp_min(wrong_by, 0), number)


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    for place, value in enumerate((input1, input2, target), 1):
        _expected.expect_tensor("cosine_embedding_loss", place, ("input1", "input2", "target")[place - 1], value)
    dim = target.dim()
    if dim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    product = (input1 * input2).sum(dim)
    length1 = (input1 * input1).sum(dim) + 1e-12
    length2 = (input2 * input2).sum(dim) + 1e-12
    cosine = product / (length1 * length2).sqrt()
    loss = ops.where(target == 1, 1 - cosine, 0.0) + ops.where(target == -1, ops.clamp_min(cosine - margin, 0), 0.0)
    return reduced(loss, number)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None,
                        reduce=None, reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    for place, value in enumerate((anchor, positive, negative), 1):
        _expected.expect_tensor("triplet_margin_loss", place, ("anchor", "positive", "negative")[place - 1], value)
    _expected.expect_truth("triplet_margin_loss", 7, "swap", swap)
    if not anchor.dim() == positive.dim() == negative.dim():
        raise RuntimeError("The anchor, positive, and negative tensors are expected to have the same number of dimensions, but "
                           f"got: anchor {anchor.dim()}D, positive {positive.dim()}D, and negative {negative.dim()}D inputs")
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = ops.minimum(far, pairwise_distance(positive, negative, p, eps))
    return reduced(ops.clamp_min(margin + near - far, 0), number)


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False,
                                      reduction="mean"):
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    distance = pairwise_distance if distance_function is None else distance_function
    near = distance(anchor, positive)
    far = distance(anchor, negative)
    if swap:
        far = ops.minimum(far, distance(positive, negative))
    return reduced(ops.clamp_min(margin + near - far, 0), reduction_number(reduction))


def _of_classes(rows, index, refusal):
    """What each row has of the classes at `index`."""
    try:
        return rows.gather(1, index)
    except RuntimeError:
        raise RuntimeError(refusal) from None


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    if p != 1 and p != 2:
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    expect_pair("multi_margin_loss", input, target)
    _expected.refuse_gradient("multi_margin_loss", "weight", weight)
    rows = input.contiguous() if input.dim() == 2 else input.reshape(1, -1)
    target = target.reshape(-1)
    right = _of_classes(rows, target.unsqueeze(1), "target out of range")
    each = ops.clamp_min(margin - right + rows, 0)
    if p == 2:
        each = each * each
    if weight is not None:
        each = each * weight.index_select(0, target).unsqueeze(1)
    each = each.scatter(1, target.unsqueeze(1), 0.0)
    loss = each.sum(1) / rows.shape[1]
    return _name_node(reduced(loss if input.dim() == 2 else loss.squeeze(0), number), "MultiMarginLossBackward0")


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    expect_pair("multilabel_margin_loss", input, target)
    if input.dim() > 2 or input.dim() > 0 and input.shape[-1] == 0:
        raise RuntimeError(f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(input.shape)}")
    if target.shape != input.shape and (input.dim() == 2 or target.dim() > 1 or target.numel() != input.numel()):
        raise RuntimeError(f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}")
    rows = input if input.dim() == 2 else input.reshape(1, -1)
    labels = target if target.dim() == 2 else target.reshape(1, -1)
    classes = rows.shape[1]
    listed = (labels < 0).cumsum(1) == 0
    index = labels.clamp(min=0)
    right = _of_classes(rows, index, "argument #2 'target' is out of range")
    is_target = torch.zeros_like(labels).scatter_add(1, index, listed.long()) > 0
    gap = ops.clamp_min(1 - (right.unsqueeze(2) - rows.unsqueeze(1)), 0)
    counted = listed.unsqueeze(2).logical_and(is_target.logical_not().unsqueeze(1))
    loss = ops.where(counted, gap, 0.0).sum([1, 2]) / classes
    return _name_node(reduced(loss if input.dim() == 2 else loss.squeeze(0), number), "MultilabelMarginLossBackward0")


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    loss = -(target * ops.log_sigmoid(input) + (1 - target) * ops.log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return reduced(loss.sum(-1) / input.shape[-1], number)
