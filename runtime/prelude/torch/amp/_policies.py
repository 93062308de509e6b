"""The functions of torch that are written in Python here and that torch.autocast casts for, as the documentation of torch.amp lists
them for the CPU. Rows of the op table have their policies in contract/Autocast.def. Imported with the first region."""
import torch
from torch import _C_autocast, _factorizations, _layers, _numeric, _spectral, fft, linalg
from torch.nn import functional as F
from torch.nn.modules.rnn import lstm_sequence

_C_autocast.lower([F.prelu, _layers.prelu, F.scaled_dot_product_attention, linalg.vecdot, lstm_sequence])
_C_autocast.keep([F.bilinear])  # made of products here, of an operation of its own in PyTorch
_C_autocast.to_float([
    F.cross_entropy, F.nll_loss, F.l1_loss, F.kl_div, F.ctc_loss, F.poisson_nll_loss, F.soft_margin_loss, F.hinge_embedding_loss,
    F.margin_ranking_loss, F.cosine_embedding_loss, F.triplet_margin_loss, F.multi_margin_loss, F.multilabel_margin_loss,
    F.linear_cross_entropy, F.grid_sample, F.max_pool3d, F.adaptive_avg_pool3d, F.adaptive_max_pool3d, F.max_unpool1d,
    F.max_unpool2d, F.max_unpool3d, F.fractional_max_pool2d, F.fractional_max_pool3d,
    _layers.kl_div, _layers.ctc_loss, _layers.cosine_embedding_loss, _layers.hinge_embedding_loss, _layers.margin_ranking_loss,
    _layers.poisson_nll_loss, _layers.triplet_margin_loss, torch.grid_sampler_3d,
    _numeric.quantile, _numeric.nanquantile, _numeric.pinverse, _spectral.stft,
    _factorizations.cholesky_inverse, _factorizations.cholesky_solve, _factorizations.lu_solve, _factorizations.orgqr,
    _factorizations.ormqr, _factorizations.svd, _factorizations.triangular_solve,
    linalg.cond, linalg.matrix_rank, linalg.svdvals, linalg.eigvals, linalg.eigvalsh, linalg.householder_product, linalg.lstsq,
    linalg.tensorinv, linalg.tensorsolve,
    fft.fft, fft.ifft, fft.rfft, fft.irfft, fft.hfft, fft.ihfft, fft.fft2, fft.ifft2, fft.rfft2, fft.irfft2, fft.fftn, fft.ifftn,
    fft.rfftn, fft.irfftn])
