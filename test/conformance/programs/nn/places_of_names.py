"""Modules of torch that programs import by older or deeper paths: backends, torch.cuda.amp, files of optimizers and loaders."""
import torch
import torch.backends.cudnn as cudnn
import torch.backends.cuda
import torch.backends.mkldnn
import torch.backends.mps
from torch.optim.adamw import AdamW
from torch.autograd.variable import Variable
from torch.utils.data._utils.collate import default_collate
import torch.utils.data._utils
from torch.nn.parallel.data_parallel import DataParallel
from torch.nn.parallel.distributed import DistributedDataParallel
import warnings
cudnn.benchmark = True; cudnn.deterministic = True; torch.backends.cudnn.enabled = False
print(torch.backends.cudnn.benchmark, cudnn.enabled)
with torch.backends.cudnn.flags(enabled=False, benchmark=False): print(cudnn.enabled, cudnn.benchmark)
print(torch.backends.cuda.matmul.allow_tf32, torch.backends.cuda.flash_sdp_enabled(), torch.backends.cuda.mem_efficient_sdp_enabled(), torch.backends.cuda.math_sdp_enabled())
torch.backends.cuda.matmul.allow_tf32 = True; print(torch.backends.cuda.matmul.allow_tf32)
torch.backends.cuda.enable_flash_sdp(False)
print(default_collate([1,2]), AdamW is torch.optim.AdamW, Variable is torch.autograd.Variable)
from torch.cuda.amp import autocast, GradScaler
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    s = GradScaler(enabled=False)
    with autocast(enabled=False): pass
    with torch.cuda.amp.autocast(): print(1)
    t = torch.amp.GradScaler("cpu", enabled=False); print(t.is_enabled(), s.get_scale(), s.state_dict())
    g = torch.amp.GradScaler("cuda"); print(g.is_enabled())
    with torch.autocast("cuda"): print(2)
    @autocast(enabled=False)
    def f(x): return x
    print(f(3)); print(torch.is_autocast_enabled())
for a in w: print(a.category.__name__, a.message)
with torch.autocast("cpu", enabled=False): print(3)
print(issubclass(autocast, torch.amp.autocast), isinstance(s, torch.amp.GradScaler))
