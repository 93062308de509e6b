"""Parameters that become parts of one vector after the profile: read, trained, and written through the vector."""
# tier2: act 90% after 4
# tier2: <module>.loop.body 60% after 4
import torch
from torch import nn
from torch.nn.utils import parameters_to_vector, vector_to_parameters

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)


def act(x):
    with torch.no_grad():
        return torch.softmax(net(x), -1)


for i in range(48):
    x, y = torch.randn(5, 3), torch.randn(5, 2)
    loss = (net(x) - y).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if i % 8 == 0:
        print(i, f"{loss.item():.8f}", f"{act(x)[0, 0].item():.8f}")
    if i == 16 or i == 32:
        vector = parameters_to_vector(net.parameters()).detach().clone()
        vector_to_parameters(vector, net.parameters())
    if i == 40:
        with torch.no_grad():
            vector.mul_(0.5)
        net[0].bias.data = vector[:4]  # over those of the first weight
for i in range(40):
    total = act(torch.ones(2, 3)).sum() + act(torch.ones(3) * i)[0]
    if i == 20:
        vector_to_parameters(vector * 0.9, net.parameters())
    if i % 8 == 0:
        print(i, f"{total.item():.8f}", [p._version for p in net.parameters()])
