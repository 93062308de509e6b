"""The warning of .grad of a tensor that is no leaf."""
import warnings, torch
w = torch.ones(2, requires_grad=True)
with warnings.catch_warnings(record=True) as ws:
    warnings.simplefilter("always"); (w * 2).grad; 0
print(len(ws))
