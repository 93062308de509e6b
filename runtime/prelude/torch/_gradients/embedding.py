"""Gradients of looking up rows."""
from torch import _C_ops as ops
from torch._gradients import gradient


def _of_rows(grad, indices, row_count, padding_idx, scale_grad_by_freq):
    from torch._sparse_tensor import rows_gradient
    if scale_grad_by_freq:
        raise RuntimeError("embedding_backward: scale_grad_by_freq not supported with sparse gradients")
    return rows_gradient(grad, indices, row_count, padding_idx)


@gradient("embedding", of=("weight",), saves=("weight.shape", "indices"))
def embedding(grad, weight_shape, indices, *, padding_idx, scale_grad_by_freq, sparse):
    if sparse:
        return _of_rows(grad, indices, weight_shape[0], padding_idx, scale_grad_by_freq)
    return ops.embedding_dense_backward(grad, indices, weight_shape[0], padding_idx, scale_grad_by_freq)


@gradient("embedding_dense_backward", of=("grad_output",), saves=("indices",))
def embedding_backward(grad, indices, *, padding_idx):
    rows = grad.index_select(0, indices.reshape(-1)).reshape(list(indices.shape) + [grad.shape[1]])
    if padding_idx < 0:
        return rows
    return rows.masked_fill((indices == padding_idx).unsqueeze(-1), 0)


@gradient("_embedding_bag", of=("weight",),
          saves=("weight.shape", "indices", "per_sample_weights", "result1", "result2", "result3"))
def embedding_bag(grad, weight_shape, indices, per_sample_weights, result1, result2, result3, *, scale_grad_by_freq, mode,
                  sparse, padding_idx):
    if sparse:
        rows = grad.index_select(0, result1)
        if mode == 1:
            rows = rows / result2.index_select(0, result1).unsqueeze(1)
        if per_sample_weights is not None:
            rows = rows * per_sample_weights.unsqueeze(1)
        return _of_rows(rows, indices, weight_shape[0], padding_idx, scale_grad_by_freq)
    return ops._embedding_bag_backward(grad, indices, result1, result2, result3, weight_shape[0], mode,
                                       per_sample_weights, padding_idx)


@gradient("_embedding_bag", of=("per_sample_weights",), saves=("weight", "indices", "result1"))
def embedding_bag_weights(grad, weight, indices, result1, *, padding_idx):
    each = (weight.index_select(0, indices) * grad.index_select(0, result1)).sum(1)
    if padding_idx < 0:
        return each
    return each.masked_fill(indices == padding_idx, 0)
