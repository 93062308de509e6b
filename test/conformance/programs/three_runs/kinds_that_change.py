"""Numbers that change their kind between steps, and updates in place that their results do not fit."""
import torch


def results_follow():
    u, lr = torch.ones(2, dtype=torch.int64), 1
    for i in range(12):
        results = u * lr, u + lr, torch.full((2,), lr), torch.tensor(lr), torch.full_like(u, lr)
        if i == 8:
            lr = 0.5
    for each in results:
        print(each.dtype, each.tolist())


def updates_refused():
    t, u, lr = torch.zeros(2, dtype=torch.int64), torch.ones(2, dtype=torch.int64), 0.5
    for i in range(12):
        try:
            t.add_(u, alpha=lr if i > 8 else 2)
            t.mul_(lr if i > 8 else 1)
            t[0] = lr if i > 8 else i
        except RuntimeError:
            print("refused", i)
    print(t.tolist())
    k = 1
    for i in range(12):
        try:
            t *= k
        except RuntimeError:
            print("refused", i)
        if i == 6:
            k = 1.5
    print(t.tolist())


def by_methods():
    u = torch.ones(3, dtype=torch.int64)
    for i in range(14):
        v, a = u.clone(), 2 if i < 6 else 1.5
        for name in ("add_", "mul_", "sub_", "div_", "fill_", "pow_", "remainder_", "clamp_min_", "floor_divide_"):
            try:
                getattr(v, name)(a)
                print(name, v.tolist(), end=" ")
            except RuntimeError:
                print(name, "refused", end=" ")
        v[0] = a
        print(v.tolist(), v.dtype)


def of_truths():
    b = torch.tensor([True, False, True])
    for i in range(12):
        c, k = b.clone(), [True, 1, 0, False, 2.0][i % 5]
        for update in (lambda: c.__iadd__(k), lambda: c.__ior__(k), lambda: c.__imul__(k)):
            try:
                print(update().tolist(), end=" ")
            except RuntimeError:
                print("refused", end=" ")
        print()


def of_a_learning_rate():
    p = torch.zeros(2, requires_grad=True)
    optimizer = torch.optim.SGD([p], lr=1, momentum=0)
    for i in range(20):
        optimizer.param_groups[0]["lr"] = 1 if i < 7 else 0.5
        optimizer.param_groups[0]["momentum"] = 0 if i < 12 else 0.9
        optimizer.zero_grad()
        ((p - 1) ** 2).sum().backward()
        optimizer.step()
        print(i, [round(v, 5) for v in p.tolist()], type(optimizer.param_groups[0]["lr"]).__name__)


def uncaught():
    t = torch.zeros(2, dtype=torch.int64)
    try:
        for i in range(12):
            t += 1 if i < 6 else 1.5
    except RuntimeError as error:
        print(error)
    print(t.tolist())


results_follow()
updates_refused()
by_methods()
of_truths()
of_a_learning_rate()
uncaught()
