"""torch: tensors, operations and gradients are native, everything above them is here."""
from torch._C import *
from torch._C_functions import *
from torch._C import Tensor, device, dtype
from torch._C_autograd import is_grad_enabled, is_inference_mode_enabled
from torch.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from torch._functions import (atleast_1d, atleast_2d, atleast_3d, block_diag, broadcast_shapes, broadcast_tensors,
                              cartesian_prod, celu, combinations, compile, corrcoef, cosine_similarity, cov, cross, diagflat,
                              diff, dropout, dstack, einsum, from_numpy, frombuffer,
                              hstack, is_complex, is_floating_point, is_storage, isin, kron, layer_norm, meshgrid, numel, set_default_device,
                              set_default_tensor_type, set_flush_denormal, set_num_interop_threads,
                              get_default_device, inner, get_num_interop_threads, tensordot, trapezoid,
                              trapz, typename, use_deterministic_algorithms, are_deterministic_algorithms_enabled,
                              set_float32_matmul_precision, get_float32_matmul_precision, vstack, row_stack,
                              column_stack, vander, _parse_to, _scalar_type_name)
from torch._composites import (torch_broadcast_to as broadcast_to, torch_diag as diag, torch_fliplr as fliplr,
                               torch_flipud as flipud, torch_nonzero as nonzero, torch_norm as norm, torch_ravel as ravel,
                               torch_split as split, torch_unique as unique,
                               torch_unique_consecutive as unique_consecutive)
from math import e, inf, nan, pi
import torch._tensor

newaxis = None
__version__ = "2.15.0"
long = int64
float = float32
double = float64
half = float16
int = int32
short = int16

_submodules = ("accelerator", "amp", "autograd", "backends", "cuda", "distributed", "distributions", "func",
               "functional", "jit", "linalg", "mps", "nn", "optim", "random",
               "serialization", "special", "storage", "testing", "utils", "version", "xpu")
_elsewhere = {"save": "serialization", "load": "serialization", "autocast": "amp", "is_autocast_enabled": "amp",
              "get_autocast_dtype": "amp", "is_anomaly_enabled": "autograd.anomaly_mode",
              "is_anomaly_check_nan_enabled": "autograd.anomaly_mode", "cholesky": "_removed", "eig": "_removed",
              "lstsq": "_removed", "matrix_rank": "_removed", "qr": "_removed", "solve": "_removed", "symeig": "_removed"}
_numeric_names = ("asarray", "bartlett_window", "blackman_window", "celu_", "chain_matmul", "clamp_", "clip_",
                  "cumulative_trapezoid", "deg2rad", "dist", "dsplit", "float_power", "get_device", "gradient",
                  "hamming_window", "hann_window", "hsplit", "is_same_size", "is_signed", "ldexp",
                  "logdet", "matrix_power", "msort", "nanquantile", "narrow_copy", "pinverse", "positive", "put", "_check_put",
                  "quantile", "rad2deg", "renorm", "rot90", "sinc", "unravel_index", "vdot", "vsplit")
_in_functional = ("adaptive_avg_pool1d", "alpha_dropout", "batch_norm", "bilinear", "channel_shuffle",
                  "feature_alpha_dropout", "group_norm", "hardshrink", "instance_norm", "max_pool1d", "max_pool2d",
                  "max_pool3d", "pairwise_distance", "rrelu", "selu")
_legacy = ("FloatTensor", "DoubleTensor", "HalfTensor", "BFloat16Tensor", "LongTensor", "IntTensor", "ShortTensor",
           "CharTensor", "ByteTensor", "BoolTensor")
_storages = ("FloatStorage", "DoubleStorage", "HalfStorage", "BFloat16Storage", "LongStorage", "IntStorage",
             "ShortStorage", "CharStorage", "ByteStorage", "BoolStorage")


def __getattr__(name):
    from importlib import import_module
    if name in _submodules:
        return import_module("torch." + name)
    if name in _elsewhere:
        value = getattr(import_module("torch." + _elsewhere[name]), name)
        globals()[name] = value
        return value
    if name in _numeric_names or name in _in_functional:
        value = getattr(import_module("torch._numeric" if name in _numeric_names else "torch.nn.functional"), name)
        globals()[name] = value
        return value
    if name.startswith("_foreach_") and hasattr(import_module("torch._foreach"), name):
        value = getattr(import_module("torch._foreach"), name)
        globals()[name] = value
        return value
    if name in _storages:
        return import_module("torch.storage")._types[name]
    if name in _legacy:
        value = getattr(import_module("torch._legacy_types"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'torch' has no attribute '{name}'")
