"""`max`, `min`, `any` and `all` whose answers hang on the contents of tensors are branches of the graph, where they choose among values that the step has made;
where they choose among objects of before, the step stays generic."""
# tier2: largest 85% after 4
# tier2: truths 85% after 4
# tier2: pairs 85% after 4
# tier2: clipped 85% after 4
# tier2: chosen 0
# float-tolerance: 1e-4
import torch

torch.manual_seed(0)


def largest(x, y):
    m = max(x.sum(), y.sum())
    n = min([x[0], x[1], y[0]])
    best = max([x * 2, y * 3, x + y], key=lambda t: t.sum())
    worst = min((x * 2, y * 3), key=lambda t: t.sum().item())
    return m * 2, n + 1, best, worst, max([], default=7), min((), default=None, key=len)


def truths(x, y):
    r = torch.zeros(())
    if any([x.sum() > 1, y.sum() > 1]):
        r = r + 1
    if all([v > 0 for v in y]):
        r = r + 2
    return r, any((x > 2).tolist()), all([x[0] > 0, 1, "a"]), all(())


def pairs(x):
    score, place = max([(x[0] * 2, 0), (x[1], 1), (x[2] + 1, 2)], key=lambda p: p[0])
    return score * 3, place


def clipped(w, x):
    loss = max((w * x).sum(), (w * w).sum())
    loss.backward()
    return loss


def chosen(xs):
    best = max(xs, key=lambda t: t.sum())
    return best, best is xs[0]


def raising(items):
    try:
        return max(items)
    except (ValueError, TypeError) as error:
        return str(error)


w = torch.ones(3, requires_grad=True)
for k in range(30):
    x, y = torch.randn(3), torch.randn(3)
    print([v.tolist() if isinstance(v, torch.Tensor) else v for v in largest(x, y)])
    print(truths(x, y), pairs(x))
    print(clipped(w, x), w.grad)
    w.grad = None
    best, isFirst = chosen([x, y])
    print(best is x, isFirst, raising([]), raising(3), raising([1, "a"]))
