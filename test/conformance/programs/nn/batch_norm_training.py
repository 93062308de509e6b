import torch
import torch.nn as nn

torch.manual_seed(0)
bn = nn.BatchNorm2d(3)
x = torch.randn(4, 3, 5, 5, requires_grad=True)
before = bn.running_mean._version
for step in range(3):
    (bn(x) ** 2).sum().backward()
print(before == bn.running_mean._version, bn.num_batches_tracked.item())
print([round(v, 4) for v in bn.running_mean.tolist()], [round(v, 4) for v in bn.running_var.tolist()])
print([round(v, 2) for v in bn.weight.grad.tolist()])
bn.eval()
print(round(bn(x).sum().item(), 3))

# Statistics are no inputs that gradients flow to.
import torch.nn.functional as F

for norm in (lambda s: F.batch_norm(torch.ones(3, 2), s, torch.ones(2)),
             lambda s: F.batch_norm(torch.ones(3, 2), torch.zeros(2), s, training=True),
             lambda s: F.instance_norm(torch.ones(3, 2, 2), s, torch.ones(2))):
    try:
        norm(torch.ones(2, requires_grad=True))
    except Exception as error:
        print(type(error).__name__, error)
    with torch.no_grad():
        print(norm(torch.ones(2, requires_grad=True)).shape)
