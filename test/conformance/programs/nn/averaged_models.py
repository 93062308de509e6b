"""torch.optim.swa_utils: averages of models, SWALR, update_bn."""
# float-tolerance: 1e-3
import torch
import torch.nn as nn
from torch.optim import swa_utils
from torch.optim.swa_utils import *


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
swa = AveragedModel(model)
ema = swa_utils.AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9), use_buffers=True)
e2 = AveragedModel(model, avg_fn=lambda a, m, n: 0.5 * a + 0.5 * m)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=10)
ss = SWALR(opt, anneal_strategy="linear", anneal_epochs=3, swa_lr=0.05)
data = [(torch.randn(8, 2), torch.randn(8, 1)) for _ in range(3)]
for e in range(8):
    for a, b in data:
        opt.zero_grad()
        l = nn.functional.mse_loss(model(a), b)
        l.backward()
        opt.step()
        ema.update_parameters(model)
        e2.update_parameters(model)
    if e > 3:
        swa.update_parameters(model)
        ss.step()
    else:
        sched.step()
    print(e, l, opt.param_groups[0]["lr"], ss.get_last_lr())
update_bn(data, swa)
for m in (swa, ema, e2):
    m.eval()
    print(m(data[0][0]).flatten(), m.n_averaged)
print(sorted(swa.state_dict()))
attempt(lambda: get_ema_avg_fn(2.0))
attempt(lambda: SWALR(opt, 0.1, anneal_strategy="x"))
attempt(lambda: AveragedModel(model, avg_fn=1, multi_avg_fn=2))
print({k: v for k, v in ss.state_dict().items() if k in ("anneal_epochs", "base_lrs", "_step_count", "last_epoch")})
