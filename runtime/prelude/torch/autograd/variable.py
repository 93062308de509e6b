"""Variable, by the file that torch has it in."""
from torch.autograd import Variable

__all__ = ["Variable"]
