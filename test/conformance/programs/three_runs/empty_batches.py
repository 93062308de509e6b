# Batch normalisation of batches without elements: statistics stay, gradients of parameters are zeros.
import torch
import torch.nn as nn

for kind, rest in [(nn.BatchNorm1d, (3,)), (nn.BatchNorm2d, (3, 2, 2))]:
    norm = kind(3).double()
    optimizer = torch.optim.SGD(norm.parameters(), lr=0.1)
    for count in [4, 4, 4, 4, 4, 0, 4, 0, 4]:
        x = torch.arange(count * 3 * (4 if len(rest) == 3 else 1), dtype=torch.float64)
        x = x.reshape((count,) + rest).sin().requires_grad_()
        y = norm(x)
        optimizer.zero_grad()
        (y.sin() * 0.1).sum().backward()
        optimizer.step()
        print(count, tuple(y.shape), norm.num_batches_tracked.item(), tuple(x.grad.shape))
        for shown in (norm.running_mean, norm.running_var, norm.weight.grad, norm.bias.grad):
            print("  ", [round(value, 4) for value in shown.tolist()])
    norm.eval()
    print(norm(torch.zeros((0,) + rest, dtype=torch.float64)).shape)
