"""One step in and out of inference mode, whose results go on to other steps."""
import torch

weight = torch.ones(3, requires_grad=True)
average = torch.zeros(3)


def update(x):
    with torch.no_grad():
        average.mul_(0.5).add_(x, alpha=0.5)
    return average


def forward(x):
    y = (weight * x).tanh()
    return y + average, y


def both(x):
    with torch.enable_grad():
        z = x * weight
    return z.exp()


state = torch.full((3,), 0.25)
for i in range(12):
    x = torch.arange(3.0) * 0.1 + i
    if i % 3 == 0:
        with torch.inference_mode():
            update(x)
            y, hidden = forward(x)
            z = both(x)
            state = state * 0.5 + y
            y.add_(1)
    else:
        update(x)
        y, hidden = forward(x)
        z = both(x)
    print(i, y.requires_grad, hidden.is_inference(), z.requires_grad, z.is_inference(), state.is_inference(),
          average.is_inference(), [f"{v:.3g}" for v in y.tolist() + z.tolist() + average.tolist()])
    try:
        state.mul_(0.9)
    except RuntimeError as error:
        print(type(error).__name__, str(error)[:40])
    try:
        q, r = forward(state)
        q.sum().backward()
        print([f"{v:.4f}" for v in weight.grad.tolist()])
    except RuntimeError as error:
        print(type(error).__name__, str(error)[:40])
    state = state.clone()
    weight.grad = None


def rollout(x):
    for _ in range(3):
        x = (x * weight).sin()
    return x


x = torch.ones(3)
with torch.inference_mode():
    for i in range(8):
        x = rollout(x) + 0.5
        print([f"{v:.4f}" for v in x.tolist()], x.is_inference())
print(x.requires_grad)
