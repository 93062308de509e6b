# tier2: <module>.loop.body 100% after 3
# Results whose type an argument decides (int32 for out_int32), and whose shape is that of a tensor and its mask together.
import torch

torch.manual_seed(0)
w = torch.randn(4, 5, requires_grad=True)
bounds = torch.tensor([-1.0, -0.5, 0.0, 0.5, 1.0])
rows = torch.linspace(-2, 2, 24).reshape(4, 6)
mask = torch.arange(20).reshape(4, 5) % 3 == 0
for step in range(12):
    x = (w * 1.0).detach()
    bucket = torch.bucketize(x, bounds, out_int32=True)
    place = torch.searchsorted(rows, x, out_int32=True, right=True)
    of_number = torch.bucketize(0.25, bounds, out_int32=True) + torch.searchsorted(bounds, 0.25, out_int32=True)
    wide = torch.bucketize(x, bounds)
    filled = torch.masked_scatter(w[0], mask, x * 2)
    copied = w.t().triu() + w.t().index_fill(0, torch.tensor([1]), 3.0)
    loss = (filled * (bucket + place)).sum() + (copied * copied).sum() + of_number
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
    narrow = bucket.dtype == place.dtype == of_number.dtype == torch.int32 and wide.dtype == torch.int64
    print(step, narrow, filled.shape, f"{loss.item():.2f}", int(wide.sum()))
    w.grad = None
