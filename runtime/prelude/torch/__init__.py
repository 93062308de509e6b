"""torch: tensors, operations and gradients are native, everything above them is here."""
from torch._C import *
from torch._C_functions import *
from torch._C import Tensor, device, dtype
from torch._C_autograd import is_grad_enabled, is_inference_mode_enabled
from torch.autograd.grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled
from torch._functions import (atleast_1d, atleast_2d, atleast_3d, block_diag, broadcast_shapes, broadcast_tensors,
                              cartesian_prod, celu, compile, dropout, einsum, frombuffer, is_complex, is_conj,
                              is_floating_point, is_neg, is_inference, is_storage, layer_norm, meshgrid, numel, set_default_device,
                              set_default_tensor_type, set_flush_denormal, set_num_interop_threads,
                              get_default_device, get_num_interop_threads, tensordot, typename, use_deterministic_algorithms,
                              are_deterministic_algorithms_enabled, set_float32_matmul_precision, get_float32_matmul_precision,
                              repeat_interleave, _element_type_name, _parse_to, _scalar_type_name)
from torch._composites import (torch_nonzero as nonzero, torch_norm as norm, torch_split as split, torch_unique as unique,
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
cfloat = complex64
cdouble = complex128
int = int32
short = int16

_submodules = ("_VF", "__config__", "_dynamo", "accelerator", "amp", "ao", "autograd", "backends", "compiler", "cpu", "cuda", "distributed", "distributions", "fft", "func",
               "functional", "fx", "hub", "jit", "library", "linalg", "masked", "mps", "nn", "onnx", "ops", "optim", "overrides", "random",
               "return_types", "serialization", "signal", "sparse", "special", "storage", "testing", "torch_version", "types", "utils", "version", "xpu")
# Modules that Python's torch has after `import torch`, and this one has not: they stay in Python.
_in_python = ("multiprocessing", "profiler", "quasirandom")
# Names that submodules give, which are imported when somebody asks for one. Graphs read this table: constants alone.
_elsewhere = {
    "amp": ("autocast", "GradScaler"),
    "amp.autocast_mode": ("autocast_decrement_nesting", "autocast_increment_nesting", "clear_autocast_cache",
        "get_autocast_cpu_dtype", "get_autocast_dtype", "get_autocast_gpu_dtype", "is_autocast_cache_enabled",
        "is_autocast_cpu_enabled", "is_autocast_enabled", "set_autocast_cache_enabled", "set_autocast_cpu_dtype",
        "set_autocast_cpu_enabled", "set_autocast_dtype", "set_autocast_enabled", "set_autocast_gpu_dtype"),
    "autograd.anomaly_mode": ("is_anomaly_check_nan_enabled", "is_anomaly_enabled"),
    "cuda": ("OutOfMemoryError",),
    "func": ("vmap",),
    "_layers": ("alpha_dropout", "batch_norm", "feature_alpha_dropout", "group_norm", "instance_norm"),
    "nn.functional": ("adaptive_avg_pool1d", "max_pool1d", "max_pool2d", "max_pool3d", "rrelu"),
    "nn._functional.flash": ("_scaled_dot_product_flash_attention_for_cpu",),
    "serialization": ("load", "save"),
    "storage": ("TypedStorage", "UntypedStorage"),
    "_C_functions": ("_dirichlet_grad", "_native_batch_norm_legit", "_sample_dirichlet", "_softmax_backward_data",
        "_standard_gamma", "_standard_gamma_grad"),
    "_absent_types": ("uint16", "uint32", "uint64"),
    "_copies": ("_chunk_cat", "_safe_softmax", "_segment_reduce", "_unsafe_masked_index",
        "_unsafe_masked_index_put_accumulate", "alias_copy", "as_strided_copy", "detach_copy", "diagonal_copy",
        "empty_permuted", "expand_copy", "grid_sampler_3d", "permute_copy", "resize_as_", "segment_reduce",
        "select_copy", "slice_copy", "split_copy", "split_with_sizes_copy", "squeeze_copy", "t_copy", "transpose_copy",
        "unbind_copy", "unfold_copy", "unsqueeze_copy",
        "view_as_complex_copy", "view_as_real_copy", "view_copy"),
    "_factorizations": ("lu", "pca_lowrank", "svd_lowrank"),
    "_functions": ("_assert", "get_deterministic_debug_mode", "is_deterministic_algorithms_warn_only_enabled",
        "is_warn_always_enabled", "set_deterministic_debug_mode", "set_warn_always"),
    "_histograms": ("histogramdd",),
    "_legacy_types": ("BFloat16Tensor", "BoolTensor", "ByteTensor", "CharTensor", "ComplexDoubleTensor",
        "ComplexFloatTensor", "DoubleTensor", "FloatTensor", "HalfTensor", "IntTensor", "LongTensor", "ShortTensor"),
    "_numeric": ("_check_put", "_put_within", "asarray", "celu_", "chain_matmul", "get_device", "gradient", "unravel_index"),
    "_quantised": ("dequantize", "quantize_per_channel", "quantize_per_tensor", "quantize_per_tensor_dynamic"),
    "_removed": ("cholesky", "eig", "lstsq", "matrix_rank", "qr", "solve", "symeig"),
    "_sparse_construction": ("dsmm", "smm", "sparse_coo_tensor", "sparse_csc_tensor", "sparse_csr_tensor", "spmm"),
    "_spectral": ("istft", "stft"),
}
# Modules that give all the names of their `__all__`.
_families = ("_symbolic", "_in_place", "_layers", "_recurrent")
_storages = ("FloatStorage", "DoubleStorage", "HalfStorage", "BFloat16Storage", "LongStorage", "IntStorage",
             "ShortStorage", "CharStorage", "ByteStorage", "BoolStorage", "ComplexFloatStorage", "ComplexDoubleStorage")


def _names():
    """All names of this module, those that nobody has asked for included."""
    from importlib import import_module
    members = (import_module("torch." + family).__all__ for family in _families)
    return [*{*globals(), *_submodules, *_storages}.union(*_elsewhere.values(), *members)]


def _load_names():
    """Loads all of them, for who looks at the module's names as a whole (runtime/value/call/Module.cpp)."""
    for name in _names():
        if name not in globals():
            globals()[name] = __getattr__(name)


def __getattr__(name):
    from importlib import import_module
    if name in _submodules or name in _in_python:
        return import_module("torch." + name)
    if name == "__all__":
        return [name for name in _names() if name[:1] != "_" and name not in _submodules and name != "torch"]
    for place, names in _elsewhere.items():
        if name in names:
            value = getattr(import_module("torch." + place), name)
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
