"""Grad mode, requires_grad and settings of torch that the steps of a loop change: by calls that leak, by flags that are computed."""
import torch
import torch.nn as nn


def leaked_grad_mode():
    w = torch.ones(2, requires_grad=True)
    for i in range(12):
        if i == 6:
            torch.set_grad_enabled(False)
        y = w * 2
    print(y.requires_grad, torch.is_grad_enabled())
    torch.set_grad_enabled(True)


def toggled_grad_mode():
    w = torch.ones(2, requires_grad=True)
    seen = []
    for i in range(12):
        torch.set_grad_enabled(i % 2 == 0)
        seen.append((w * 2).requires_grad)
    torch.set_grad_enabled(True)
    print(seen)


def entered_by_hand():
    w = torch.ones(2, requires_grad=True)
    for i in range(12):
        mode = torch.no_grad()
        mode.__enter__()
        y = w * 2
        if i != 7:
            mode.__exit__(None, None, None)
        z = w * 3
        print(i, y.requires_grad, z.requires_grad, torch.is_grad_enabled())
    torch.set_grad_enabled(True)


def without_gradients(w):
    with torch.no_grad():
        yield w * 2
        yield w * 3


def held_by_a_generator():
    w = torch.ones(2, requires_grad=True)
    for i in range(12):
        seen = []
        for v in without_gradients(w):
            seen.append((v.requires_grad, torch.is_grad_enabled()))
            if i % 2:
                break
        print(i, seen, (w * 1).requires_grad)


def at_its_end(x, n):
    for k in range(n):
        try:
            yield x[0].item() * k
        finally:
            x.add_(1)


def generators_left():
    x = torch.tensor([2.0, 1.0])
    for i in range(12):
        for v in at_its_end(x, 4):
            if v > 3 + i:
                break
        print(i, v, x.tolist())


def an_exception_within():
    w = torch.ones(2, requires_grad=True)
    for i in range(12):
        try:
            with torch.no_grad():
                y = w * 2
                if i % 5 == 4:
                    raise ValueError(i)
        except ValueError:
            y = w * 3
        print(i, y.requires_grad, y.tolist(), torch.is_grad_enabled())


def computed_flags():
    p, q = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([p, q], lr=0.01)
    for i in range(24):
        p.requires_grad_(i % 8 < 4)
        loss = ((p * q - i) ** 2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print([round(v, 4) for v in p.tolist() + q.tolist()], p.requires_grad)


def unfrozen_after_a_while():
    torch.manual_seed(0)
    body, head = nn.Linear(4, 4), nn.Linear(4, 1)
    optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.05)
    x = torch.linspace(-1, 1, 32).view(8, 4)

    def step(i):
        body.requires_grad_(i >= 20)
        loss = (head(torch.tanh(body(x))) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.item()

    for i in range(40):
        loss = step(i)
    print(f"{loss:.5f}", body.weight.requires_grad, body.weight.grad is None)


def frozen_by_turns():
    p, x = torch.ones(3, requires_grad=True), torch.arange(3.0)
    for i in range(30):
        if i == 11:
            p.requires_grad = False
        if i == 20:
            p.requires_grad = True
        y = (p * x).sum()
        if y.requires_grad:
            y.backward()
            with torch.no_grad():
                p -= 0.01 * p.grad
            p.grad = None
    print([round(v, 5) for v in p.tolist()], p.requires_grad)


def asked_alone():
    p = torch.ones(2)
    x = torch.ones(2)
    for i in range(12):
        x = x + 1
        if p.requires_grad:
            x = x * 2
        if p.dtype == torch.float64:
            x = x * 3
        if i == 5:
            p.requires_grad_()
        if i == 8:
            p = torch.ones(2, dtype=torch.float64)
    print(x.tolist())


def of_integers():
    t = torch.arange(4)
    for i in range(12):
        try:
            t.requires_grad_(i > 7)
        except RuntimeError:
            print("refused", i)
        print((t + 1).sum().item())


def graphs_of_gradients():
    p = torch.ones(2, requires_grad=True)
    for i in range(12):
        (p ** 3).sum().backward(create_graph=i > 6)
        print(p.grad.tolist(), p.grad.requires_grad)
        p.grad = None


def settings():
    x = torch.ones(2, 2)
    for i in range(12):
        if i == 5:
            torch.use_deterministic_algorithms(True)
        y = x @ x
        print(torch.are_deterministic_algorithms_enabled(), y.sum().item())
    torch.use_deterministic_algorithms(False)


def default_types():
    for i in range(12):
        if i == 7:
            torch.set_default_dtype(torch.float64)
        y = torch.ones(2) * 0.1
        print(i, y.dtype, (torch.full((2,), 0.5) + 1).dtype, y.sum().item())
    torch.set_default_dtype(torch.float32)


leaked_grad_mode()
toggled_grad_mode()
entered_by_hand()
held_by_a_generator()
generators_left()
an_exception_within()
computed_flags()
unfrozen_after_a_while()
frozen_by_turns()
asked_alone()
of_integers()
graphs_of_gradients()
settings()
default_types()
