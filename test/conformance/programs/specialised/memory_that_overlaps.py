"""Tensors whose elements lie at one place, written in part by functions that have versions for others."""
# tier2: main.loop.body 16
# float-tolerance: 1e-4
import torch

torch.manual_seed(0)


def row_of(x, i):
    x[i % 4] = torch.ones(3) * i
    return x.sum().item()


def two_rows(x, i):
    x[1] = x[0] + i % 3
    x[2].mul_(0.5)
    return x.sum().item()


def whole(x):
    x.mul_(0.5)
    return x.sum().item()


def main():
    plain, gaps = torch.zeros(3, 4).t(), torch.arange(48.0).view(4, 12)[:, ::4]
    base = torch.zeros(3)
    repeated = base.expand(4, 3)
    windows = torch.arange(12.0).as_strided((4, 3), (2, 1))
    for i in range(24):
        print(row_of(plain, i), two_rows(plain, i), row_of(gaps, i), two_rows(gaps, i))
    for i in range(24):
        print(row_of(repeated, i), two_rows(repeated, i), base.tolist())
        print(row_of(windows, i), two_rows(windows, i), windows.tolist())
        try:
            print(whole(plain) > 0, whole(repeated))
        except RuntimeError as e:
            print(str(e)[:40])


main()
