# Anomaly mode: the first gradient that is NaN ends the pass, also in loops that were specialised without it.
import warnings

import torch

warnings.filterwarnings("ignore", message="Error detected in")


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        return a * b

    @staticmethod
    def backward(ctx, grad):
        return grad, grad * float("nan")


def step(w, x):
    loss = ((x * w).sqrt() * 0).sum()
    loss.backward()
    return loss.item()


w = torch.tensor([1.0, 4.0], requires_grad=True)
x = torch.tensor([1.0, 2.0])
for number in range(24):
    if number == 10:
        torch.autograd.set_detect_anomaly(True)
    if number == 12:
        x = torch.tensor([-1.0, 2.0])
    if number == 18:
        torch.autograd.set_detect_anomaly(True, check_nan=False)
    if number == 21:
        torch.autograd.set_detect_anomaly(False)
    w.grad = None
    try:
        print(number, step(w, x))
    except RuntimeError as error:
        print(number, error)
    print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled(), w.grad)

a, b = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
for number in range(8):
    scope = torch.autograd.set_detect_anomaly(number >= 4)
    with scope:
        try:
            Scaled.apply(a, b).sum().backward()
        except RuntimeError as error:
            print(number, error)
        try:
            hooked = a * 2
            hooked.register_hook(lambda grad: grad * float("nan"))
            print(torch.autograd.grad(hooked.sum(), a))
        except RuntimeError as error:
            print(number, error)
    print(a.grad, b.grad, torch.is_anomaly_enabled())
try:
    torch.autograd.set_detect_anomaly("yes")
except TypeError as error:
    print(error)
