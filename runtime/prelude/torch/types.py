"""Types that annotations name."""
import os
from typing import IO, Any, Sequence, Union

import torch

Number = Union[int, float, bool]
Device = Union[torch.device, str, int, None]
FileLike = Union[str, os.PathLike, IO[bytes]]
Tensor = torch.Tensor
