# float-tolerance: 1e-4
# tier2: <module>.loop.body.part 39
import numpy as np
import torch

torch.manual_seed(0)
rng = np.random.default_rng(42)
x = torch.from_numpy(rng.normal(size=(64, 3)).astype(np.float32))
y = x @ torch.tensor([1.0, -2.0, 0.5]) + torch.from_numpy(rng.normal(scale=0.1, size=64).astype(np.float32))
model = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
losses, norms = [], []
for step in range(40):
    rows = rng.choice(64, size=16, replace=False)
    batch = torch.tensor(rows)
    loss = ((model(x[batch]).squeeze(1) - y[batch]) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
    norms.append(float(np.sqrt(sum(np.square(p.grad.numpy()).sum() for p in model.parameters()))))
    if step % 10 == 9:
        print(f"{step} {np.mean(losses[-10:]):.4f} {np.std(losses[-10:]):.4f} {np.median(norms):.4f}")
print(np.argmin(losses) > 20, np.percentile(losses, [0, 50, 100]).shape, np.histogram(losses, bins=4)[0].sum())
predicted = model(x).detach().numpy()[:, 0]
print(np.corrcoef(predicted, y.numpy())[0, 1] > 0.9, predicted.dtype, predicted.shape)
