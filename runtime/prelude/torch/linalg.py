"""Linear algebra."""
from torch._C import _LinAlgError as LinAlgError
from torch._C_linalg import *
