"""What the tests of the Python package share: a compiled module, and programs that load it."""
import textwrap
import unittest

from tools import BUILD, JANUSC, PYTHON, ToolTest

PACKAGE = BUILD / "lib/janus/python"

MODEL = '''"""What the tests load."""
import torch
import torch.nn as nn

LIMIT = 10

class Stopped(ValueError):
    pass

def same(x):
    return x

def add(a, b):
    return a + b

def fill(t, value):
    t.fill_(value)

def cast(t, to):
    return t.to(to)

def part(items, key):
    return items[key]

def stop(text):
    raise Stopped(text, 7)

def lookup(d, key):
    return d[key]

def each(function, items):
    return [function(item) for item in items]

def count(n):
    for i in range(n):
        yield i

def grow(x, w):
    x.add_(w).mul_(w.detach() + 1)
    return x * 2

def equal(a, b):
    return a is b

def learn(x, w):
    (x * w).sum().backward()

def applied(f, x):
    return f(x * 2) * 3

def learned(f, w):
    y = w * 1.0
    if f is not None:
        y = f(y)
    y.sum().backward()
    return w.grad

def call(function, *args, **named):
    return function(*args, **named)

def grad_of(net):
    return net.fc.weight.grad

def learn_in(net, x):
    net.zero_grad()
    net(x).square().sum().backward()

def losses(net, x, steps):
    for i in range(steps):
        loss = net(x).square().sum()
        loss.backward()
        yield loss.item()

def learn_and_stop(net, x):
    learn_in(net, x)
    raise Stopped("learned")

def freeze(net):
    for p in net.parameters():
        p.requires_grad = False

def widen(net):
    net.zero_grad()
    net.double()

class Bounded:
    def __len__(self):
        return LIMIT

def both(x):
    return {"double": x * 2, "mean": x.mean(), "size": x.numel()}

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.fc = nn.Linear(3, 2)

    def forward(self, x):
        return torch.tanh(self.fc(x))

class Catching:
    """Swallows exceptions of a class."""
    def __init__(self, cls):
        self.cls = cls
        self.seen = None
    def __enter__(self):
        return self
    def __exit__(self, cls, error, traceback):
        self.seen = (cls is None, error is None, None if cls is None else cls.__name__, str(error))
        return cls is not None and issubclass(cls, self.cls) and isinstance(error, cls)

class CatchingStopped:
    def __enter__(self):
        return self
    def __exit__(self, cls, error, traceback):
        self.arguments = error.args
        return cls is Stopped and isinstance(error, Stopped)

class Manager:
    def __init__(self):
        self.log = []
    def __enter__(self):
        self.log.append("in")
        return self
    def __exit__(self, *exception):
        self.log.append("out")
    def __len__(self):
        return len(self.log)
    def __getitem__(self, i):
        return self.log[i]
'''


@unittest.skipUnless((PACKAGE / "janus/_native.abi3.so").exists(), "the package was not built")
class HostTest(ToolTest):
    """Programs of python3 that load a compiled module."""
    module = None

    def setUp(self):
        super().setUp()
        self.environment["PYTHONPATH"] = str(PACKAGE)
        self.environment["PYTHONDONTWRITEBYTECODE"] = "1"

    def compile_model(self):
        """Compiled once for all tests."""
        cls, path = type(self), self.write("model.py", MODEL)
        if cls.module is None:
            self.succeed(JANUSC, path, "-o", self.folder / "model.so")
            cls.module = (self.folder / "model.so").read_bytes()
        (self.folder / "model.so").write_bytes(cls.module)

    def host(self, text, own_process=False, **options):
        """Runs a program with the module loaded as `m`; its asserts are the test. `own_process`: for what counts all
        objects there are."""
        self.compile_model()
        self.write("host.py", "import janus\nm = janus.load('model.so')\n" + textwrap.dedent(text))
        if own_process:
            return self.succeed(PYTHON, "-W", "error", "host.py", **options)
        return self.succeed_torch("host.py", strict=True, **options)
