"""Parameters change their type between steps of one optimizer, whose state stays of the old type."""
# float-tolerance: 1e-3
import torch
from torch import nn

KINDS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.1, weight_decay=0.1),
    "momentum": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
    "nesterov": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.1),
    "dampened": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, dampening=0.3, maximize=True),
    "adam": lambda p: torch.optim.Adam(p, lr=0.1),
    "adamw": lambda p: torch.optim.AdamW(p, lr=0.1, amsgrad=True),
    "adamax": lambda p: torch.optim.Adamax(p, lr=0.1),
    "nadam": lambda p: torch.optim.NAdam(p, lr=0.1),
    "radam": lambda p: torch.optim.RAdam(p, lr=0.1),
    "adagrad": lambda p: torch.optim.Adagrad(p, lr=0.1),
    "adadelta": lambda p: torch.optim.Adadelta(p, lr=0.1),
    "rmsprop": lambda p: torch.optim.RMSprop(p, lr=0.1, momentum=0.9),
    "centered": lambda p: torch.optim.RMSprop(p, lr=0.1, centered=True),
    "rprop": lambda p: torch.optim.Rprop(p, lr=0.1),
    "asgd": lambda p: torch.optim.ASGD(p, lr=0.1),
}


def show(model, opt):
    for p in model.parameters():
        print(p.dtype, [float(v) for v in p.detach().flatten()])
        print({k: (v.dtype, v.shape, float(v.double().sum())) for k, v in opt.state[p].items() if torch.is_tensor(v)})


def train(name, first, second):
    torch.manual_seed(0)
    model = nn.Linear(3, 2).to(first)
    opt = KINDS[name](model.parameters())
    x = torch.randn(4, 3)
    for step in range(6):
        if step == 2:
            model.to(second)
        opt.zero_grad()
        (model(x.to(model.weight.dtype)) ** 2).sum().backward()
        try:
            opt.step()
        except RuntimeError as error:
            print(step, error)
            break
    show(model, opt)


for name in KINDS:
    for first, second in ((torch.float32, torch.float64), (torch.float64, torch.float32)):
        print(name, first, second)
        train(name, first, second)
train("adam", torch.float32, torch.bfloat16)


def by_turns(kind):
    """The type changes to and fro in a loop that is long enough to be specialised."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    opt = KINDS[kind](model.parameters())
    x = torch.randn(8, 3)
    for step in range(48):
        if step % 12 == 8:
            model.double()
        elif step % 12 == 0:
            model.float()
        opt.zero_grad()
        loss = (model(x.to(model[0].weight.dtype)) ** 2).mean()
        loss.backward()
        try:
            opt.step()
        except RuntimeError as error:
            print(step, error)
        if step % 6 == 5:
            print(step, loss.dtype, round(loss.item(), 4))
    show(model, opt)


by_turns("momentum")
by_turns("adam")

# Only the parameter changed: the gradient and the state are of one type.
p = nn.Parameter(torch.ones(2))
opt = torch.optim.Adam([p], lr=0.1)
for step in range(4):
    opt.zero_grad()
    (p * p).sum().backward()
    if step == 2:
        p.data = p.data.double()
    try:
        opt.step()
    except RuntimeError as error:
        print(step, error)
    print(step, p, p.grad, opt.state[p])
