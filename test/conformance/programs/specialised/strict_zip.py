"""zip(strict=True) in a step: lists of one length, and of others after the profile, where either ends first."""
import torch


def mixed(x, factors, weights):
    total = x * 0
    for factor, weight in zip(factors, weights, strict=True):
        total = total + x * factor * weight
    return total


def mixed_of_three(x, factors, weights, signs):
    return sum((x * a * b * c).sum() for a, b, c in zip(factors, weights, signs, strict=True))


for entry in range(12):
    x = torch.ones(3) * entry
    for factors, weights in (([1, 2], [3, 4]), ([1], [2, 3]) if entry > 8 else ([1], [2]), ([1, 2], [2]) if entry == 11 else ([5], [6])):
        try:
            print(entry, mixed(x, factors, weights).tolist())
        except ValueError as error:
            print(entry, error)
        try:
            print(entry, mixed_of_three(x, factors, factors, weights).item())
        except ValueError as error:
            print(entry, error)
