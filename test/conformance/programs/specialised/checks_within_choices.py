"""Schedules with early returns and assertions; conditions in parts, of which each goes its own way."""
# tier2: <module>.loop.body 95% after 3
# tier2: <module>.loop#2.body 95% after 3
import math

import torch
import torch.nn as nn

learning_rate, min_lr, warmup_iters, lr_decay_iters = 3e-2, 3e-3, 10, 50


def get_lr(it):
    if it < warmup_iters:
        return learning_rate * (it + 1) / (warmup_iters + 1)
    if it > lr_decay_iters:
        return min_lr
    decay_ratio = (it - warmup_iters) / (lr_decay_iters - warmup_iters)
    assert 0 <= decay_ratio <= 1
    coeff = 0.5 * (1.0 + math.cos(math.pi * decay_ratio))
    return min_lr + coeff * (learning_rate - min_lr)


def parts(x, step, wanted, late):
    """Each part of a condition is always what it is, or not, for itself."""
    assert wanted and step >= 0, "steps are counted"
    if late and wanted:
        x = x * 2
    y = x - 1 if 0 <= step < 100 else x
    kept = [k for k in (1, 2, 3) if wanted and k != 2]
    return y.sum() * len(kept)


def whole(x, step):
    if step % 3 == 0 and step < 40 or step == 59:
        return x.exp().sum()
    if 20 < step <= 30:
        return x.sin().sum()
    return x.cos().sum() if not step % 2 == 1 else -x.cos().sum()


torch.manual_seed(0)
model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
iter_num = 0
while True:
    lr = get_lr(iter_num)
    for group in optimizer.param_groups:
        group["lr"] = lr
    x = torch.randn(8, 4)
    loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    if iter_num % 10 == 0:
        print(iter_num, "%.4f %.5f" % (loss.item(), lr))
    iter_num += 1
    if iter_num > 70:
        break

x = torch.linspace(-1, 1, 5)
for step in range(60):
    a, b = parts(x, step, True, False), whole(x, step)
    if step % 6 == 5:
        print("%.4f %.4f" % (a.item(), b.item()))
