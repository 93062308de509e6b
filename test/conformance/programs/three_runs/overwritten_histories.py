"""What a tensor was made of gets gradients of zeros once all of its elements are written anew: `.grad` is there, and an
optimizer with momentum moves on."""
import torch


def copied(x, y):
    v = y * x
    v.copy_(x)
    return v


def copied_from_another_type(x, y):
    v = torch.fmin(y, x)
    v.copy_(x.detach().double() * 2)
    return v


def copied_then_added(x, y):
    v = y * x
    v.copy_(x)
    v[..., ::2] += 1.0
    return v


def assigned(x, y):
    v = y * x
    v[:] = x * 2
    return v


def through_a_view(x, y):
    v = (y * x).reshape(-1, 1)
    v.t().copy_(x.detach())
    v.view(-1).add_(x)
    return v


def in_part(x, y):
    v = y * x
    v[1:3].copy_(x[1:3])
    v[3:].zero_()
    return v


def filled(x, y):
    v = y * x
    v.fill_(2.0)
    v.mul_(x)
    return v


def filled_with_a_tensor(x, y):
    v = y * x
    v.fill_(x.sum())
    return v


def zeroed(x, y):
    v = y * x
    v.zero_()
    return v + x.detach()


def of_one_element(x, y):
    v = (y * x).sum()
    v.copy_(x[0] * 3)
    return v


def twice(x, y):
    v = y * x
    w = v * 2
    v.copy_(w)
    v.copy_(v * x)
    return v


def what_is_saved(x, y):
    v = (y * x).exp()
    v.copy_(x)
    return v


def without_gradients(x, y):
    v = y * x
    with torch.no_grad():
        v.copy_(x)
    return v


STEPS = [copied, copied_from_another_type, copied_then_added, assigned, through_a_view, in_part, filled, filled_with_a_tensor, zeroed,
         of_one_element, twice, what_is_saved, without_gradients]
for step in STEPS:
    for shape in ((), (5,), (1,)):
        y = torch.full(shape, 2.5, requires_grad=True)
        optimizer = torch.optim.SGD([y], lr=0.1, momentum=0.9, weight_decay=0.01)
        for k in range(14):
            x = (torch.arange(5.0) / 4 + k % 3).requires_grad_()
            optimizer.zero_grad()
            try:
                result = step(x, y)
                (result * 0.5).sum().backward()
            except RuntimeError as e:
                failed = str(e).split(":")[0]
                continue
            optimizer.step()
        if step is what_is_saved:
            print(step.__name__, shape, failed)
        else:
            name = type(result.grad_fn).__name__
            print(step.__name__, shape, name, x.grad, y.grad, [f"{v:.5f}" for v in y.detach().reshape(-1).tolist()])
