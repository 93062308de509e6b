"""Tensors that show a parameter which the step has written live on after it: they show what is in its memory."""
# tier2: train 70% after 4
# float-tolerance: 1e-4
import torch

torch.manual_seed(0)
weight = torch.randn(3, requires_grad=True)
scale = torch.ones(3)
optimizer = torch.optim.SGD([weight], lr=0.1)


class Shown:
    pass


shown = Shown()


def train(x):
    optimizer.zero_grad()
    loss = ((x * scale) @ weight - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
    scale.mul_(0.99)
    shown.weight = weight.detach()
    shown.data = weight.data
    shown.twice = scale.detach().detach()
    return loss.item()


def rounded(x):
    return [round(v, 3) for v in x.tolist()]


for i in range(60):
    loss = train(torch.randn(4 + i % 3, 3))
    if i % 12 != 11:
        continue
    print("%.4f" % loss, rounded(shown.weight), rounded(shown.twice), shown.weight.requires_grad)
    print(shown.weight.data_ptr() == weight.data_ptr(), shown.weight._version == weight._version, shown.data._version)
    with torch.no_grad():
        weight.add_(0.5)
        shown.twice.add_(0.01)
    print(rounded(shown.weight), rounded(shown.data), torch.equal(scale, shown.twice))
    used = torch.ones(3, requires_grad=True)
    product = (used * shown.twice).sum()
    scale.mul_(1.01)
    try:
        product.backward()
    except RuntimeError as error:
        print(str(error)[:70])
