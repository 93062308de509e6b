# A fixed point of tanh(W x + b) to 1e-5: a loop whose end hangs on the contents of tensors, 128 numbers, about 20 turns.
# unit: solutions 1
# tolerance: 1e-4
import torch

torch.manual_seed(0)
N = 128
weight = torch.randn(N, N) * (0.6 / N ** 0.5)
biases = torch.randn(64, N)
calls = 0


def solve(b):
    x = torch.zeros(N)
    turns = 0
    while True:
        new = torch.tanh(weight @ x + b)
        turns += 1
        if (new - x).abs().max() < 1e-5 or turns == 100:
            break
        x = new
    return new


def step():
    global calls
    calls += 1
    with torch.no_grad():
        return solve(biases[calls % 64]).sum()
