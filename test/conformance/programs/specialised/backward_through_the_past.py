"""A step whose backward goes on through a history from before it: what stands in front of it and behind it are graphs of their own."""
# tier2: update.forward 70% after 1
# tier2: update.update 90% after 1
# float-tolerance: 1e-5
import torch
from torch import nn

torch.manual_seed(0)
encoder, head = nn.Linear(4, 8), nn.Linear(8, 1)
optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], lr=1e-2)


def encode(x):
    return torch.tanh(encoder(x))


def update(code, shift):
    out = head(code)
    also = out * 0.5
    loss = (out + shift).pow(2).mean() + encoder.bias.pow(2).sum()
    optimizer.zero_grad()
    loss.backward()
    gradient = encoder.bias.grad.clone()
    optimizer.step()
    return loss, also, gradient


for turn in range(24):
    code = encode(torch.randn(6 if turn % 5 else 3, 4))
    if turn % 7 == 6:
        code.register_hook(lambda g: print("hook %.4f" % g.abs().sum().item()))
    loss, also, gradient = update(code, torch.ones(1))
    print("%.4f %.4f %.4f" % (loss.item(), also.sum().item(), gradient.sum().item()), also.grad_fn is not None)
    if turn % 6 == 5:
        try:
            also.sum().backward()
        except RuntimeError as error:
            print(str(error)[:50])
    if turn % 8 == 7:
        try:
            update(code, torch.ones(1))
        except RuntimeError as error:
            print(str(error)[:50], head.weight.grad is None, encoder.bias.grad is None)
