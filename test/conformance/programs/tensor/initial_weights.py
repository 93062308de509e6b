# Default initialisers draw torch's numbers.
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.Conv2d(6, 4, 3), nn.Linear(12, 5), nn.Linear(5, 2, bias=False))
for name, parameter in model.named_parameters():
    print(name, tuple(parameter.shape), parameter.flatten()[:3].tolist())
embedding = nn.Embedding(5, 3)
print(embedding.weight[0].tolist(), torch.rand(1).item())
w = torch.empty(3, 4)
for init in (nn.init.xavier_uniform_, nn.init.kaiming_normal_, nn.init.zeros_, nn.init.xavier_normal_):
    print(init.__name__, init(w)[0].tolist())
torch.save(model.state_dict(), "weights.pt")
