"""Types that annotations name."""
import os
from typing import IO

import torch

_size = torch.Size | list[int] | tuple[int, ...]
_dtype = torch.dtype
_device = torch.device
_layout = torch.layout
_int = int
_float = float
_bool = bool
Number = int | float | bool
Device = torch.device | str | int | None
FileLike = str | os.PathLike | IO[bytes]
Tensor = torch.Tensor
