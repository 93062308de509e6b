"""torch: tensors, operations and gradients are native, everything above them is here."""
from torch._C import *
from torch._C_functions import *
from torch._C import Tensor, device, dtype
from torch._C_autograd import is_grad_enabled, is_inference_mode_enabled
from torch.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from torch._functions import (atleast_1d, atleast_2d, atleast_3d, block_diag, broadcast_shapes, broadcast_tensors,
                              cartesian_prod, celu, combinations, compile, corrcoef, cosine_similarity, cov, cross, diagflat,
                              diff, dropout, dstack, einsum, from_numpy, frombuffer,
                              hstack, is_complex, is_conj, is_floating_point, is_neg, is_inference, is_storage, isin, kron, layer_norm, meshgrid, numel, set_default_device,
                              set_default_tensor_type, set_flush_denormal, set_num_interop_threads,
                              get_default_device, inner, get_num_interop_threads, tensordot, trapezoid,
                              trapz, typename, use_deterministic_algorithms, are_deterministic_algorithms_enabled,
                              set_float32_matmul_precision, get_float32_matmul_precision, vstack, row_stack,
                              column_stack, vander, _parse_to, _scalar_type_name)
from torch._composites import (torch_broadcast_to as broadcast_to, torch_diag as diag, torch_fliplr as fliplr,
                               torch_flipud as flipud, torch_nonzero as nonzero, torch_norm as norm, torch_ravel as ravel,
                               torch_split as split, torch_unique as unique,
                               torch_unique_consecutive as unique_consecutive)
from torch._limits import finfo, iinfo
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

_submodules = ("_VF", "accelerator", "amp", "autograd", "backends", "compiler", "cpu", "cuda", "distributed", "distributions", "fft", "func",
               "functional", "hub", "jit", "linalg", "masked", "mps", "nn", "ops", "optim", "overrides", "random",
               "serialization", "signal", "sparse", "special", "storage", "testing", "torch_version", "types", "utils", "version", "xpu")
# Names of submodules that are imported when somebody asks for them.
_elsewhere = {"save": "serialization", "load": "serialization", "autocast": "amp",
              **dict.fromkeys(("is_autocast_enabled", "set_autocast_enabled", "get_autocast_dtype", "set_autocast_dtype",
                               "is_autocast_cpu_enabled", "set_autocast_cpu_enabled", "get_autocast_cpu_dtype",
                               "set_autocast_cpu_dtype", "get_autocast_gpu_dtype", "set_autocast_gpu_dtype",
                               "is_autocast_cache_enabled", "set_autocast_cache_enabled", "clear_autocast_cache",
                               "autocast_increment_nesting", "autocast_decrement_nesting"), "amp.autocast_mode"),
              "is_anomaly_enabled": "autograd.anomaly_mode",
              "is_anomaly_check_nan_enabled": "autograd.anomaly_mode", "cholesky": "_removed", "eig": "_removed",
              "lstsq": "_removed", "matrix_rank": "_removed", "qr": "_removed", "solve": "_removed",
              "symeig": "_removed", "asarray": "_numeric", "bartlett_window": "_numeric",
              "blackman_window": "_numeric", "celu_": "_numeric", "chain_matmul": "_numeric", "clamp_": "_numeric",
              "clip_": "_numeric", "cumulative_trapezoid": "_numeric", "deg2rad": "_numeric",
              "dist": "_numeric", "dsplit": "_numeric", "float_power": "_numeric",
              "get_device": "_numeric", "gradient": "_numeric",
              "hamming_window": "_numeric", "hann_window": "_numeric", "hsplit": "_numeric", "kaiser_window": "_numeric",
              "is_same_size": "_numeric", "is_signed": "_numeric", "ldexp": "_numeric", "logdet": "_numeric",
              "matrix_power": "_numeric", "msort": "_numeric", "mvlgamma": "_numeric",
              "nanquantile": "_numeric", "narrow_copy": "_numeric",
              "pinverse": "_numeric", "positive": "_numeric", "put": "_numeric", "_check_put": "_numeric",
              "quantile": "_numeric", "rad2deg": "_numeric", "renorm": "_numeric", "rot90": "_numeric",
              "vmap": "func", "GradScaler": "amp", "OutOfMemoryError": "cuda",
              "TypedStorage": "storage", "UntypedStorage": "storage", "sinc": "_numeric", "unravel_index": "_numeric", "vdot": "_numeric", "vsplit": "_numeric",
              "cholesky_inverse": "_factorizations", "cholesky_solve": "_factorizations", "lu": "_factorizations",
              "lu_solve": "_factorizations", "lu_unpack": "_factorizations", "orgqr": "_factorizations",
              "ormqr": "_factorizations", "pca_lowrank": "_factorizations", "svd": "_factorizations",
              "svd_lowrank": "_factorizations", "triangular_solve": "_factorizations",
              "matrix_exp": "_matrix_functions",
              "adaptive_avg_pool1d": "nn.functional", "alpha_dropout": "nn.functional",
              "batch_norm": "nn.functional", "bilinear": "nn.functional", "channel_shuffle": "nn.functional",
              "feature_alpha_dropout": "nn.functional", "group_norm": "nn.functional", "hardshrink": "nn.functional",
              "instance_norm": "nn.functional", "max_pool1d": "nn.functional", "max_pool2d": "nn.functional",
              "max_pool3d": "nn.functional", "pairwise_distance": "nn.functional", "rrelu": "nn.functional",
              "selu": "nn.functional", "stft": "_spectral", "istft": "_spectral",
              "_chunk_cat": "_copies", "_safe_softmax": "_copies", "_segment_reduce": "_copies",
              "_unsafe_masked_index": "_copies", "_unsafe_masked_index_put_accumulate": "_copies",
              "alias_copy": "_copies", "view_as_real_copy": "_copies", "view_as_complex_copy": "_copies", "as_strided_copy": "_copies", "detach_copy": "_copies", "diagonal_copy": "_copies", "slice_copy": "_copies",
              "empty_permuted": "_copies", "expand_copy": "_copies", "grid_sampler_3d": "_copies",
              "permute_copy": "_copies", "resize_as_": "_copies", "segment_reduce": "_copies",
              "select_copy": "_copies", "split_copy": "_copies", "split_with_sizes_copy": "_copies",
              "squeeze_copy": "_copies", "t_copy": "_copies", "transpose_copy": "_copies", "unbind_copy": "_copies",
              "unfold_copy": "_copies", "unsafe_chunk": "_copies", "unsafe_split": "_copies",
              "unsafe_split_with_sizes": "_copies", "unsqueeze_copy": "_copies", "view_copy": "_copies",
              "histogramdd": "_histograms", "_scaled_dot_product_flash_attention_for_cpu": "nn._functional.flash",
              "FloatTensor": "_legacy_types", "DoubleTensor": "_legacy_types", "HalfTensor": "_legacy_types",
              "BFloat16Tensor": "_legacy_types", "LongTensor": "_legacy_types", "IntTensor": "_legacy_types",
              "ShortTensor": "_legacy_types", "CharTensor": "_legacy_types", "ByteTensor": "_legacy_types",
              "BoolTensor": "_legacy_types", "ComplexFloatTensor": "_legacy_types", "ComplexDoubleTensor": "_legacy_types",
              "sparse_coo_tensor": "_sparse_construction", "sparse_csr_tensor": "_sparse_construction",
              "sparse_csc_tensor": "_sparse_construction", "smm": "_sparse_construction", "spmm": "_sparse_construction",
              "dsmm": "_sparse_construction",
              "quantize_per_tensor": "_quantised", "quantize_per_channel": "_quantised",
              "quantize_per_tensor_dynamic": "_quantised", "dequantize": "_quantised",
              "get_deterministic_debug_mode": "_functions", "set_deterministic_debug_mode": "_functions",
              "is_deterministic_algorithms_warn_only_enabled": "_functions",
              "is_warn_always_enabled": "_functions", "set_warn_always": "_functions",
              "_native_batch_norm_legit": "_C_functions", "_softmax_backward_data": "_C_functions",
              "_standard_gamma": "_C_functions", "_standard_gamma_grad": "_C_functions",
              "_sample_dirichlet": "_C_functions", "_dirichlet_grad": "_C_functions"}
# Modules that give all the names of their `__all__`.
_families = ("_symbolic", "_in_place", "_layers", "_recurrent")
_storages = ("FloatStorage", "DoubleStorage", "HalfStorage", "BFloat16Storage", "LongStorage", "IntStorage",
             "ShortStorage", "CharStorage", "ByteStorage", "BoolStorage", "ComplexFloatStorage", "ComplexDoubleStorage")


def __getattr__(name):
    from importlib import import_module
    if name in _submodules:
        return import_module("torch." + name)
    if name in _elsewhere:
        value = getattr(import_module("torch." + _elsewhere[name]), name)
        globals()[name] = value
        return value
    if name.startswith("_foreach_") and hasattr(import_module("torch._foreach"), name):
        value = getattr(import_module("torch._foreach"), name)
        globals()[name] = value
        return value
    for family in _families:
        members = import_module("torch." + family)
        if name in members.__all__:
            value = getattr(members, name)
            globals()[name] = value
            return value
    if name in _storages:
        return import_module("torch.storage")._types[name]
    if name[:1] == "q":
        import_module("torch._quantised").refuse_type(name)
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


torch._C._torch_is_loaded()
