"""Warnings of tensors' attributes and of `out=`: at the line that asks, once a line or once a program."""
# form-expect: fail-in-python the form has other lines
import torch
import warnings

w = torch.ones(2, requires_grad=True)
x = torch.ones(2, 3, 4)


def gradient(h):
    return h.grad


for i in range(3):
    h = w * 2
    print(h.grad is None)
    if i == 1:
        print(h.grad is None, gradient(h))
    gradient(h)
    kept = w * 2
    kept.retain_grad()
    print(kept.grad, w.grad)

print(torch.ones(2, 3).T.shape)
print(x.T.shape)
print(torch.ones(3).T)
print(torch.tensor(1.0).T)
for name in ("T", "H", "mT", "mH"):
    for t in (torch.ones(2), torch.ones(2, 3), x):
        try:
            print(name, getattr(t, name).shape)
        except RuntimeError as error:
            print(name, error)
print(torch.tensor(2.0).H, torch.tensor(2.0).mT, torch.tensor(2.0).mH)


def resized(out):
    return torch.add(torch.ones(4), 1, out=out)


for i in range(3):
    resized(torch.ones(2))
    torch.add(torch.ones(4), 1, out=torch.ones(2))
torch.add(torch.ones(4), 1, out=torch.ones(3))

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(x.T.shape, h.grad, gradient(h))
    print([(str(each.message)[:40], each.category.__name__, each.lineno) for each in caught])
warnings.simplefilter("error")
print(x.T.shape)
try:
    print(h.grad)
except UserWarning as warning:
    print(str(warning)[:40])
warnings.simplefilter("default")


# ---- in a loop that is long enough to be specialised
def step(w, i):
    h = w * i
    out = (h * h).sum()
    out.backward()
    return h.grad, h.T


for i in range(40):
    gradient_of_h, turned = step(w, i)
print(gradient_of_h, turned, w.grad)
