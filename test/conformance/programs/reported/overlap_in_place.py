"""In-place operations on overlapping memory."""
import torch
b = torch.arange(6.)
try:
    b[1:] += b[:-1]; print("no error", b.tolist())
except RuntimeError as e: print("refused")
