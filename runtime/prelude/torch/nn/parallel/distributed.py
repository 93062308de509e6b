"""DistributedDataParallel, by the file that torch has it in."""
from torch.nn.parallel import DistributedDataParallel

__all__ = ["DistributedDataParallel"]
