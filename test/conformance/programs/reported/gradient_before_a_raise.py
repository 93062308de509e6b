"""Gradients that are set before a hook raises."""
import torch
w = torch.ones(2, 2, requires_grad=True); b = torch.ones(2, requires_grad=True)
def bad(g): raise RuntimeError("hook")
w.register_hook(bad)
try: torch.nn.functional.linear(torch.ones(1, 2), w, b).sum().backward()
except RuntimeError: print(w.grad is None, b.grad is None)
