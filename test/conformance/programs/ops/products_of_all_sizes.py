"""Products of matrices of many sizes, layouts and types, against sums of products; infinities stay in their row."""
import random

import torch
import torch.nn.functional as F

torch.manual_seed(0)
random.seed(1)
worst = 0.0
n_cases = 0


def check(got, want, scale):
    global worst, n_cases
    n_cases += 1
    error = (got.double() - want).abs().max().item() / scale if want.numel() else 0.0
    worst = max(worst, error)
    if error > 1e-5 or got.isnan().any():
        print("wrong", got.shape, error)


sizes = [1, 2, 3, 5, 7, 8, 9, 13, 16, 17, 31, 33, 48, 49, 64, 100]
for case in range(500):
    m, k, n = random.choice(sizes), random.choice(sizes + [255, 256, 513]), random.choice(sizes + [150])
    dtype = torch.float64 if case % 4 == 0 else torch.float32
    a = torch.randn(m, k, dtype=dtype) if case % 3 else torch.randn(k, m, dtype=dtype).t()
    b = torch.randn(k, n, dtype=dtype) if case % 2 else torch.randn(n, k, dtype=dtype).t()
    if case % 5 == 0:
        a = torch.randn(m, k + 3, dtype=dtype)[:, 1:k + 1]
    if case % 7 == 0:
        b = torch.randn(n + 1, k + 5, dtype=dtype)[1:, 2:k + 2].t()
    scale = 10.0 * k ** 0.5
    want = (a.double().unsqueeze(1) * b.double().t().unsqueeze(0)).sum(-1)
    check(a @ b, want, scale)
    bias = torch.randn(n, dtype=dtype)
    check(F.linear(a, b.t(), bias), want + bias.double(), scale)
    c = torch.randn(m, n, dtype=dtype)
    check(torch.addmm(c, a, b, beta=0.5), want + 0.5 * c.double(), scale)
    if case % 50 == 0:
        x = a.clone()
        x[0, 0] = float("inf")
        y = x @ b
        if m > 1 and not torch.isfinite(y[1:]).all():
            print("spreads")
        if torch.isfinite(y[0]).any() and (b[0] != 0).all():
            print("lost")
print(n_cases, worst < 1e-6)

# Deeper, longer and narrower than blocks are, with a memory around them that is no number.
worst = 0.0
shapes = [(16, 300, 700), (24, 700, 129), (3, 2000, 40), (70, 600, 20), (1100, 40, 9), (13, 1030, 1), (200, 70, 1031),
          (40, 513, 65), (500, 300, 200), (25, 65, 97), (48, 64, 33), (10, 1100, 30), (2, 600, 300)]
for case, (m, k, n) in enumerate(shapes * 4):
    dtype = torch.float64 if case % 2 else torch.float32

    def matrix(rows, columns, is_transposed, margin):
        whole = torch.full((columns + margin, rows + margin) if is_transposed else (rows + margin, columns + margin), float("nan"),
                           dtype=dtype)
        view = (whole.t() if is_transposed else whole)[:rows, :columns]
        view.copy_(torch.randn(rows, columns, dtype=dtype))
        return view

    a = matrix(m, k, case // 13 % 2 == 1, case % 3)
    b = matrix(k, n, case // 26 % 2 == 1, case % 5)
    want = torch.stack([(row.double().unsqueeze(1) * b.double()).sum(0) for row in a])
    scale = 10.0 * k ** 0.5
    check(a @ b, want, scale)
    bias = torch.randn(n, dtype=dtype)
    check(F.linear(a, b.t(), bias), want + bias.double(), scale)
    c = torch.randn(m, n, dtype=dtype)
    check(torch.addmm(c, a, b, beta=-2.0), want - 2.0 * c.double(), scale)
print(n_cases, worst < 1e-6)
