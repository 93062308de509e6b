import torch

w = torch.ones(2)
for step in range(3):
    x = w
    for i in tuple(range(800)):
        x = x * 0.5 + i
    print(x.tolist())
