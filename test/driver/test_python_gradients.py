"""Gradients across the border to a Python host as PyTorch has them: hooks, chosen inputs, gradients of gradients."""
import textwrap
import unittest

from hosting import HostTest
from tools import JANUSC, PYTHON

MODEL = '''
import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.fc = nn.Linear(3, 2)
        self.scale = nn.Parameter(torch.tensor(1.5))
        self.seen = []
    def forward(self, x):
        self.cached = torch.tanh(self.fc(x)) * self.scale
        return self.cached
    def watch(self):
        self.fc.weight.register_hook(lambda g: g * 10)
        self.fc.weight.register_post_accumulate_grad_hook(lambda p: self.seen.append(p.grad.sum().item()))
    def grads(self):
        return [None if p.grad is None else p.grad.clone() for p in self.parameters()]

def learn(net, x):
    net(x).square().sum().backward()
    return net.grads()

def cube(x):
    return x * x * x

def multiplied(x, w):
    return x * w

def step(parameters, lr):
    with torch.no_grad():
        for p in parameters:
            if p.grad is not None:
                p -= lr * p.grad
    return [isinstance(p, nn.Parameter) for p in parameters]

def grad_sum(p):
    p.sum().backward()
    return p.grad

def watch(p):
    p.register_hook(lambda g: g * 7)

def learned_and_gone(keep):
    net = Net()
    keep(net.scale)
    net(torch.ones(1, 3)).sum().backward()

def learning(x):
    for i in range(3):
        (x * i).sum().backward()
        yield i

def pair(x):
    return x.exp(), x + 1

def applied(f, x, **named):
    return f(x * 2, **named) * 3

def learned(f, w):
    f(w * 1.0).sum().backward()
    return w.grad

def without(f, x):
    with torch.no_grad():
        return f(x).requires_grad

def gradient_through(f, x):
    y = f(x * x)
    return torch.autograd.grad(y.sum(), x)[0]

def attempt(f):
    try:
        f()
    except ValueError as e:
        return str(e)

def penalty(net, x):
    x = x.detach().requires_grad_()
    g, = torch.autograd.grad(net(x).sum(), x, create_graph=True)
    return (g.norm() - 1) ** 2
'''

# The compiled module is `m`, the one of plain Python `real`; `same(work)` runs both, which must agree.
START = """
    import importlib.util, janus, torch
    from torch import nn
    m = janus.load('grads.so')
    spec = importlib.util.spec_from_file_location('real', 'grads.py')
    real = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(real)
    x = torch.linspace(-1, 1, 15).reshape(5, 3)
    def same(work):
        compiled, plain = work(m), work(real)
        torch.testing.assert_close(compiled, plain, msg=lambda text: f'{text}: {compiled} != {plain}')
        return compiled
"""


class GradientsTest(HostTest):
    module = None

    def both(self, text, **environment):
        path = self.write("grads.py", MODEL)
        cls = type(self)
        if cls.module is None:
            self.succeed(JANUSC, path, "-o", self.folder / "grads.so")
            cls.module = (self.folder / "grads.so").read_bytes()
        (self.folder / "grads.so").write_bytes(cls.module)
        self.write("host.py", textwrap.dedent(START) + textwrap.dedent(text))
        self.environment |= environment
        return self.succeed_torch("host.py", strict=True)

    def test_chosen_inputs(self):
        self.both("""
            def work(module):
                net, given = module.Net(), x.clone().requires_grad_()
                loss = net(given).square().sum()
                first = torch.autograd.grad(loss, list(net.parameters()), retain_graph=True)
                held = list(net.parameters())
                second = torch.autograd.grad(loss, held, retain_graph=True)
                third = torch.autograd.grad(loss, given, retain_graph=True)
                fourth = torch.autograd.grad(loss, [given, net.fc.bias], retain_graph=True)
                assert all(p.grad is None for p in held) and given.grad is None and net.grads() == [None] * 3
                loss.backward(inputs=[net.fc.weight], retain_graph=True)
                assert net.fc.bias.grad is None and given.grad is None and net.scale.grad is None
                assert [g is None for g in net.grads()] == [True, False, True] or \\
                    [g is None for g in net.grads()] == [False, True, True]
                loss.backward(inputs=[given])
                return [*first, *second, *third, *fourth, net.fc.weight.grad, given.grad]
            same(work)
            def unused(module):
                net = module.Net()
                try:
                    torch.autograd.grad(module.cube(net.scale), [net.scale, net.fc.bias])
                except RuntimeError as error:
                    return str(error)
            assert unused(m) == unused(real) and 'not have been used' in unused(m)
        """)

    def test_hooks_of_the_host(self):
        self.both("""
            def work(module, learn):
                net, seen, biases = module.Net(), [], []
                net.fc.weight.register_hook(lambda g: (seen.append(g.clone()), g * 3)[1])
                handle = net.fc.bias.register_post_accumulate_grad_hook(lambda p: biases.append(p.grad.mul_(2).clone()))
                def run():
                    if learn:
                        seen.extend(module.learn(net, x))
                    else:
                        y = net(x)
                        y.retain_grad()
                        y.register_hook(lambda g: (seen.append(g), g + 1)[1])
                        loss = y.square().sum() + module.cube(net.fc.weight).sum()
                        loss.backward()
                        seen.append(y.grad)
                run()
                run()
                handle.remove()
                run()
                assert len(biases) == 2
                return [*seen, *biases, net.fc.weight.grad, net.fc.bias.grad]
            same(lambda module: work(module, False))
            same(lambda module: work(module, True))
        """)

    def test_hooks_of_compiled_code(self):
        self.both("""
            def work(module):
                net, given = module.Net(), []
                net.watch()
                net(x).square().sum().backward()
                given.append(net.fc.weight.grad.clone())
                net.fc.weight.register_hook(lambda g: g + 1)
                net(x).square().sum().backward()
                given += module.learn(net, x)
                given += [net.fc.weight.grad, torch.tensor(net.seen)]
                return given
            same(work)
        """)

    def test_gradients_of_gradients(self):
        self.both("""
            def work(module):
                net, given = module.Net(), x.clone().requires_grad_()
                y = module.cube(given)
                first, = torch.autograd.grad(y.sum(), given, create_graph=True)
                second, = torch.autograd.grad(first.sum(), given, create_graph=True)
                third, = torch.autograd.grad(second.sum(), given)
                g, = torch.autograd.grad(net(given).sum(), given, create_graph=True)
                ((g.norm(dim=1) - 1) ** 2).sum().backward()
                net.zero_grad()
                module.penalty(net, x).backward()
                return [first, second, third, given.grad, *[p.grad for p in net.parameters()]]
            same(work)
            w = torch.ones(3, dtype=torch.double, requires_grad=True)
            assert torch.autograd.gradgradcheck(lambda w: m.cube(w), [w]) and torch.autograd.gradcheck(m.cube, [w])
        """)

    def test_transforms(self):
        self.both("""
            def work(module):
                net = module.Net()
                functional = torch.autograd.functional
                return [functional.jacobian(net, x[:1]), functional.hessian(lambda t: net(t).sum(), x[:1]),
                        functional.vjp(module.cube, x, x)[1]]
            same(work)
            try:
                torch.func.grad(lambda t: m.cube(t).sum())(x)
            except ValueError as error:
                assert 'torch.func' in str(error), error
        """)

    def test_what_optimizers_and_schedulers_do(self):
        self.both("""
            def work(module):
                net, losses = module.Net(), []
                optimizer = torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.9)
                scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 3, gamma=0.5)
                for i in range(9):
                    optimizer.zero_grad(set_to_none=i % 2 == 0)
                    loss = (net(x) - 0.5).square().sum()
                    loss.backward()
                    losses.append(loss.detach())
                    losses.append(torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0))
                    optimizer.step()
                    scheduler.step()
                    if i == 4:
                        net.fc.bias.requires_grad_(False)
                    if i == 6:
                        net.fc.bias.requires_grad_(True)
                        net.fc.weight.data.copy_(torch.ones(2, 3))
                        with torch.no_grad():
                            net.scale.mul_(2)
                            assert not net(x).requires_grad and net.scale.requires_grad
                return [*losses, *[p.detach() for p in net.parameters()], *net.grads()]
            same(work)
            def closure(module):
                net = module.Net()
                optimizer = torch.optim.LBFGS(net.parameters(), max_iter=5)
                def run():
                    optimizer.zero_grad()
                    loss = (net(x) - 0.5).square().sum()
                    loss.backward()
                    return loss
                return [optimizer.step(run).detach(), run().detach()]
            same(closure)
        """)

    def test_history_that_goes_on(self):
        self.both("""
            def work(module):
                net, given, seen = module.Net(), x.clone().requires_grad_(), []
                net(given * 2)
                net.cached.square().sum().backward()  # what a call has left
                seen.append(given.grad.clone())
                y = net(given * 2)
                (y.sum() * net.cached.square().sum()).backward()  # two results over one history
                seen.append(given.grad.clone())
                a, b = module.pair(given)
                (a.sum() * b.mean()).backward()
                seen.append(given.grad.clone())
                y = module.cube(module.multiplied(net(given), given[:, :2] * 3) + net.scale)
                seen += torch.autograd.grad(y.sum(), [given, *net.parameters()], retain_graph=True)
                with torch.no_grad():
                    assert net.cached.requires_grad and not (net.cached * 1).requires_grad
                name = [str(t.grad_fn).split(' ')[0] for t in (a, b)]
                seen.append(torch.tensor([t.requires_grad and not t.is_leaf for t in (a, b, y)]))
                for i in module.learning(given):
                    seen.append(given.grad.clone())
                return seen
            same(work)
            for make in (lambda module: module.Net()(x), lambda module: module.cube(torch.ones(2, requires_grad=True))):
                assert str(make(m)) == str(make(real)), (make(m), make(real))
        """)

    def parameters_of_the_host(self, **environment):
        self.both("""
            def work(module):
                parameters = [nn.Parameter(torch.ones(2)), torch.full((2,), 3.0, requires_grad=True), nn.Parameter(torch.zeros(2))]
                (parameters[0] * parameters[1]).sum().backward()
                kinds = module.step(parameters, 0.5)
                assert kinds == [True, False, True], kinds
                p = parameters[0]
                seen = [q.detach().clone() for q in parameters]
                p.register_hook(lambda g: g * 5)
                seen.append(module.grad_sum(p).clone())  # added to what was there
                seen.append(p.grad.clone())
                p.grad = None
                seen.append(module.grad_sum(p).clone())
                with torch.no_grad():
                    seen.append(module.multiplied(p, 2))
                assert p.grad is not None
                module.watch(p)
                p.grad = None
                (p * 2).sum().backward()
                seen.append(p.grad.clone())
                module.multiplied(p, 3).sum().backward()
                seen.append(p.grad.clone())
                seen.append(module.grad_sum(p).clone())
                kept = []
                module.learned_and_gone(kept.append)
                seen.append(kept[0].grad)
                return seen
            same(work)
        """, **environment)

    def test_parameters_of_the_host(self):
        self.parameters_of_the_host()

    def test_parameters_of_the_host_with_another_python(self):
        self.parameters_of_the_host(JANUS_PYTHON=PYTHON)

    def through_callbacks(self, **environment):
        self.both("""
            def work(module):
                w, v = torch.ones(3, requires_grad=True), torch.full((3,), 2.0, requires_grad=True)
                net, seen = module.Net(), []
                y = module.applied(lambda t: t * v, w)
                y.sum().backward()
                seen += [w.grad.clone(), v.grad.clone()]
                y = module.applied(lambda t, by=1, plus=0: t * by + plus, w, plus=v, by=net.scale)
                y.square().sum().backward()
                seen += [w.grad.clone(), v.grad.clone(), net.scale.grad.clone()]
                w.grad = v.grad = None
                for f in (lambda t: t * t, lambda t: t * v, lambda t: module.cube(t) * net.scale):
                    seen.append(module.learned(f, w).clone())
                seen += [w.grad, v.grad]
                seen += torch.autograd.grad(module.applied(lambda t: t * v, w).sum(), [w, v])
                def late():
                    net.fc.weight.grad = torch.ones(2, 3)
                    raise ValueError('late')
                assert module.attempt(late) == 'late'
                seen.append(torch.stack([g.sum() for g in net.grads() if g is not None]))
                for mode in (True, False):
                    with torch.set_grad_enabled(mode):
                        assert not module.without(lambda t: t * v, w) and torch.is_grad_enabled() == mode
                return seen
            same(work)
        """, **environment)

    def test_through_callbacks(self):
        self.through_callbacks()
        self.both("""
            v = torch.full((3,), 2.0, requires_grad=True)
            same(lambda module: module.gradient_through(lambda t: t * v, torch.ones(3, requires_grad=True)))
        """)

    def test_through_callbacks_with_another_python(self):
        self.through_callbacks(JANUS_PYTHON=PYTHON)


if __name__ == "__main__":
    unittest.main()
