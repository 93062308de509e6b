"""Second names of keywords in steps - `axis`, `keepdims`, `input` - and types and views that are asked for by name."""
# tier2: <module>.loop.body 90% after 3
# tier2: <module>.loop#1.body 90% after 3
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(6, 4)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(30):
    x = torch.randn(8, 6)
    y = net(x)
    scores = torch.softmax(y, 1).prod(axis=-1, keepdims=True) + y.mean(axis=(0, 1))
    best = y.argmax(axis=1)
    loss = torch.sum(input=y.pow(2), axis=1).mean(axis=0) + torch.cat([scores, y], axis=1).var(axis=0).sum()
    loss = loss + torch.stack([y.max(axis=1).values, y.amin(axis=1)], axis=0).sum() + torch.unsqueeze(y, dim=0).squeeze(axis=0).sum() * 0.1
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 10 == 9:
        print(step, f"{loss.item():.4f}", best.sum().item() >= 0, scores.shape)

keys = nn.Parameter(torch.randn(3, 5))
opt = torch.optim.SGD([keys], lr=0.1)
for step in range(30):
    q = torch.randn(2, 4, 5)
    sim = F.cosine_similarity(q[:, :, None, :], keys[None, None], dim=-1)
    common = torch.promote_types(q.dtype, torch.float16)
    pairs = q.mT @ q + (keys.H @ keys)[None] + q.mH @ q.to(common)
    loss = (1 - sim).mean() + pairs.diagonal(dim1=-2, dim2=-1).mean() * 0.01
    if torch.can_cast(torch.float32, torch.int64):
        loss = loss * 2
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 10 == 9:
        print(step, f"{loss.item():.4f}", common, pairs.shape, keys.mT.is_contiguous())
try:
    torch.ones(3).mT
except RuntimeError as e:
    print(e)
for wrong in (lambda: torch.ones(3, 2).sum(0, axis=1), lambda: torch.ones(2).sum(axes=0)):
    try:
        wrong()
    except TypeError as e:
        print("TypeError")
