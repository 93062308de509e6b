"""Losses whose gradients are differentiated, with a parameter of its own."""
import torch

scale = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)


def penalised(v):
    return torch.tanh(v) * v * scale


def square(v):
    return v * v


def linear(v):
    return v * 3


def cube(v):
    return v**3


def gradient_of_scale():
    return None if scale.grad is None else scale.grad.item()
