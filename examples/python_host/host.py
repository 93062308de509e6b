"""Python around a compiled module: compile model.py first, `janusc model.py -o model.so`, and have the package `janus`
in PYTHONPATH or installed. Runs with the plain model.py, too, when there is no model.so: `import model` decides."""
import traceback

import numpy
import torch

import janus

janus.install_hook()
import model  # noqa: E402, the hook first

print("compiled" if isinstance(model, janus.CompiledModule) else "not compiled")

# Real torch tensors go in and come out; gradients flow through.
net = model.Net()
x = torch.linspace(-1, 1, 16).reshape(8, 2)
scale = torch.tensor(2.0, requires_grad=True)
loss = net(x * scale).square().mean()
loss.backward()
print(f"loss {loss.item():.4f}, gradient {scale.grad.item():.4f}")

# A Python optimizer over the compiled module's parameters: it writes to their memory, and sees their gradients.
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
for step in range(20):
    optimizer.zero_grad()
    loss = (net(x) - 0.5).square().mean()
    loss.backward()
    optimizer.step()
    if step % 5 == 4:
        print(f"step {step + 1}: loss {loss.item():.4f}")

# numpy arrays in, numpy arrays out, nothing copied.
print(type(model.distance(numpy.ones(3), numpy.zeros(3))).__name__, model.distance(numpy.ones(3), numpy.zeros(3)))

# Exceptions are Python's, with the compiled lines.
try:
    model.distance(numpy.ones(3), numpy.ones(2))
except ValueError:
    print(traceback.format_exc().splitlines()[-2].strip())
