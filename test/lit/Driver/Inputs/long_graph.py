import torch

w = torch.ones(2)
for step in range(60):
    x = w
    for i in tuple(range(4000)):
        x = x * 0.5 + i
print(x.tolist())
