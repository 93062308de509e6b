# One training step of an attention block whose normalisation, softmax, GELU and loss are written out, as in
# papers' code, on 16 sequences of 64 tokens of width 128, with SGD.
# unit: tokens 1024
# tolerance: 1e-3
import math

import torch

torch.manual_seed(0)
WIDTH, HEADS = 128, 4


def parameter(*sizes):
    return (torch.randn(*sizes) / math.sqrt(sizes[0])).requires_grad_()


qkv, out = parameter(WIDTH, 3 * WIDTH), parameter(WIDTH, WIDTH)
up, down = parameter(WIDTH, 4 * WIDTH), parameter(4 * WIDTH, WIDTH)
scales = [torch.ones(WIDTH, requires_grad=True) for _ in range(2)]
shifts = [torch.zeros(WIDTH, requires_grad=True) for _ in range(2)]
parameters = [qkv, out, up, down] + scales + shifts
optimizer = torch.optim.SGD(parameters, lr=0.01)
tokens, wanted = torch.randn(16, 64, WIDTH), torch.randn(16, 64, WIDTH)


def normalise(x, scale, shift):
    mean = x.mean(dim=-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(dim=-1, keepdim=True)
    return (x - mean) / torch.sqrt(variance + 1e-5) * scale + shift


def softmax(x):
    e = torch.exp(x - x.max(dim=-1, keepdim=True)[0].detach())
    return e / e.sum(dim=-1, keepdim=True)


def gelu(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


def attend(x):
    q, k, v = (part.view(16, 64, HEADS, -1).transpose(1, 2) for part in (x @ qkv).split(WIDTH, dim=-1))
    weights = softmax(q @ k.transpose(-2, -1) / math.sqrt(WIDTH // HEADS))
    return (weights @ v).transpose(1, 2).reshape(16, 64, WIDTH) @ out


def step():
    x = tokens + attend(normalise(tokens, scales[0], shifts[0]))
    x = x + gelu(normalise(x, scales[1], shifts[1]) @ up) @ down
    loss = ((x - wanted) ** 2).mean() + 1e-4 * sum((p ** 2).sum() for p in parameters)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()
