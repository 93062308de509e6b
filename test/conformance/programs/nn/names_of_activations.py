"""Names of the nodes of activations that are written over; strides of batch norm of one channel that is cut out; the growth
tracker of a scaler."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(2, 3, 4, 4, requires_grad=True)
for result in (F.threshold(x, 0.1, 20), F.threshold(x * 1, 0.1, 20, inplace=True), F.threshold_(x * 1, 0.1, 20), torch.threshold_(x * 1, 0.1, 20),
               F.hardtanh(x), F.hardtanh(x * 1, inplace=True), F.hardtanh_(x * 1), F.relu6(x * 1, inplace=True), nn.Hardtanh(inplace=True)(x * 1),
               F.elu(x * 1, inplace=True), F.leaky_relu(x * 1, inplace=True), F.relu(x * 1, inplace=True), F.silu(x * 1, inplace=True)):
    print(type(result.grad_fn).__name__)
    x.grad = None
    result.sum().backward()
    print(round(x.grad.sum().item(), 3))

y = torch.celu_(torch.tensor([-1.0, 2.0]), 0.5)
print(y)

images = torch.arange(48.0).reshape(2, 3, 2, 4).to(memory_format=torch.channels_last)
for part in (images[:, 1:2], images[:, 1:], images[:1], images[:, :, :1, :1],
             torch.randn(2, 3, 1, 1), torch.randn(2, 2, 4, 1).permute(0, 3, 2, 1)):
    leaf = part.detach().requires_grad_()
    weight, bias = torch.ones(part.shape[1]), torch.zeros(part.shape[1])
    result = F.batch_norm(leaf, None, None, weight, bias, training=True)
    evaluated = F.batch_norm(leaf, torch.zeros(part.shape[1]), torch.ones(part.shape[1]))
    (result ** 2).sum().backward()
    print(part.stride(), result.stride(), evaluated.stride(), leaf.grad.stride(), [round(v, 3) for v in result.flatten()[:4].tolist()])

scaler = torch.amp.GradScaler("cpu", growth_interval=3)
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
print(scaler._get_growth_tracker())
for step in range(5):
    optimizer.zero_grad()
    scaler.scale(net(torch.ones(1, 2)).sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    print(scaler._get_growth_tracker(), scaler.get_scale())
print(torch.amp.GradScaler("cpu", enabled=False)._get_growth_tracker())
