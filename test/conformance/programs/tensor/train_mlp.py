# float-tolerance: 1e-4
# A classifier trained by SGD with momentum, then by Adam; weights are compared.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3)
x = torch.randn(60, 4)
labels = (x[:, 0] * x[:, 1] > 0).long()
for make in (lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=1e-3),
             lambda p: torch.optim.Adam(p, lr=0.01)):
    model = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 2))
    optimizer = make(model.parameters())
    for epoch in range(5):
        order = torch.randperm(len(x))
        for start in range(0, len(x), 20):
            batch = order[start:start + 20]
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x[batch]), labels[batch])
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            accuracy = (model(x).argmax(1) == labels).float().mean().item()
        print(epoch, f"{loss.item():.6f}", f"{accuracy:.4f}")
    torch.save(model.state_dict(), f"{type(optimizer).__name__}.pt")
