import torch


def forward(layers, x):
    for layer in layers:
        h = x * layer["w"] + layer["b"]
        if layer["kind"] == 0:
            h = torch.relu(h)
        elif layer["kind"] == 1:
            h = torch.tanh(h) - 0.5
        else:
            h = torch.sigmoid(h) * 2
        mean = h.mean()
        h = (h - mean) / (h * h).mean().sqrt()
        x = x * 0.9 + h * 0.1 + mean.exp() * 0.01
        x = torch.where(x > 3, x.clamp(-3, 3), x)
    return x


layers = [{"w": torch.full((4,), i / 100), "b": torch.ones(4) * i, "kind": i % 3} for i in range(220)]
x = torch.ones(4)
for step in range(6):
    x = forward(layers, x)
print(x.sum().item())
