# tier2: <module>.loop.body 50% after 2
"""A Fourier neural operator: products of parts of a spectrum with complex weights, under Adam."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class SpectralConv2d(nn.Module):
    def __init__(self, cin, cout, m1, m2):
        super().__init__()
        self.cin, self.cout, self.m1, self.m2 = cin, cout, m1, m2
        self.scale = 1 / (cin * cout)
        self.weights1 = nn.Parameter(self.scale * torch.rand(cin, cout, m1, m2, dtype=torch.cfloat))
        self.weights2 = nn.Parameter(self.scale * torch.rand(cin, cout, m1, m2, dtype=torch.cfloat))

    def compl_mul2d(self, a, b):
        return torch.einsum("bixy,ioxy->boxy", a, b)

    def forward(self, x):
        b = x.shape[0]
        x_ft = torch.fft.rfft2(x)
        out_ft = torch.zeros(b, self.cout, x.size(-2), x.size(-1) // 2 + 1, dtype=torch.cfloat, device=x.device)
        out_ft[:, :, :self.m1, :self.m2] = self.compl_mul2d(x_ft[:, :, :self.m1, :self.m2], self.weights1)
        out_ft[:, :, -self.m1:, :self.m2] = self.compl_mul2d(x_ft[:, :, -self.m1:, :self.m2], self.weights2)
        return torch.fft.irfft2(out_ft, s=(x.size(-2), x.size(-1)))


class FNO2d(nn.Module):
    def __init__(self, modes, width):
        super().__init__()
        self.fc0 = nn.Linear(3, width)
        self.convs = nn.ModuleList(SpectralConv2d(width, width, modes, modes) for _ in range(2))
        self.ws = nn.ModuleList(nn.Conv2d(width, width, 1) for _ in range(2))
        self.fc1 = nn.Linear(width, 16)
        self.fc2 = nn.Linear(16, 1)

    def forward(self, x):
        x = self.fc0(x).permute(0, 3, 1, 2)
        for conv, w in zip(self.convs, self.ws):
            x = F.gelu(conv(x) + w(x))
        x = x.permute(0, 2, 3, 1)
        return self.fc2(F.gelu(self.fc1(x)))


n = 12
gx = torch.linspace(0, 1, n)
grid = torch.stack(torch.meshgrid(gx, gx, indexing="ij"), dim=-1)
a = torch.rand(32, n, n, 1)
y = F.avg_pool2d(a.permute(0, 3, 1, 2), 3, 1, 1).permute(0, 2, 3, 1)
model = FNO2d(3, 4)
opt = torch.optim.Adam(model.parameters(), lr=2e-3, weight_decay=1e-4)
sched = torch.optim.lr_scheduler.StepLR(opt, step_size=20, gamma=0.5)
for epoch in range(6):
    total = 0.0
    for i in range(0, 32, 8):
        xb = torch.cat([a[i:i + 8], grid.expand(8, n, n, 2)], dim=-1)
        opt.zero_grad()
        loss = F.mse_loss(model(xb), y[i:i + 8])
        loss.backward()
        opt.step()
        total += loss.item()
    sched.step()
    print(epoch, f"{total / 4:.5f}")
