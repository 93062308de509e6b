# The CPU by any of its names is one place: a step that asks for the place of its tensors.
# tier2: <module>.loop.body.behind 50% after 4
import torch
import torch.nn as nn

torch.manual_seed(1)
device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu:0")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(3, 5, device=device)
        self.weight = nn.Parameter(torch.randn(5, 2))
        self.register_buffer("mean", torch.zeros(3, device=device))
        self.moves = 0

    def forward(self, x):
        if x.device != self.weight.device:
            self.moves += 1
            x = x.to(self.weight.device)
        return torch.tanh(self.line(x - self.mean)) @ self.weight


net = Net().to(device)
optimizer = torch.optim.Adam(net.parameters(), 0.02)
places = ["cpu", "cpu:0", torch.device("cpu"), torch.device("cpu", 0), device]
for step in range(40):
    x = torch.randn(4, 3, device=places[step // 8])
    loss = (net(x) - x[:, :2]).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 8 == 7:
        print(f"{step} {loss.item():.6f}", net.moves, x.device, loss.device, x.device == net.mean.device, x.get_device())
print({name: value.device for name, value in net.state_dict().items()}, net.line.weight.device, device.index)
for made in (torch.zeros(1, device="cpu:0"), torch.ones(2).new_zeros(1, device="cpu:1"), torch.arange(2, device="cpu:0"),
             torch.tensor(1.0, device="cpu:0"), torch.ones(1, device="cpu:0") + 1, torch.ones(2, device="cpu:0")[0],
             torch.zeros_like(torch.ones(1), device="cpu:0"), torch.randn(2, device=torch.device("cpu", 1))):
    print(made.device, made.device == torch.device("cpu"), made.device.index)
