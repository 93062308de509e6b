"""Special functions."""
from torch._C_special import *
