"""A key that is deleted and set again stands last."""
import torch
d = {"x": torch.zeros(1), "y": torch.zeros(1)}
for i in range(9):
    v = d["x"] + 1
    del d["x"]
    d["x"] = v
print(list(d))
