"""Modules called with other parameters."""
from torch.func import functional_call

__all__ = ["functional_call"]
