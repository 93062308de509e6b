"""Updates of optimizers where parameters, gradients and state come to share memory: views of one storage, transposed and
shifted; a parameter, or a step number, twice in a group; a state that is the gradient, or another state; a step that
raises at the second parameter."""
import warnings

import torch

warnings.simplefilter("ignore")
KINDS = {"sgd": lambda p: torch.optim.SGD(p, lr=0.5), "momentum": lambda p: torch.optim.SGD(p, lr=0.5, momentum=0.5),
         "nesterov": lambda p: torch.optim.SGD(p, lr=0.5, momentum=0.5, nesterov=True, weight_decay=0.25),
         "adam": lambda p: torch.optim.Adam(p, lr=0.5), "adamw": lambda p: torch.optim.AdamW(p, lr=0.5, amsgrad=True),
         "rmsprop": lambda p: torch.optim.RMSprop(p, lr=0.5, momentum=0.5)}


def rounded(t):
    return [round(v, 4) + 0.0 for v in t.detach().reshape(-1).tolist()]


def train(optimizer, params, count, change=None):
    for i in range(count):
        if change and i == 5:
            change(optimizer, params)
        for k, p in enumerate(params):
            p.grad = torch.arange(float(p.numel())).view(p.shape) * (k + 1) + i
        optimizer.step()
        print(i, *(rounded(p) for p in params))


def shared(make, second):
    v = torch.arange(6.)
    a = torch.nn.Parameter(v[:4].view(2, 2))
    b = torch.nn.Parameter(second(v))
    train(make([a, b]), [a, b], 3)


for name, make in KINDS.items():
    print(name)
    shared(make, lambda v: v[:4].view(2, 2).t())
    shared(make, lambda v: v[2:].view(2, 2))
    shared(make, lambda v: v[4:])
    w = torch.nn.Parameter(torch.ones(2, 2))
    train(make([w, w]), [w], 3)


def same_state(optimizer, params):
    state = optimizer.state[params[0]]
    state["exp_avg_sq"] = state["exp_avg"]


def same_step(optimizer, params):
    optimizer.state[params[1]]["step"] = optimizer.state[params[0]]["step"]


def view_of_other(optimizer, params):
    params[1].data = params[0].data.t()


two = [torch.nn.Parameter(torch.ones(2, 2)), torch.nn.Parameter(torch.full((2, 2), 2.))]
train(torch.optim.Adam(two, lr=0.1), two, 8, same_state)
two = [torch.nn.Parameter(torch.ones(2, 2)), torch.nn.Parameter(torch.full((2, 2), 2.))]
train(torch.optim.Adam(two, lr=0.1), two, 8, same_step)
for make in KINDS.values():
    two = [torch.nn.Parameter(torch.ones(2, 2)), torch.nn.Parameter(torch.full((2, 2), 2.))]
    train(make(two), two, 8, view_of_other)

w = torch.nn.Parameter(torch.tensor([1., 2.]))
optimizer = torch.optim.SGD([w], lr=1.0, momentum=0.5)
for i in range(8):
    w.grad = torch.ones(2)
    if i == 5:
        optimizer.state[w]["momentum_buffer"] = w.grad
    optimizer.step()
    print(w.tolist())

flat = torch.ones(6)
part = torch.nn.Parameter(flat[:4])
optimizer = torch.optim.SGD([part], lr=0.1)
for i in range(8):
    part.grad = torch.ones(4) if i < 5 else flat[2:]
    try:
        optimizer.step()
        print(flat.tolist())
    except RuntimeError as e:
        print(str(e)[:60])

for name, key in (("adam", "exp_avg_sq"), ("momentum", "momentum_buffer"), ("adamw", "exp_avg")):
    two = [torch.nn.Parameter(torch.ones(2)), torch.nn.Parameter(torch.ones(2))]
    optimizer = KINDS[name](two)
    for i in range(8):
        for p in two:
            p.grad = torch.ones(2)
        if i == 5:
            optimizer.state[two[1]][key] = torch.zeros(3)
        try:
            optimizer.step()
        except RuntimeError as e:
            print(str(e)[:70])
        print(i, *(rounded(p) for p in two), [float(s.get("step", 0)) for s in optimizer.state.values()])
