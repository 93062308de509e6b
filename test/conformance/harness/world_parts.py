"""Parts of programs that change their world: what a section is made of.

A part has names, classes and statements that make them, `uses` that a step of the loop runs on the tensor `t`
of three elements, `changes` that come at random iterations, and `shows`, expressions printed in the end.
`@` stands for the number of the part, so that two of a kind go together.
"""
from dataclasses import dataclass


@dataclass
class Part:
    names: str
    setup: str
    uses: list
    changes: list
    shows: list
    classes: str = ""


PARTS = {}


def part(name, **facts):
    PARTS[name] = Part(**facts)


part("box", names="b@", classes="""
class Box@:
    scale = 2.0
    def __init__(self):
        self.k = 1.0
        self.n = 0
    def f(self, t):
        self.n += 1
        return t * 0.5 + self.k
    def g(self, t):
        return t - self.scale
class Other@(Box@):
    def f(self, t):
        return t * 0.25 - self.k
""", setup="b@ = Box@()", uses=[
    "t = b@.f(t)", "t = b@.g(t)", "t = t * 0.5 + b@.k", "b@.last = t", "b@.k = b@.k + 0.5",
    "if b@.n > 3:\n    t = t + 1", "t = t + len(vars(b@))", "b@.z = b@.n; del b@.z", "v@ = b@.k; del b@.k; b@.k = v@",
    "t = t + (1.0 if hasattr(b@, 'extra') else 2.0)", "t = t + getattr(b@, 'extra', 0.5)",
    "for v@ in vars(b@).values():\n    if isinstance(v@, float):\n        t = t * 0.5 + v@"],
     changes=["b@.k = 3.0", "b@.k = 2", "b@.k = True", "b@.k = torch.tensor(1.5)", "b@.k = torch.ones(3)",
              "b@.__dict__['k'] = 2.5", "vars(b@)['k'] = 0.25", "setattr(b@, 'k', 1.25)", "b@.__dict__.update(k=4.0, extra=1.0)",
              "object.__setattr__(b@, 'k', 0.75)", "b@.__class__ = Other@", "b@.__class__ = Box@", "b@ = Box@()",
              "b@ = Other@()", "b@.f = lambda t: t * 0.125", "b@.__dict__.pop('f', None)", "b@.extra = 3.0",
              "b@.__dict__.pop('extra', None)", "b@.scale = 8.0", "b@.__dict__ = {'k': 6.0, 'n': 1}",
              "b@.n = 0", "x@ = b@.__dict__.pop('n'); b@.n = x@", "Box@.scale = 3.0", "Other@.scale = 5.0",
              "Box@.f = lambda self, t: t + self.k", "Other@.f = Box@.f", "Box@.extra = 7.0",
              "if 'extra' in Box@.__dict__:\n    del Box@.extra", "Box@.__getattr__ = lambda self, name: 9.0",
              "Box@.k = property(lambda self: 11.0, lambda self, value: None)", "Other@.g = lambda self, t: t + 20",
              "if 'g' in Other@.__dict__:\n    del Other@.g",
              "Box@.__setattr__ = lambda self, name, value: object.__setattr__(self, name, value)",
              "Box@.__getattribute__ = lambda self, name: object.__getattribute__(self, name)",
              "Box@.__name__ = 'Renamed'", "delattr(b@, 'k'); b@.k = 0.5"],
     shows=["type(b@).__name__", "[n for n in vars(b@)]", "b@.n", "Box@.scale"])

part("kinds", names="q@", classes="""
class Kind@:
    unit = 1.0
    @property
    def p(self):
        return self.unit
    @staticmethod
    def s(t):
        return t + 1
    @classmethod
    def c(cls, t):
        return t * cls.unit
    def m(self, t):
        return t - 1
class Sub@(Kind@):
    pass
""", setup="q@ = Sub@()", uses=["t = t + q@.p", "t = q@.s(t) * 0.5", "t = q@.c(t) * 0.5", "t = q@.m(t)", "t = t + Sub@.unit",
                               "t = Sub@.s(t) * 0.5", "t = super(Sub@, q@).m(t)", "t = t + isinstance(q@, Kind@)",
                               "Kind@.unit += 0.5", "q@.__class__.seen = t"],
     changes=["Kind@.unit = 3.0", "Sub@.unit = 4.0", "if 'unit' in Sub@.__dict__:\n    del Sub@.unit", "q@.unit = 0.5",
              "Kind@.p = property(lambda self: 6.0)", "Sub@.p = property(lambda self: 7.0)", "Sub@.p = 2.5",
              "Kind@.p = 1.5", "Kind@.s = staticmethod(lambda t: t + 4)", "Sub@.s = staticmethod(lambda t: t + 5)",
              "Sub@.s = lambda self, t=0: t * 0.5", "Sub@.c = classmethod(lambda cls, t: t + cls.unit)", "Kind@.c = Kind@.s",
              "Sub@.m = lambda self, t: t - 3", "Kind@.m = Kind@.c", "setattr(Sub@, 'm', lambda self, t: t - 4)",
              "type.__setattr__(Kind@, 'unit', 9.0)", "q@ = Kind@()", "q@ = Sub@()", "q@.m = lambda t: t - 6",
              "Sub@.__bool__ = lambda self: False", "Sub@ = type('Sub@', (Kind@,), {'unit': 2.0}); q@ = Sub@()"],
     shows=["type(q@).__name__", "Kind@.unit", "Sub@.unit"])

part("function", names="f@ count@", setup="""
def f@(t, k=1.0, *, z=0.5):
    return t * z + k
count@ = 0
""", uses=["t = f@(t)", "t = f@(t, z=0.25)", "t = f@(t, 2.0)", "count@ += 1; t = t + count@ % 3",
           "f@.calls = getattr(f@, 'calls', 0) + 1"],
     changes=["f@.__defaults__ = (3.0,)", "f@.__kwdefaults__ = {'z': 0.125}", "f@.__kwdefaults__['z'] = 0.75",
              "f@.__name__ = 'other'", "f@.calls = 100", "def f@(t, k=4.0, *, z=0.5):\n    return t * z - k",
              "f@ = lambda t, k=5.0, z=0.5: t * z + k * 2", "count@ = 10", "count@ = 0.5", "f@.__defaults__ = (torch.ones(3),)",
              "old@ = f@\ndef f@(t, k=1.0, *, z=0.5, old=old@):\n    return old(t, k, z=z) + 1"],
     shows=["f@.__name__", "f@.__defaults__", "count@", "getattr(f@, 'calls', None)"])

part("closure", names="make@ add@ adds@", setup="""
def make@(n):
    def add(t):
        nonlocal n
        n += 0.5
        return t * 0.5 + n
    return add
add@ = make@(1.0)
adds@ = [make@(2.0), add@]
""", uses=["t = add@(t)", "t = adds@[0](t)", "for a@ in adds@:\n    t = a@(t)", "t = adds@[-1](t)"],
     changes=["add@ = make@(5.0)", "adds@.reverse()", "adds@[0] = add@", "adds@.append(make@(0.0))", "adds@.pop()\nadds@.append(add@)",
              "adds@ = [lambda t: t * 0.25]", "add@.__closure__[-1].cell_contents = 7.0 if isinstance(add@.__closure__[-1].cell_contents, float) else 0"],
     shows=["len(adds@)", "add@(torch.zeros(1)).tolist()"])

part("dict", names="d@", setup="d@ = {'a': 1.0, 'b': 2.0, 'c': 0.5}", uses=[
    "t = t * 0.5 + d@['a']", "for v@ in d@.values():\n    t = t * 0.5 + v@", "for k@, v@ in d@.items():\n    t = t * 0.5 + (v@ if k@ != 'b' else 1.0)",
    "d@['a'] = d@.pop('a')", "v@ = d@['b']; del d@['b']; d@['b'] = v@", "d@['n'] = d@.get('n', 0) + 1", "t = t + len(d@)",
    "d@['t'] = t", "t = t + ('x' in d@)", "d@.update(a=d@['a'] + 0.5)", "d@.setdefault('s', 0.25)", "for k@ in sorted(d@):\n    t = t + len(k@)",
    "d@ = {**d@, 'w': 1.0}", "for k@ in list(d@):\n    d@[k@] = d@.pop(k@)"],
     changes=["d@['a'] = 3.0", "d@['a'] = 3", "del d@['b']; d@['b'] = 1.5", "d@.pop('c', None)", "d@['c'] = 0.75", "d@['x'] = 2.0", "d@.pop('x', None)",
              "d@ = {'b': 1.0, 'a': 2.0, 'c': 3.0}", "d@ = dict(sorted(d@.items(), key=str))", "d@ = dict(reversed(d@.items()))",
              "d@.clear(); d@.update(c=1.0, b=2.0, a=3.0)", "d@.popitem(); d@['b'] = 0.5", "d@ |= {'b': 4.0, 'y': 5.0}",
              "x@ = d@.pop('a'); d@['a'] = x@", "d@['a'] = torch.full((3,), 0.5)", "d@ = d@.copy()", "d@['b'] = d@['a']",
              "d@ = {k: d@[k] for k in reversed(list(d@))}"],
     shows=["list(d@)", "show(d@.get('a'))", "show(d@.get('b'))"])

part("list", names="l@ m@", setup="l@ = [1.0, 0.5, 2.0]\nm@ = l@", uses=[
    "t = t * 0.5 + l@[0]", "for v@ in l@:\n    t = t * 0.5 + v@", "t = t + len(l@)", "l@.append(l@.pop(0))", "l@.insert(0, l@.pop())",
    "l@[0], l@[1] = l@[1], l@[0]", "l@.reverse()", "t = t + m@[-1]", "for i@, v@ in enumerate(l@):\n    t = t * 0.5 + i@ * v@",
    "for v@, w@ in zip(l@, reversed(l@)):\n    t = t * 0.5 + v@ - w@", "l@[-1] = t", "t = t + sum(l@[1:])", "if 0.5 in l@[:1]:\n    t = t + 1"],
     changes=["l@[0] = 3.0", "l@.append(0.25)", "l@.pop()\nl@.append(0.75)", "l@.insert(1, 4.0)", "l@ = [0.5, 0.5, 0.5]", "m@ = [2.0, 2.0]", "m@ = l@",
              "l@ = l@[::-1]", "l@.sort(key=str)", "del l@[0]; l@ += [1.0, 2.0]", "l@[:] = [0.5, 1.0, 1.5]", "l@[1:2] = [0.25, 0.5]",
              "l@.extend(l@[:1])", "l@ = list(l@)", "l@ = (1.0, 2.0, 0.5)\nl@ = list(l@)", "l@[0] = torch.ones(3)", "l@[1] = 1"],
     shows=["[show(v) for v in l@]", "l@ is m@", "len(m@)"])

part("set", names="s@", setup="s@ = {1, 2, 3}", uses=["t = t + len(s@)", "t = t + (2 in s@)", "s@.add(i % 5)", "s@.discard(i % 3)",
                                                    "for v@ in sorted(s@):\n    t = t * 0.5 + v@", "t = t + sum(s@) * 0.5", "s@ = s@ | {i % 4}", "s@ ^= {2}"],
     changes=["s@.add(9)", "s@.discard(2)", "s@ = {2, 7}", "s@.clear(); s@.add(2)", "s@ |= {4, 5}", "s@ = frozenset(s@)\ns@ = set(s@)", "s@.update([10, 11])"],
     shows=["sorted(s@)"])

part("collections", names="o@ dq@ cn@ dd@", setup="""
o@ = collections.OrderedDict(a=1.0, b=2.0)
dq@ = collections.deque([1.0, 2.0], maxlen=3)
cn@ = collections.Counter('ab')
dd@ = collections.defaultdict(float)
""", uses=["o@.move_to_end('a')", "for v@ in o@.values():\n    t = t * 0.5 + v@", "dq@.append(i * 0.5); t = t + dq@[0]", "dq@.rotate(1)",
           "cn@['a'] += 1; t = t + cn@['a'] % 4", "dd@[i % 3] += 0.5; t = t + dd@[0]", "t = t + len(dq@)"],
     changes=["o@['a'] = 3.0", "del o@['b']; o@['b'] = 0.5", "o@.move_to_end('b', last=False)", "o@ = collections.OrderedDict(b=1.0, a=0.5)",
              "dq@ = collections.deque([4.0], maxlen=2)", "dq@.appendleft(7.0)", "cn@.subtract('aa')", "cn@ = collections.Counter()",
              "dd@.default_factory = lambda: 2.0", "dd@.clear()", "dd@ = {0: 1.0, 1: 2.0, 2: 3.0}"],
     shows=["list(o@.items())", "list(dq@)", "sorted(cn@.items())", "sorted(dd@.items())"])

part("tensor", names="w@ v@", setup="w@ = torch.tensor([1.0, 2.0, 0.5])\nv@ = w@[1:]", uses=[
    "t = t * 0.5 + w@", "t = t + w@.sum() * 0.25", "w@.mul_(0.5).add_(1)", "t = t + v@.sum()", "v@.add_(0.5)", "w@[0] = w@[1]",
    "t = t + w@.numel() - w@.dim()", "t = (t + w@.reshape(-1)[:3].to(t.dtype)).to(torch.float32)", "w@ = w@ * 0.5 + 1", "if w@.sum() > 4:\n    t = t - 1",
    "w@ = w@.clone(); w@[i % 3] = 1.0", "t = torch.cat([t[1:], t[:1]]) + w@.mean()"],
     changes=["w@ = torch.ones(3)", "w@ = w@.double()", "w@ = w@.float()", "w@ = torch.arange(6.0).view(2, 3).t()[:, 0].repeat(3)[:3]",
              "w@ = torch.arange(6.0)[::2]", "w@ = torch.full((1,), 2.0).expand(3)\nw@ = w@.clone()", "v@ = w@.clone()[1:]", "v@ = w@[1:]", "v@ = w@", "w@.zero_()", "w@.fill_(2.0)",
              "w@.data = torch.full((3,), 0.25)", "w@ = w@.detach()", "w@ = torch.tensor([1, 2, 3]).float()", "w@ = t.detach().clone()", "v@ = t.detach()",
              "w@ = torch.tensor(float('nan')).expand(3).nan_to_num(1.0)", "w@.tag = 3", "w@.copy_(torch.tensor([3.0, 1.0, 2.0]))"],
     shows=["show(w@)", "show(v@)", "w@.dtype", "tuple(w@.shape)", "w@.is_contiguous()"])

part("leaf", names="p@ h@", setup="p@ = torch.tensor([0.5, 1.0, -1.0], requires_grad=True)\nh@ = None", uses=[
    "(p@ * t.detach()).sum().backward()", "((p@ * 2 - t.detach()) ** 2).mean().backward()", "if p@.grad is not None:\n    t = t.detach() + p@.grad * 0.25",
    "with torch.no_grad():\n    p@ -= 0.125 * (p@.grad if p@.grad is not None else 0)", "p@.grad = None", "t = t.detach() * 0.5 + p@", "t = t.detach()",
    "if p@.grad is not None:\n    p@.grad.zero_()", "g@, = torch.autograd.grad((p@ ** 2).sum(), p@, allow_unused=True)\nt = t.detach() + g@ * 0.25"],
     changes=["p@.requires_grad_(False)\np@.requires_grad_(True)", "p@ = torch.ones(3, requires_grad=True)", "p@.grad = torch.ones(3)", "p@.grad = None",
              "p@.data.mul_(0.5)", "p@.data = torch.full((3,), 0.25)", "h@ = p@.register_hook(lambda g: g * 2)", "if h@ is not None:\n    h@.remove()",
              "p@ = p@.detach().clone().requires_grad_()", "with torch.no_grad():\n    p@.fill_(0.5)", "p@ = torch.nn.Parameter(torch.full((3,), 2.0))"],
     shows=["show(p@)", "show(p@.grad)", "p@.requires_grad"])

part("model", names="net@ opt@ hook@", classes="""
class Net@(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(3, 3)
        self.act = torch.nn.Tanh()
        self.b = torch.nn.Linear(3, 3)
        self.register_buffer('seen', torch.zeros(()))
        self.gain = 1.0
    def forward(self, x):
        self.seen += 1
        return self.b(self.act(self.a(x))) * self.gain
""", setup="net@ = Net@()\nopt@ = torch.optim.SGD(net@.parameters(), lr=0.015625)\nhook@ = None", uses=[
    "opt@.zero_grad(); (net@(t.detach()) ** 2).mean().backward(); opt@.step()", "t = net@(t.detach()).detach()",
    "with torch.no_grad():\n    t = net@(t)", "for c@ in net@.children():\n    t = c@(t.detach())", "t = t.detach() + net@.seen * 0.25",
    "for n@, q@ in net@.named_parameters():\n    t = t.detach() * 0.5 + q@.detach().sum()"],
     changes=["net@.eval()", "net@.train()", "net@.gain = 0.5", "net@.act = torch.nn.ReLU()", "net@.act = torch.nn.Dropout(0.5)", "net@.a.weight.requires_grad_(False)", "net@.b.bias.requires_grad_(False)",
              "net@.a = torch.nn.Linear(3, 3, bias=False)", "x@ = net@.a; del net@.a; net@.a = x@", "net@.b.weight = net@.a.weight", "net@.forward = lambda x: x * 0.5",
              "net@.__dict__.pop('forward', None)", "Net@.forward = lambda self, x: self.a(x)", "hook@ = net@.a.register_forward_hook(lambda m, x, y: y * 2)",
              "if hook@ is not None:\n    hook@.remove()", "hook@ = net@.register_forward_pre_hook(lambda m, x: (x[0] + 1,))", "opt@.param_groups[0]['lr'] = 0.03125",
              "opt@.param_groups[0]['momentum'] = 0.5", "opt@ = torch.optim.Adam(net@.parameters(), lr=0.015625)", "opt@ = torch.optim.SGD([net@.a.weight], lr=0.25, momentum=0.5)",
              "net@.load_state_dict({k: v * 0.5 for k, v in net@.state_dict().items()}, strict=False)", "net@ = copy.deepcopy(net@)", "net@.double().float()", "net@.extra = torch.nn.Linear(3, 3)",
              "net@.b = torch.nn.Identity()", "net@.seen.zero_()", "net@.seen = torch.ones(())", "net@.a.bias = None", "net@.c = torch.nn.Parameter(torch.ones(3))",
              "net@._modules['a'], net@._modules['b'] = net@._modules['b'], net@._modules['a']"],
     shows=["[n for n, _ in net@.named_parameters()]", "[type(c).__name__ for c in net@.children()]", "show(net@.seen)", "net@.training",
            "[show(p) for p in net@.parameters()]"])

part("layers", names="seq@", setup="seq@ = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.5), torch.nn.LayerNorm(3))", uses=[
    "t = seq@(t.detach())", "(seq@(t.detach()) ** 2).sum().backward()", "seq@.zero_grad()", "t = t.detach() + len(seq@)", "for c@ in seq@:\n    t = c@(t.detach())"],
     changes=["seq@.eval()", "seq@.train()", "seq@[1].p = 0.25", "seq@[1] = torch.nn.ReLU()", "seq@.append(torch.nn.Linear(3, 3))", "seq@[1].eval()", "del seq@[-1]\nseq@.append(torch.nn.Tanh())",
              "seq@ = torch.nn.Sequential(*reversed(list(seq@)))", "torch.manual_seed(11)", "seq@.insert(0, torch.nn.Sigmoid())",
              "seq@.requires_grad_(False)", "seq@.requires_grad_(True)"],
     shows=["[type(c).__name__ for c in seq@]", "seq@.training", "[show(p.grad) for p in seq@.parameters()]"])

part("random", names="gen@", setup="gen@ = torch.Generator().manual_seed(5)", uses=[
    "t = t * 0.5 + torch.rand(3)", "t = t + torch.rand(3, generator=gen@)", "t = t[torch.randperm(3)]", "t = t + random.random()", "t = t + random.randint(0, 3)",
    "t = torch.nn.functional.dropout(t, 0.5)"],
     changes=["torch.manual_seed(3)", "gen@.manual_seed(7)", "gen@ = torch.Generator().manual_seed(9)", "random.seed(4)", "torch.rand(2)", "state@ = torch.get_rng_state()\ntorch.rand(1)\ntorch.set_rng_state(state@)"],
     shows=["torch.rand(1, generator=gen@).item()"])

part("modes", names="grad@", setup="grad@ = True", uses=[
    "with torch.set_grad_enabled(grad@):\n    y@ = torch.ones(3, requires_grad=True) * t.detach()\nt = t.detach() + y@.requires_grad", "with torch.no_grad():\n    t = t * 0.5",
    "t = t.detach() + torch.is_grad_enabled()", "with torch.enable_grad():\n    t = t.detach() * 0.5"],
     changes=["grad@ = not grad@", "torch.set_grad_enabled(False)", "torch.set_grad_enabled(True)", "torch.set_default_dtype(torch.float64)\ntorch.set_default_dtype(torch.float32)", "t = t.detach().requires_grad_(grad@)"],
     shows=["grad@", "torch.is_grad_enabled()"])

part("errors", names="limit@ seen@", classes="""
class Stop@(Exception):
    def __init__(self, at):
        super().__init__(at)
        self.at = at
""", setup="limit@ = 100.0\nseen@ = []", uses=[
    "try:\n    if t.sum() > limit@:\n        raise Stop@(i)\n    t = t * 0.5\nexcept Stop@ as e@:\n    seen@.append(e@.at)\n    t = t * 0.25",
    "try:\n    t = t + {'a': 1.0}['b' if i == 14 else 'a']\nexcept KeyError as e@:\n    seen@.append(str(e@))", "try:\n    t = t + 1\nfinally:\n    seen@.append(i) if i > 16 else None",
    "for j@ in range(3):\n    if j@ == i % 4:\n        break\n    t = t + j@\nelse:\n    t = t - 1"],
     changes=["limit@ = 1.0", "limit@ = -100.0", "limit@ = 50", "seen@ = []", "seen@.append('x')", "limit@ = torch.tensor(2.0)"],
     shows=["seen@", "show(limit@)"])

part("special", names="u@", classes="""
class Special@:
    log = 0
    def __init__(self, v):
        object.__setattr__(self, 'v', v)
    def __eq__(self, other):
        Special@.log += 1
        return isinstance(other, Special@) and self.v == other.v
    def __hash__(self):
        Special@.log += 10
        return hash(self.v)
    def __bool__(self):
        Special@.log += 100
        return self.v > 1
    def __len__(self):
        Special@.log += 1000
        return 2
    def __contains__(self, x):
        self.v += 1
        return x == self.v
    def __iter__(self):
        yield self.v
        self.v += 1
        yield self.v
    def __getitem__(self, i):
        self.v += i
        return self.v
    def __setattr__(self, name, value):
        Special@.log += 1
        object.__setattr__(self, name, value)
    def __add__(self, t):
        return t + self.v
    def __radd__(self, t):
        return t - self.v
    def __call__(self, t):
        return t * 0.5 + self.v
""", setup="u@ = Special@(1)", uses=["t = t + (u@ == Special@(2))", "t = t + {Special@(1): 1.0, Special@(2): 2.0}.get(u@, 3.0)", "if u@:\n    t = t + 1", "t = t + len(u@)", "t = t + (3 in u@)",
                                    "for v@ in u@:\n    t = t * 0.5 + v@ % 5", "t = t * 0.5 + u@[1] % 7", "u@.v = u@.v % 9", "t = u@ + t.sum() + t * 0.5", "t = u@(t) * 0.5", "t = t + [Special@(1), Special@(2)].count(u@)",
                                    "a@, b@ = u@; t = t * 0.5 + a@ % 3"],
     changes=["u@ = Special@(3)", "u@.v = 0", "Special@.__bool__ = lambda self: False", "Special@.__len__ = lambda self: 5", "Special@.__call__ = lambda self, t: t - 1", "Special@.__eq__ = lambda self, other: True\nSpecial@.__hash__ = lambda self: 1",
              "Special@.__iter__ = lambda self: iter((1, 2))", "Special@.__getitem__ = lambda self, i: i", "del Special@.__setattr__\nSpecial@.__setattr__ = lambda self, n, v: object.__setattr__(self, n, v)", "Special@.__contains__ = lambda self, x: False", "Special@.__add__ = lambda self, t: t * 0.5"],
     shows=["Special@.log", "u@.v"])

part("described", names="r@", classes="""
class Field@:
    def __init__(self, start):
        self.start = start
    def __get__(self, o, owner):
        return self if o is None else o.__dict__.get('_x', self.start)
    def __set__(self, o, value):
        o.__dict__['_x'] = value * 0.5
    def __delete__(self, o):
        o.__dict__.pop('_x', None)
class Holder@:
    x = Field@(1.0)
    __match_args__ = ('x',)
    def __init__(self):
        self._y = 2.0
    @property
    def y(self):
        return self._y
    @y.setter
    def y(self, value):
        self._y = value + 1
    @y.deleter
    def y(self):
        self._y = 0.0
class Slots@:
    __slots__ = ('m', 'n')
""", setup="r@ = Holder@()\nr@.s = Slots@()\nr@.s.m = 1.0", uses=["t = t * 0.5 + r@.x", "r@.x = i", "r@.y = i * 0.5; t = t + r@.y", "del r@.y; t = t + r@.y", "del r@.x", "r@.s.n = r@.s.m; t = t + r@.s.n", "r@.s.m = r@.s.m + 0.5"],
     changes=["r@.x = 6.0", "del r@.x", "r@.y = 5.0", "Holder@.x = Field@(4.0)", "Holder@.x = 3.0", "Field@.__get__ = lambda self, o, owner: 2.5", "if '__set__' in Field@.__dict__:\n    del Field@.__set__",
              "Field@.__set__ = lambda self, o, value: None", "Holder@.y = property(lambda self: 1.0, lambda self, v: None, lambda self: None)",
              "r@._y = 7.0", "r@.__dict__['x'] = 8.0", "r@.s = Slots@(); r@.s.m = 4.0", "del r@.s.m; r@.s.m = 2", "object.__setattr__(r@, '_x', 9.0)"],
     shows=["list(vars(r@))", "r@.s.m"])

part("records", names="rec@ mode@", classes="""
@dataclasses.dataclass
class Record@:
    a: float = 1.0
    b: list = dataclasses.field(default_factory=list)
Pair@ = collections.namedtuple('Pair@', 'x y')
class Mode@(enum.Enum):
    ONE = 1
    TWO = 2
""", setup="rec@ = Record@()\nrec@.pair = Pair@(1.0, 2.0)\nmode@ = Mode@.ONE", uses=["t = t * 0.5 + rec@.a", "rec@.b.append(i) if len(rec@.b) < 3 else rec@.b.clear()", "t = t + rec@.pair.x - rec@.pair[1]", "if mode@ is Mode@.ONE:\n    t = t + 1",
                      "t = t + mode@.value", "rec@ = dataclasses.replace(rec@); rec@.pair = Pair@(0.5, 1.0)", "x@, y@ = rec@.pair; t = t + x@ * y@", "rec@.pair = rec@.pair._replace(x=i * 0.5)", "t = t + (rec@ == Record@())"],
     changes=["rec@.a = 3.0", "rec@ = Record@(2.0); rec@.pair = Pair@(4.0, 1.0)", "rec@.pair = Pair@(3, 4)", "mode@ = Mode@.TWO", "mode@ = Mode@(1)", "rec@.b = [1, 2]", "rec@.pair = (5.0, 6.0, 7.0)[:2]\nrec@.pair = Pair@(*rec@.pair)", "Record@.a = 9.0"],
     shows=["rec@.a", "rec@.b", "tuple(rec@.pair)", "mode@.name"])

part("flow", names="it@ n@ text@", setup="it@ = iter(range(1000))\nn@ = 3\ntext@ = 'ab'", uses=["t = t * 0.5 + next(it@) % 4", "for j@ in range(n@):\n    t = t * 0.5 + j@", "t = t + len(text@)", "if text@.startswith('a'):\n    t = t + 1", "print('n', i) if i % 9 == 0 else None",
                              "t = t + max(n@, 2)", "t = t + (n@ if i % 2 else 1)", "def gen@():\n    for j in range(n@):\n        yield j * 0.5\nfor v@ in gen@():\n    t = t * 0.5 + v@", "t = t + sum(j * 0.5 for j in range(n@))",
                              "for j@, v@ in enumerate(gen for gen in range(n@)):\n    t = t * 0.5 + v@", "while n@ > 6:\n    n@ -= 1", "t = t + (i > 7 and n@ or 1)", "match n@:\n    case 3:\n        t = t + 1\n    case _:\n        t = t - 1"],
     changes=["it@ = iter([5] * 100)", "it@ = itertools.cycle((1, 2))", "n@ = 5", "n@ = 1", "n@ = True", "n@ += 1", "text@ = 'ba'", "text@ = text@ + 'c'", "print('changed', i)", "next(it@)", "t = t.detach() * 0 + 1", "t = t.detach().double().float()"],
     shows=["n@", "text@", "next(it@)"])

part("names", names="k@ alias@ helper@", setup="k@ = 1.0\nalias@ = [k@]\ndef helper@(t):\n    return torch.relu(t) - 1", uses=["t = t * 0.5 + k@", "t = helper@(t)", "t = t * 0.5 + math.sqrt(4.0)", "t = torch.relu(t) - 0.5", "t = t + abs(alias@[0])", "k@ = k@ * 0.5 + 1", "t = torch.nn.functional.relu(t)", "t = t.tanh()"],
     changes=["k@ = 2", "k@ = None\nk@ = 0.25", "k@ = torch.tensor(0.5)", "k@ = False", "alias@ = [-2.0]", "alias@[0] = 3", "helper@ = torch.sigmoid", "helper@ = torch.nn.Tanh()", "helper@ = lambda t: t * 0.25", "del k@\nk@ = 4.0", "alias@ = (1.5,)",
              "k@, alias@ = alias@[0], [k@]"],
     shows=["show(k@)", "[show(v) for v in alias@]"])

part("patched", names="saved@", setup="saved@ = torch.relu, math.sqrt, torch.Tensor.tanh, torch.nn.functional.relu, abs", uses=["t = torch.relu(t) - 0.5", "t = t * 0.5 + math.sqrt(9.0)", "t = t.tanh()", "t = torch.nn.functional.relu(t) - 0.25", "t = t + abs(-2)"],
     changes=["torch.relu = lambda t: t * 0.5", "torch.relu = saved@[0]", "math.sqrt = lambda x: x", "math.sqrt = saved@[1]", "torch.Tensor.tanh = lambda self: self * 0.25", "torch.Tensor.tanh = saved@[2]", "builtins.abs = lambda x: x", "builtins.abs = saved@[4]", "torch.nn.functional.relu = torch.sigmoid", "torch.nn.functional.relu = saved@[3]"],
     shows=["(setattr(torch, 'relu', saved@[0]), setattr(math, 'sqrt', saved@[1]), setattr(torch.Tensor, 'tanh', saved@[2]), setattr(builtins, 'abs', saved@[4]), setattr(torch.nn.functional, 'relu', saved@[3])) and 1"])

part("given", names="a@ c@ v@ h@", setup="""
def give@(a):
    c = a * 0.5
    return c, c[1:], c.view(3, 1)
def pair@(a):
    x = a * 2
    y = a * 2
    if a[0] > 1:
        y = x.clone()
        x = x.clone()
    return x, x[1:], y
def rows@(a):
    return a.split(2)
a@ = torch.tensor([1.0, -1.0, 0.5])
c@, v@, h@ = give@(a@)
""", uses=["c@, v@, h@ = give@(a@)", "c@, v@, h@ = pair@(a@)", "v@ = a@[1:]", "v@, h@ = rows@(a@)", "v@.add_(0.5)",
           "a@.mul_(0.5).add_(1)", "t = t * 0.5 + c@.sum() + h@.sum()", "t = t + (v@._base is c@) + (v@._base is a@)",
           "t = t + a@._version % 7", "with torch.no_grad():\n    v@ = a@[:2]", "if t.sum() > 1:\n    h@ = torch.zeros(3)\n    c@ = torch.zeros(3)",
           "h@.add_(1)", "t = t.detach() * 0.5"],
     changes=["a@ = t.detach().clone()", "v@.mul_(torch.ones(2, requires_grad=True))", "c@ = c@ * torch.ones(3, requires_grad=True)",
              "a@ = torch.tensor([2.0, 0.5, 1.0], requires_grad=True)", "a@ = a@.detach()", "h@.zero_()", "c@.data = torch.ones(3)",
              "a@ = torch.ones(4)[1:]", "with torch.no_grad():\n    v@ = c@[1:]", "v@ = v@.clone()"],
     shows=["v@._base is c@", "v@._base is a@", "a@._version", "c@._version", "show(c@)", "show(a@)", "show(v@)", "v@.requires_grad",
            "c@.data_ptr() == h@.data_ptr()"])

part("stored", names="d@ o@", classes="""
class Holder@:
    pass
""", setup="""
d@ = {'a': 1.0, 'b': 2.0}
o@ = Holder@()
o@.a = 1.0
""", uses=["if t.sum() > 0:\n    d@.pop('a', None); d@['a'] = 3.0\nd@['c'] = 5.0", "d@['q'] = 1.0; d@['a'] = 2.0",
           "o@.c = 1.5; o@.a = 2.0", "if t.sum() > 1:\n    o@.__dict__.pop('a', None)\no@.b = 1.0; o@.a = 0.5",
           "d@['x'] = 1.0; del d@['x']", "o@.x = 1.0; del o@.x", "o@.z = o@.__dict__.pop('a', 0.25)", "d@['b'] = d@.pop('q', 0.5)",
           "for k@ in d@:\n    t = t * 0.5 + len(k@) + d@[k@]", "t = t * 0.5 + len(d@) + len(vars(o@))"],
     changes=["d@ = {}", "d@ = {'b': 1.0, 'a': 2.0}", "d@ = {'x': 4.0}", "o@ = Holder@()", "o@.__dict__.clear()", "d@.clear()",
              "o@.x = 3.0", "d@['x'] = 3.0", "o@.__dict__ = {'c': 1.0, 'a': 2.0}", "d@ = dict(reversed(d@.items()))"],
     shows=["list(d@.items())", "list(vars(o@).items())"])

# Containers that become longer stay out of graphs; the statements between them are roots of their own.
part("log", names="log@", setup="log@ = []", uses=[
    "log@.append(t)", "log@.append(len(log@)); t = t + len(log@) % 2", "log@.append(i)", "log@.insert(0, i)",
    "if len(log@) > 6:\n    log@.pop(0)", "log@ += [i]", "log@.extend([t, i])", "t = t * 0.5 + len(log@) % 3",
    "t = t * 0.5 + (log@[-1] if log@ else 0.5)", "log@ = log@[-5:]"],
     changes=["log@.clear()", "log@ = [1.5]", "del log@[::2]", "log@.reverse()", "log@ = log@ * 2", "log@[0:1] = [2, 3]"],
     shows=["len(log@)", "[show(x) for x in log@[-3:]]"])

# Objects that become the same one, and others that only have its name.
part("same", names="a@ b@ c@ u@ table@", classes="""
class Cfg@:
    lr = 0.5
class Uses@:
    cfg = Cfg@
    def go(self, t):
        return t * 0.5
def one@(t):
    return t + 1
def two@(t):
    return t * 0.5
""", setup="none@, other@, first@, pair@ = object(), object(), Cfg@, tuple([1, 2])\na@ = none@\nb@ = one@\nc@ = Cfg@()\nu@ = Uses@()\nu@.pair = pair@\ntable@ = {one@: 1.0}",
     uses=["t = t + (1.0 if a@ is none@ else 2.0)", "t = two@(t) if b@ == two@ else one@(t) * 0.5", "t = t * 0.5 + table@.get(b@, 0.25)",
           "t = t + (b@ in [two@, print])", "t = t + (b@ in {two@})", "t = t * 0.5 + u@.cfg.lr", "t = t + isinstance(c@, Cfg@)",
           "t = t + (type(c@) is u@.cfg)", "t = t + (u@.pair is pair@)", "t = u@.go(t)", "t = t + len({none@, a@}) * 0.25",
           "t = t * 0.5 + Cfg@.lr", "t = t + (a@ not in (none@, 1))"],
     changes=["a@ = other@", "a@ = none@", "b@ = two@", "b@ = one@", "b@ = u@.go", "table@[two@] = 3.0", "table@ = {two@: 2.0}",
              "Uses@.cfg = type('Cfg@', (), {'lr': 2.0})", "Uses@.cfg = first@", "class Cfg@:\n    lr = 4.0", "Cfg@ = first@", "c@ = Cfg@()",
              "c@ = Uses@.cfg()", "u@.pair = tuple([1, 2])", "u@.pair = pair@", "Uses@.go = staticmethod(lambda t: t - 1)",
              "Uses@.go = classmethod(lambda cls, t: t * 0.25)", "Uses@.go = lambda self, t: t + 2", "u@.go = two@", "u@ = Uses@()\nu@.pair = 5"],
     shows=["type(c@).__name__", "a@ is none@", "b@ is two@", "len(table@)", "Cfg@.lr", "u@.cfg.lr"])
