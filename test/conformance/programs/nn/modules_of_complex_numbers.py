# Modules made complex by to(), and back; a step with one.
import warnings

import torch
import torch.nn as nn


def attempt(what, convert):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            module = convert()
            print(what, sorted({str(t.dtype) for t in [*module.parameters(), *module.buffers()]}))
        except TypeError as error:
            print(what, error)
    for each in seen:
        if str(each.message).startswith("Complex modules"):
            print("   ", each.category.__name__, str(each.message)[:90])


def net():
    return nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))


attempt("dtype", lambda: net().to(torch.complex64))
attempt("keyword", lambda: net().to(dtype=torch.cfloat))
attempt("device", lambda: net().to("cpu", torch.cdouble))
attempt("like", lambda: net().to(torch.ones(1, dtype=torch.cfloat)))
attempt("back", lambda: net().to(torch.cfloat).to(torch.float64))
attempt("float", lambda: net().to(torch.cfloat).float())
attempt("half", lambda: net().to(torch.cfloat).half())
attempt("wider", lambda: net().to(torch.cfloat).to(torch.cdouble))
attempt("int", lambda: net().to(torch.int32))
attempt("bool", lambda: net().to(torch.bool))

torch.manual_seed(0)
warnings.simplefilter("ignore")
line = nn.Linear(3, 2).to(torch.cfloat)
optimizer = torch.optim.SGD(line.parameters(), lr=0.1)
x = torch.randn(8, 3, dtype=torch.cfloat)
y = x @ torch.tensor([[1, 1j], [0.5, -1], [2j, 0]], dtype=torch.cfloat)
for step in range(20):
    loss = (line(x) - y).abs().square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 5 == 0:
        print(f"{step} {loss.item():.4f} {line.weight[0, 1].real.item():.4f} {line.weight[1, 0].imag.item():.4f}")
