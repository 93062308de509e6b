"""Results of reshape(), flatten(), ravel() and contiguous() are views or copies as the strides have it, which differ from entry to
entry: both outlive the step, one is made of the other, and either is written later."""
import torch

weight = torch.nn.Parameter(torch.ones(6))


def one_after_another(x):
    doubled = x * 2
    kept = doubled.reshape(-1).reshape(2, -1)
    doubled.add_(3)
    return doubled, kept


def of_the_argument(x):
    return x, x.flatten().reshape(2, -1)


def two_of_one(x):
    doubled = x * 2
    return doubled.flatten(1), doubled.reshape(-1)


def with_history(x, shown):
    scaled = x * weight
    kept = shown(scaled)
    (scaled * 2).sum().backward(retain_graph=True)
    return scaled, kept


def beside_a_history(x):
    scaled = x * weight
    kept = scaled.detach().reshape(-1)
    (scaled * 2).sum().backward(retain_graph=True)
    return scaled, kept


def raveled(x):
    flat = x.ravel()
    flat.add_(1)
    return flat.sum()


def last_to_first(x):
    moved = x.to(memory_format=torch.channels_last)
    copied = x.to(torch.float32, copy=True)
    return moved, copied


def name(tensor):
    return tensor.grad_fn.name() if tensor.grad_fn else None


SHOWN = (lambda x: x.reshape(2, -1), lambda x: x.flatten(), lambda x: x.contiguous(), lambda x: x.ravel()[1:],
         lambda x: x.reshape(-1).reshape(2, -1))
for entry in range(15):
    rows = 4 if entry < 8 else 3 + entry % 4
    x = (torch.ones(2, rows, 6), torch.ones(2, rows, 9)[..., :6], torch.ones(rows, 2, 6).transpose(0, 1))[entry % 3]
    doubled, kept = one_after_another(x)
    print(entry, doubled.sum().item(), kept.sum().item(), end=" ")
    given, kept = of_the_argument(x.clone())
    kept.mul_(3)
    print(given.sum().item(), end=" ")
    first, second = two_of_one(x)
    first.mul_(3)
    print(second.sum().item(), raveled(x).item(), x.sum().item(), end=" ")
    for shown in SHOWN:
        scaled, kept = with_history(x, shown)
        weight.grad = None
        kept.mul_(3)
        scaled.sum().backward()
        print(name(scaled), name(kept), kept is scaled, kept.data_ptr() == scaled.data_ptr(), weight.grad[0].item(), end=" ")
    scaled, kept = beside_a_history(x)
    weight.grad = None
    kept.mul_(3)
    print(scaled.sum().item(), scaled._version)
    image = torch.ones(2, 3, rows, 4, requires_grad=True).mul(2)
    if entry % 2:
        image = image.contiguous(memory_format=torch.channels_last)
    print([(name(each), each.stride(), each is image) for each in last_to_first(image)])


def layer(x, bias):
    out = torch.nn.functional.linear(x, torch.ones(5, 6), bias)
    out.sum().backward(retain_graph=True)
    return out


biases = torch.nn.Parameter(torch.ones(10))
for entry in range(9):
    x = torch.ones(2, 3 + (entry > 4) * (entry % 2), 6)
    given = x if entry % 3 else torch.ones(x.shape[1], 2, 6).transpose(0, 1)
    print([name(layer(given, bias)) for bias in (biases[:5], biases[::2])])
