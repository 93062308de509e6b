"""Layers, activations and losses as functions."""
from torch._C_ops import (avg_pool1d, avg_pool2d, avg_pool3d, bilinear, channel_shuffle, conv1d, conv2d, conv3d, conv_transpose1d,
                          conv_transpose2d, conv_transpose3d, cosine_similarity, hardshrink, linear, log_sigmoid as logsigmoid, one_hot,
                          pairwise_distance, pdist, pixel_shuffle, pixel_unshuffle, prelu, softplus)
from torch.nn._functional.activation import (celu, celu_, elu, elu_, gelu, glu, gumbel_softmax, hardsigmoid,
                                             hardswish, hardtanh, hardtanh_, leaky_relu, leaky_relu_, log_softmax, mish,
                                             relu, relu6, relu_, rrelu, rrelu_, selu, selu_, sigmoid, silu, softmax, softmin,
                                             softshrink, softsign, tanh, tanhshrink, threshold, threshold_)
from torch.nn._functional.attention import multi_head_attention_forward, scaled_dot_product_attention
from torch.nn._functional.dropout import (alpha_dropout, dropout, dropout1d, dropout2d, dropout3d,
                                          feature_alpha_dropout)
from torch.nn._functional.embedding import embedding, embedding_bag
from torch.nn._functional.loss import (binary_cross_entropy, binary_cross_entropy_with_logits, cross_entropy,
                                       gaussian_nll_loss, huber_loss, kl_div, l1_loss, linear_cross_entropy, mse_loss,
                                       nll_loss, poisson_nll_loss, smooth_l1_loss, soft_margin_loss)
from torch.nn._functional.margin_loss import (cosine_embedding_loss, hinge_embedding_loss, margin_ranking_loss,
                                              multi_margin_loss, multilabel_margin_loss, multilabel_soft_margin_loss,
                                              triplet_margin_loss, triplet_margin_with_distance_loss)
from torch.nn._functional.normalization import (batch_norm, group_norm, instance_norm, layer_norm, local_response_norm,
                                                normalize, rms_norm)
from torch.nn._functional.padding import pad
from torch.nn._functional.pooling import (adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d,
                                          adaptive_max_pool1d, adaptive_max_pool1d_with_indices, adaptive_max_pool2d,
                                          adaptive_max_pool2d_with_indices, adaptive_max_pool3d,
                                          adaptive_max_pool3d_with_indices, lp_pool1d, lp_pool2d, lp_pool3d, max_pool1d, max_pool1d_with_indices, max_pool2d,
                                          max_pool2d_with_indices, max_pool3d, max_pool3d_with_indices, max_unpool1d,
                                          max_unpool2d, max_unpool3d)
from torch.nn._functional.vision import (affine_grid, fold, grid_sample, interpolate, unfold, upsample, upsample_bilinear,
                                         upsample_nearest)

# Names of modules that functions print are those where programs find them.
for _each in list(globals().values()):
    if getattr(_each, "__module__", "").startswith("torch.nn._functional."):
        _each.__module__ = "torch.nn.functional"
del _each


# Functions that few programs use, which are loaded when first asked for.
_elsewhere = {
    "_functional.ctc": ("ctc_loss",),
    "_functional.fractional": ("fractional_max_pool2d", "fractional_max_pool2d_with_indices", "fractional_max_pool3d",
                               "fractional_max_pool3d_with_indices"),
}


def _names():
    """The functions of this module, those that nobody has asked for included."""
    return [*globals(), *(name for names in _elsewhere.values() for name in names)]


def _load_names():
    """Loads all of them, for who looks at the module's names as a whole (runtime/value/call/Module.cpp)."""
    for name in ["conv_tbc", *_names()]:
        if name not in globals():
            __getattr__(name)


def __getattr__(name):
    for place, names in _elsewhere.items():
        if name in names:
            from importlib import import_module
            value = getattr(import_module("torch.nn." + place), name)
            value.__module__ = "torch.nn.functional"
            globals()[name] = value
            return value
    if name == "conv_tbc":
        from torch._layers import conv_tbc
        globals()[name] = conv_tbc
        return conv_tbc
    raise AttributeError(f"module 'torch.nn.functional' has no attribute '{name}'")
