# float-tolerance: 1e-6
# no_grad as context and decorator, train and eval, dropout's stream, inference mode.
import torch
import torch.nn as nn
import torch.nn.functional as F


@torch.no_grad()
def evaluate(model, x):
    model.eval()
    y = model(x)
    model.train()
    return y


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5))
x = torch.ones(2, 4)
print(evaluate(model, x).requires_grad, model.training, model(x).requires_grad)
torch.manual_seed(1)
print(F.dropout(torch.ones(10), 0.3), F.dropout(torch.ones(3), 0.5, training=False))
with torch.no_grad():
    y = model(x)
    with torch.enable_grad():
        z = model(x)
print(y.requires_grad, z.requires_grad, torch.is_grad_enabled())
with torch.set_grad_enabled(False):
    print((x * model[0].weight.sum()).requires_grad)
with torch.inference_mode():
    print(model[0](x).requires_grad)
