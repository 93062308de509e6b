"""Operators of programs under their former name: torch.library has them."""
from torch.library import get_ctx
