"""DataParallel, by the file that torch has it in."""
from torch.nn.parallel import DataParallel, data_parallel

__all__ = ["DataParallel", "data_parallel"]
