"""A step of many layers in a Python loop, with branches on numbers, a dict that is updated and an optimizer of its own: its
versions are several files of C++, and name each other."""
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F

torch.manual_seed(0)


def make(n):
    layers = []
    for i in range(n):
        layers.append({"w": (torch.randn(16, 16) * 0.2).requires_grad_(), "b": torch.zeros(16, requires_grad=True),
                       "scale": 0.5 + i / n, "kind": i % 4, "name": f"layer{i}"})
    return layers


def forward(layers, x, stats):
    for i, layer in enumerate(layers):
        h = x @ layer["w"] + layer["b"]
        if layer["kind"] == 0:
            h = torch.relu(h)
        elif layer["kind"] == 1:
            h = torch.tanh(h) * layer["scale"]
        elif layer["kind"] == 2:
            h = torch.sigmoid(h) - 0.5
        else:
            h = F.gelu(h)
        mean = h.mean(1, keepdim=True)
        var = ((h - mean) ** 2).mean(1, keepdim=True)
        h = (h - mean) / torch.sqrt(var + 1e-5)
        gate = torch.sigmoid(h.sum(1, keepdim=True))
        if layer["scale"] > 0.8:
            x = x + gate * h
        elif layer["scale"] > 0.6:
            x = x * 0.9 + h * 0.1
        else:
            x = x + h * layer["scale"]
        stats[layer["name"]] = stats.get(layer["name"], 0.0) + layer["scale"]
        stats["count"] = stats["count"] + 1
        left, right = x.chunk(2, dim=1)
        x = torch.cat([left * 1.01, right * 0.99], dim=1)
        if i % 10 == 9:
            x = F.dropout(x, 0.1)
        clipped = x.clamp(-3, 3)
        x = torch.where(x.abs() > 3, clipped, x)
    return x


def main():
    layers = make(16)
    params = [p for layer in layers for p in (layer["w"], layer["b"])]
    momenta = [torch.zeros_like(p) for p in params]
    x, y = torch.randn(8, 16), torch.randn(8, 16)
    stats = {"count": 0}
    for step in range(12):
        out = forward(layers, x, stats)
        loss = ((out - y) ** 2).mean()
        for p in params:
            p.grad = None
        loss.backward()
        with torch.no_grad():
            for p, m in zip(params, momenta):
                m.mul_(0.9).add_(p.grad)
                p -= 0.001 * m
        print("%.4f" % loss.item(), stats["count"])


main()
