# tier2: <module>.loop.body 85% after 4
# float-tolerance: 1e-4
# QR, LU and L D L' factorizations, what they solve, and those that tell what went wrong, in steps: with
# gradients, in batches, of tall and wide matrices.
import torch
from torch import nn

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.turned = nn.Linear(4, 4)
        self.tall = nn.Parameter(torch.randn(5, 3))
        self.wide = nn.Parameter(torch.randn(2, 3, 4))
        self.square = nn.Parameter(torch.eye(4) * 3 + torch.randn(2, 4, 4) / 3)

    def forward(self, x):
        q, r = torch.linalg.qr(self.tall)
        whole, _ = torch.linalg.qr(self.tall.detach(), mode="complete")
        none, upper = torch.linalg.qr(self.wide.detach(), mode="r")
        square = self.square @ self.square.mT
        lower, info = torch.linalg.cholesky_ex(square)
        inverse, wrong = torch.linalg.inv_ex(self.square)
        LU, pivots = torch.linalg.lu_factor(self.square)
        solved = torch.linalg.lu_solve(LU, pivots, x)
        P, L, U = torch.linalg.lu(self.square)
        again, codes = torch.linalg.solve_ex(self.square, x)
        LD, places = torch.linalg.ldl_factor(square.detach())
        kept = torch.linalg.ldl_solve(LD, places, x)
        y = self.turned(x.mT).sum() + (q.mT @ q).sum() + r.diagonal().prod() + lower.sum() + inverse.diagonal(0, -2, -1).sum()
        y = y + (solved - again).abs().sum() + solved.pow(2).mean() + (P @ L @ U).pow(2).mean() + kept.sum() / 10
        counts = int(info.sum()) + int(wrong.sum()) + int(codes.sum())
        return y, (whole.shape, none.shape, upper.shape, pivots.dtype, places.shape, counts)


model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)


def step(x):
    optimizer.zero_grad()
    y, shapes = model(x)
    y.backward()
    optimizer.step()
    return round(y.item(), 6), shapes


for i in range(40):
    print(*step(torch.randn(2, 4, 3)))
print([round(p.sum().item(), 6) for p in model.parameters()])
