# tier2: <module>.loop.body.part#1 3
# tier2: <module>.loop#3.body.part#1 9

import torch

import _nets

net = _nets.Net()
parameters = list(net.parameters())
print(parameters, type(parameters[0]) is torch.nn.Parameter, parameters[0] is net.w)
optimizer = torch.optim.SGD(parameters, lr=0.1, momentum=0.9)
for step in range(4):
    optimizer.zero_grad()
    out = net(torch.tensor([1.0, -1.0]))
    (out ** 2).backward()
    optimizer.step()
    print(step, out.item(), net.w, net.w.grad)
print(isinstance(net, torch.nn.Module), net.training, net.eval().training)
print({k: v for k, v in net.state_dict().items()})

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(2, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2), net)
print(len(list(model.parameters())), model(torch.ones(2)).shape)
clip = _nets.Clip(model.parameters(), 0.5)
data = torch.tensor([[0.5, -1.0], [1.0, 2.0], [-1.0, 0.25]])
for epoch in range(3):
    total = 0.0
    for row in data:
        clip.zero()
        loss = (model(row) - 1.0) ** 2
        loss.backward()
        clip.step()
        total += loss.item()
    print(f"{total:.4f}")
print(model[0].weight.grad is not None, model[0].weight.sum())
