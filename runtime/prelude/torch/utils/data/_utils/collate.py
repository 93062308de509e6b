"""Samples into batches."""
from torch.utils.data._collate import default_collate, default_convert

__all__ = ["default_collate", "default_convert"]
