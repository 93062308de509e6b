"""AdamW, by the file that torch has it in."""
from torch.optim.adam import AdamW

__all__ = ["AdamW"]
