# torch.save and torch.load of state dicts, tensors and plain containers.
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(3, 2)
torch.save(model.state_dict(), "model.pt")
torch.save({"epoch": 3, "loss": 0.5, "name": "run", "values": [torch.arange(3), None, True]}, "mixed.pt")
loaded = torch.load("model.pt")
print(type(loaded).__name__, list(loaded), torch.equal(loaded["weight"], model.weight))
mixed = torch.load("mixed.pt", weights_only=True)
print(mixed)
fresh = nn.Linear(3, 2)
fresh.load_state_dict(loaded)
print(torch.equal(fresh(torch.ones(1, 3)), model(torch.ones(1, 3))))
shared = torch.arange(6)
torch.save([shared, shared[2:]], "shared.pt")
a, b = torch.load("shared.pt")
a[2] = 99
print(b)
try:
    torch.load("nothing.pt")
except FileNotFoundError as error:
    print(error)
