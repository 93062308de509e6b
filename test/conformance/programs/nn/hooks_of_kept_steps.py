# Hooks of an optimizer whose step was kept, bound, before there were any.
import torch
p = torch.nn.Parameter(torch.ones(2)); opt = torch.optim.SGD([p], lr=.1)
o = opt.step; opt.step = o
opt.register_step_pre_hook(lambda o, a, k: print("pre"))
opt.register_step_post_hook(lambda o, a, k: print("post"))
p.grad = torch.ones(2)
opt.step(); o()
from torch.optim.optimizer import register_optimizer_step_post_hook as r
h = r(lambda o, a, k: print("global"))
q = torch.optim.Adam([p]); s = q.step; s(); h.remove(); s()
def run(f): f()
run(opt.step)
