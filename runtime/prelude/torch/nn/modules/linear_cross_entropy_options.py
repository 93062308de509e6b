"""How torch computes the cross entropy of a linear layer in pieces. Nothing here does: the options change no result."""
from dataclasses import dataclass

import torch

_policies = ("auto", "accurate", "compact")
_types = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


@dataclass(frozen=True)
class LinearCrossEntropyOptions:
    allow_retain_graph: bool = False
    batch_chunk_size: int | None = None
    chunking_method: str | None = "auto"
    acc_policy: str = "auto"
    acc_dtype: torch.dtype | None = None

    def __post_init__(self):
        if self.acc_policy not in _policies:
            raise ValueError(f"invalid acc_policy: {self.acc_policy!r}; expected one of {', '.join(map(repr, _policies))}")
        method, size = self.chunking_method, self.batch_chunk_size
        if method is not None and method != "auto":
            name, _, factor = method.partition(":")
            times = factor or ("" if ":" in method else "1")
            if name != "aspect_ratio" or not times.isdigit() or int(times) == 0:
                raise ValueError(f"invalid chunking_method: {method!r}")
        if size is not None and not (isinstance(size, int) and size > 0):
            raise ValueError(f"batch_chunk_size must be positive int or None, got {size!r}")
        if self.acc_dtype is not None and self.acc_dtype not in _types:
            raise ValueError(f"acc_dtype must be one of {{None, {', '.join(map(str, _types))}}}, got {self.acc_dtype!r}. "
                             "Pass acc_dtype=None to let the op pick automatically.")
