# Which of two tensors a name holds changes behind the profile, and the tensor's identity is asked for.
import torch

torch.manual_seed(0)


def chosen(weight, wanted, x):
    loss = (weight * x).sum()
    gradient, = torch.autograd.grad(loss, [wanted], allow_unused=True)
    return None if gradient is None else gradient.tolist()


def gradients():
    weight = torch.randn(2, requires_grad=True)
    stranger = torch.randn(2, requires_grad=True)
    for step in range(16):
        x = torch.tensor([1.0, float(step)])
        (x * 2).sum().item()
        print(step, chosen(weight, weight if step > 11 else stranger, x))


def backward_inputs():
    a = torch.ones(2, requires_grad=True)
    b = torch.ones(2, requires_grad=True)
    for step in range(16):
        x = torch.tensor([1.0, float(step)])
        (a * x * b).sum().backward(inputs=[a if step > 11 else b])
        print(step, None if a.grad is None else a.grad.tolist(), None if b.grad is None else b.grad.tolist())


def members():
    a = torch.ones(2, requires_grad=True)
    b = torch.zeros(2, requires_grad=True)
    names = {a: "a", b: "b"}
    for step in range(16):
        x = torch.tensor([1.0, float(step)])
        w = a if step > 11 else b
        y = (w * x).sum()
        print(step, y.item(), names[w], w is a, any(w is each for each in [b]), id(w) == id(a), w in {a})


def hooks():
    a = torch.ones(2, requires_grad=True)
    b = torch.zeros(2, requires_grad=True)
    seen = []
    for step in range(16):
        w = a if step > 11 else b
        handle = w.register_hook(lambda g: seen.append(g.sum().item()))
        (a * float(step)).sum().backward()
        handle.remove()
        print(step, len(seen), a.grad.tolist(), b.grad)


def states():
    a = torch.nn.Parameter(torch.ones(2))
    b = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([a, b], lr=0.1, momentum=0.9)
    for step in range(16):
        w = a if step > 11 else b
        optimizer.zero_grad()
        (w * torch.tensor([1.0, float(step)])).sum().backward()
        optimizer.step()
        print(step, sorted(optimizer.state[w]) if w in optimizer.state else None, len(optimizer.state),
              a.tolist(), b.tolist())


def flags():
    a = torch.ones(2, requires_grad=True)
    c = torch.ones(2, requires_grad=True)
    for step in range(16):
        b = c * 2
        w = a if step > 11 else b
        y = (w * float(step)).sum()
        w.requires_grad_()
        print(step, w.is_leaf, w.grad_fn is None, w.output_nr, w._version, w.data_ptr() == a.data_ptr(), y.item())


def middle():
    a = torch.ones(2, requires_grad=True)
    for step in range(16):
        first, second = a * 2, a * 3
        h = first if step > 11 else second
        out = (first * second).sum() + (h * 0).sum()
        g, = torch.autograd.grad(out, [h])
        print(step, g.tolist())


def retained():
    a = torch.ones(2, requires_grad=True)
    for step in range(16):
        first, second = a * 2, a * 3
        h = first if step > 11 else second
        h.retain_grad()
        (first * second * step).sum().backward()
        print(step, None if first.grad is None else first.grad.tolist(),
              None if second.grad is None else second.grad.tolist(), h.retains_grad, first.retains_grad)


def attributes():
    a, b = torch.ones(2), torch.zeros(2)
    for step in range(16):
        w = a if step > 11 else b
        y = (w + step).sum().item()
        w.count = step
        print(step, y, getattr(a, "count", None), b.count)


def written():
    a, b = torch.ones(2), torch.zeros(2)
    for step in range(16):
        w = a if step > 11 else b
        w += step
        v = w.view(2, 1)
        v[0] = 7
        print(step, a.tolist(), b.tolist(), w._version, a._version, b._version, v._base is a)


def lists():
    a, b = torch.ones(2), torch.zeros(2)
    for step in range(16):
        w = a if step > 11 else b
        kept = [b, a, w]
        y = (w * step).sum().item()
        kept = [each for each in kept if each is not w]
        print(step, y, len(kept), kept[0].tolist())


def graphs():
    a = torch.ones(2, requires_grad=True)
    b = torch.ones(2, requires_grad=True)
    for step in range(16):
        w = a if step > 11 else b
        y = (w * w * step).sum()
        g, = torch.autograd.grad(y, w, create_graph=True)
        (g * b).sum().backward()
        print(step, g.tolist(), None if a.grad is None else a.grad.tolist(), b.grad.tolist())


def functional():
    model = torch.nn.Linear(2, 2)
    spare = torch.nn.Parameter(torch.eye(2))
    for step in range(16):
        own = model.weight
        model.weight = spare if step > 11 else own
        out = model(torch.ones(1, 2)).sum()
        g = torch.autograd.grad(out, [own, spare], allow_unused=True)
        print(step, [each is None for each in g], out.item() > -100)
        model.weight = own


for each in (gradients, backward_inputs, members, hooks, states, flags, middle, retained, attributes, written, lists,
             graphs, functional):
    print(each.__name__)
    each()
