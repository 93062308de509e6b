# Modules: registration, iteration, state dicts, hooks, initialisation, containers, weight tying, errors.
# float-tolerance: 1e-4
import copy
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(8)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 4)
        self.b = nn.Sequential(nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2))
        self.tied = self.a
        self.register_buffer("step", torch.zeros(1))
        self.register_buffer("hidden", torch.zeros(1), persistent=False)
        self.register_parameter("nothing", None)
        self.number = 3

    def forward(self, x):
        return self.b(self.a(x))


net = Net()
print([n for n, _ in net.named_parameters()], [n for n, _ in net.named_buffers()], [n for n, _ in net.named_modules()], [n for n, _ in net.named_children()])
print(list(net.state_dict()), net.state_dict()._metadata, sum(1 for _ in net.modules()), len(list(net.parameters())))
print(net.number, hasattr(net, "zzz"), "a" in dict(net.named_children()), net.training, net.eval().training, net.b[0].training, net.train().b[0].training)
other = Net()
print(other.load_state_dict(net.state_dict()), torch.equal(other.a.weight, net.a.weight))
for change in (lambda s: s.pop("a.weight"), lambda s: s.update(extra=torch.ones(1)), lambda s: s.update({"a.bias": torch.ones(7)})):
    state = dict(net.state_dict())
    change(state)
    try:
        print(other.load_state_dict(state))
    except RuntimeError as e:
        print(e)
print(other.load_state_dict({"a.weight": torch.zeros(4, 3)}, strict=False))
twin = copy.deepcopy(net)
twin.a.weight.data.fill_(1.0)
print(torch.equal(twin.a.weight, net.a.weight), twin.tied is twin.a, twin.double().a.weight.dtype, net.a.weight.dtype)
log = []
h1 = net.a.register_forward_hook(lambda m, i, o: log.append(("out", tuple(o.shape))))
h2 = net.register_forward_pre_hook(lambda m, i: (i[0] * 2,))
h3 = net.a.register_full_backward_hook(lambda m, gi, go: log.append(("grad", [None if g is None else tuple(g.shape) for g in gi])))
x = torch.randn(5, 3, requires_grad=True)
net(x).sum().backward()
print(log)
h1.remove(); h2.remove(); h3.remove()
net(x)
print(len(log), x.grad.shape)
net.zero_grad()
print(net.a.weight.grad, net.requires_grad_(False).a.weight.requires_grad)
net.requires_grad_(True)
for name, call in {"xavier_uniform_": lambda w: nn.init.xavier_uniform_(w, gain=nn.init.calculate_gain("relu")), "xavier_normal_": nn.init.xavier_normal_, "kaiming_uniform_": lambda w: nn.init.kaiming_uniform_(w, a=5 ** 0.5), "kaiming_normal_": lambda w: nn.init.kaiming_normal_(w, mode="fan_out", nonlinearity="relu"), "orthogonal_": nn.init.orthogonal_, "trunc_normal_": lambda w: nn.init.trunc_normal_(w, std=0.02),
                   "normal_": lambda w: nn.init.normal_(w, 1.0, 2.0), "uniform_": lambda w: nn.init.uniform_(w, -1, 1), "constant_": lambda w: nn.init.constant_(w, 0.3), "eye_": nn.init.eye_, "zeros_": nn.init.zeros_, "ones_": nn.init.ones_, "sparse_": lambda w: nn.init.sparse_(w, 0.5)}.items():
    w = torch.empty(4, 3)
    call(w)
    print(name, w.abs().sum().item(), w[0])
print(nn.init.dirac_(torch.empty(2, 2, 3))[0], [nn.init.calculate_gain(n) for n in ("linear", "tanh", "relu", "selu")])
s = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
print(len(s), s[0], s[-1], s[:2], [type(m).__name__ for m in s])
s.append(nn.Sigmoid())
s.insert(1, nn.Identity())
del s[1]
s[1] = nn.Tanh()
print(s)
l = nn.ModuleList([nn.Linear(1, 1)])
l.extend([nn.ReLU()])
l.append(nn.Tanh())
print(len(l), l[-1], nn.ReLU in [type(m) for m in l])
d = nn.ModuleDict({"x": nn.ReLU()})
d["y"] = nn.Tanh()
d.update({"z": nn.Identity()})
print(list(d), d["y"], "q" in d, d.pop("x"), len(d), list(d.items()))
p = nn.ParameterDict({"w": nn.Parameter(torch.ones(1))})
print(p, list(p.keys()))
net.a.weight = nn.Parameter(torch.zeros(4, 3))
print(net.a.weight is net.tied.weight, net.a.weight.sum())
for wrong in (lambda: setattr(net.a, "weight", torch.ones(2)), lambda: net.register_buffer("a", torch.ones(1)), lambda: net.zzz, lambda: net.add_module("x.y", nn.ReLU()), lambda: nn.Module()(1), lambda: net(torch.ones(2, 5)), lambda: nn.Linear(2, 2)(torch.ones(2, dtype=torch.int64)), lambda: nn.Sequential(1),
              lambda: nn.ModuleList([1]), lambda: nn.Conv2d(3, 4, 3, groups=2), lambda: nn.Conv2d(1, 1, 3)(torch.ones(1, 2, 5, 5)), lambda: nn.BatchNorm1d(3)(torch.ones(2, 3, 4, 5)), lambda: nn.Dropout(2.0), lambda: net.get_submodule("b.9"), lambda: net.get_parameter("a.zzz"), lambda: nn.MultiheadAttention(5, 2), lambda: net.a(), lambda: nn.Embedding(3, 2)(torch.tensor([3]))):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)
print(net.get_submodule("b.0"), net.get_parameter("b.2.bias").shape, net.get_buffer("step"))
net.apply(lambda m: m.weight.data.fill_(0.5) if isinstance(m, nn.Linear) else None)
print(net.b[2].weight)
net.half()
print(net.a.weight.dtype, net.step.dtype, net.float().a.weight.dtype, net.to(torch.float64).a.weight.dtype, net.cpu() is net)
drop = nn.Dropout(0.5)
torch.manual_seed(3)
print(drop(torch.ones(10)), F.dropout(torch.ones(5), 0.2), nn.Dropout2d(0.5)(torch.ones(1, 4, 1, 2)), drop.eval()(torch.ones(3)), F.alpha_dropout(torch.ones(4), 0.5, True))
with torch.no_grad():
    for q in net.parameters():
        q.add_(1)
print(nn.utils.parameters_to_vector(net.parameters()).shape)
print(torch.is_tensor(net.a.weight), isinstance(net.a.weight, torch.Tensor), isinstance(net.a.weight, nn.Parameter), type(net.a.weight), type(net.a.weight.data))
