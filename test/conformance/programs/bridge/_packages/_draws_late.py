import random


def draw_torch():
    import torch

    return [round(x, 6) for x in torch.rand(2).tolist()]


def draw():
    return round(random.random(), 6), round(random.gauss(0, 1), 6)


def hear(function):
    return function(), draw(), function()
