"""Types that annotations name."""
import os
from typing import IO

import torch

Number = int | float | bool
Device = torch.device | str | int | None
FileLike = str | os.PathLike | IO[bytes]
Tensor = torch.Tensor
