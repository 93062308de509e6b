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

# counts of fused optimizers are single
for cls in (torch.optim.Adagrad, torch.optim.Adam, torch.optim.AdamW, torch.optim.RAdam):
    for fused in (None, True) if cls is not torch.optim.RAdam else (None,):
        torch.set_default_dtype(torch.float64)
        p = torch.nn.Parameter(torch.ones(2))
        optimizer = cls([p], lr=0.1, fused=fused) if fused else cls([p], lr=0.1)
        p.grad = torch.ones(2)
        optimizer.step()
        print(cls.__name__, fused, optimizer.state[p]["step"].dtype)
        torch.set_default_dtype(torch.float32)

# rows that are too long are one write, however many there are
table = torch.ones(5, 3)
torch.nn.functional.embedding(torch.tensor([0, 1, 2]), table, max_norm=0.5)
print(table._version, table.sum(1).tolist())
torch.nn.functional.embedding_bag(torch.tensor([0, 3, 4]), table, torch.tensor([0]), max_norm=0.5)
print(table._version)

# what constructors and steps refuse
for options in (dict(fused=True, differentiable=True), dict(fused=True, foreach=True), dict(lr=float("nan")), dict(lr="a"), dict(lr=-1.0)):
    for cls in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.Adagrad):
        try:
            cls([torch.nn.Parameter(torch.ones(2))], **options)
            print(cls.__name__, options, "taken")
        except (RuntimeError, ValueError, TypeError) as error:
            print(cls.__name__, options, type(error).__name__, error)
optimizer = torch.optim.LBFGS([torch.nn.Parameter(torch.ones(2))])
optimizer.add_param_group({"params": [torch.nn.Parameter(torch.ones(2))]})
try:
    optimizer.step(lambda: torch.zeros(()))
except AssertionError as error:
    print(error)


# what LBFGS keeps, and steps whose losses are not finite
for search in (None, "strong_wolfe"):
    for maximize in (False, True):
        p = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
        optimizer = torch.optim.LBFGS([p], lr=0.1, max_iter=3, maximize=maximize, line_search_fn=search)

        def closure():
            optimizer.zero_grad()
            loss = ((p - 0.5) ** 2).sum() * (-1 if maximize else 1)
            loss.backward()
            return loss

        print(search, maximize, f"{optimizer.step(closure).item():.4f}", [f"{v:.4f}" for v in p.tolist()],
              f"{float(optimizer.state[p]['prev_loss']):.4f}")
p = torch.nn.Parameter(torch.tensor([1.0]))
optimizer = torch.optim.LBFGS([p], lr=1.0, max_iter=2, line_search_fn="strong_wolfe")


def jumps():
    optimizer.zero_grad()
    loss = -4 * p.sum() + (p * p if abs(p.item()) < 1.5 else p * float("inf")).sum()
    loss.backward()
    print("at", p.item(), loss.item())
    return loss


optimizer.step(jumps)
print(p.item())
z = torch.nn.Parameter(torch.tensor([1 + 2j]))
print(torch.optim.Adagrad([z], initial_accumulator_value=0.5).state[z]["sum"].tolist())

# containers
layers = same = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Tanh())
layers *= 3
print(layers is same, len(layers), layers)
parameters = torch.nn.ParameterDict({"b": torch.ones(1), "a": torch.ones(2)})
print(list(reversed(parameters)), list(parameters.fromkeys(["x"], 3).items()))
for wrong in (lambda: parameters.__setitem__(3, torch.ones(1)), lambda: layers.__imul__(0), lambda: setattr(torch.ones(2, requires_grad=True) * 2, "requires_grad", True)):
    try:
        wrong()
    except (TypeError, ValueError, RuntimeError) as error:
        print(error)
