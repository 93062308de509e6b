"""Modules and functions that are traced: graphs, code, what runs, changes of nodes, interpreters, patterns."""
import operator

import torch
import torch.fx as fx
import torch.nn.functional as F
from torch import nn
from torch.fx.passes.shape_prop import ShapeProp

torch.manual_seed(0)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.param = nn.Parameter(torch.rand(3, 4))
        self.linear = nn.Linear(4, 5)
        self.register_buffer("scale", torch.full((5,), 2.0))

    def forward(self, x, factor: float = 2.0):
        y = self.linear(x + self.param).clamp(min=0.0, max=1.0)
        return {"out": y * self.scale, "pair": (y[0], y.shape[1] * factor), "more": [F.relu(y), torch.cat([y, -y], dim=1)]}


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2))
        self.head = nn.Linear(4 * 4 * 4, 2)

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        x = self.features(input)
        x = torch.flatten(x, 1)
        x = F.dropout(x, 0.5, training=self.training)
        return F.softmax(self.head(x), dim=-1)


block, net = Block(), Net().eval()
for module in (block, net):
    traced = fx.symbolic_trace(module)
    print(isinstance(traced, fx.GraphModule), isinstance(traced, nn.Module))
    print(traced.graph)
    print(traced.code)
    print(traced)
    for node in traced.graph.nodes:
        print(node.op, node.name, node.args, node.kwargs, [user.name for user in node.users], node.type)
    traced.graph.lint()

x = torch.randn(3, 4)
a, b = block(x), fx.symbolic_trace(block)(x)
print(torch.equal(a["out"], b["out"]), torch.equal(a["more"][1], b["more"][1]), a["pair"][1] == b["pair"][1])
image = torch.randn(2, 3, 8, 8)
traced = fx.symbolic_trace(net)
print(torch.equal(net(image), traced(image)), torch.equal(net(image), traced(input=image)))
print(sorted(traced.state_dict()) == sorted(net.state_dict()), [n for n, _ in traced.named_children()])
traced(image).sum().backward()
print([p.grad is not None for p in net.parameters()])


def function(x, y):
    z = torch.add(x, y).relu() + 1
    z += y
    w = z @ y.t() - 2 * x ** 2 / (1 - y) // 3 % 5
    return -w, abs(z), w > 0, w[0, 1:, None], torch.sigmoid(w).sum().sqrt(), z.shape[0], torch.stack([z, y])


traced = fx.symbolic_trace(function)
print(traced.graph)
print(traced.code)
for node in traced.graph.nodes:
    if node.op == "call_function" and node.target is torch.add:
        node.target = torch.mul
    if node.op == "call_method" and node.target == "relu":
        with traced.graph.inserting_after(node):
            new = traced.graph.call_function(torch.tanh, (node.args[0],))
            node.replace_all_uses_with(new)
        traced.graph.erase_node(node)
traced.graph.lint()
traced.recompile()
print(traced.code)
print(traced(torch.ones(2, 2), torch.full((2, 2), 3.0))[5])


class Quiet(fx.Interpreter):
    def run_node(self, n):
        result = super().run_node(n)
        print(n.name, tuple(result.shape) if isinstance(result, torch.Tensor) else type(result).__name__)
        return result

    def call_function(self, target, args, kwargs):
        if target is torch.sigmoid:
            return torch.neg(*args, **kwargs)
        return super().call_function(target, args, kwargs)


Quiet(fx.symbolic_trace(net)).run(image)


class Negated(fx.Transformer):
    def call_function(self, target, args, kwargs):
        if target is torch.sigmoid:
            return torch.neg(*args, **kwargs)
        return super().call_function(target, args, kwargs)

    def call_method(self, target, args, kwargs):
        if target == "neg":
            called, *others = args
            return called.sigmoid(*others, **kwargs)
        return super().call_method(target, args, kwargs)


print(Negated(fx.symbolic_trace(lambda x: torch.sigmoid(x).neg())).transform().code)


class Deep(fx.Tracer):
    def is_leaf_module(self, module, name):
        return isinstance(module, nn.BatchNorm2d)


graph = Deep().trace(net)
print(graph)
print(torch.allclose(fx.GraphModule(net, graph)(image), net(image)))

graph = fx.Graph()
first = graph.placeholder("first")
second = graph.call_function(operator.add, (first, 1))
graph.call_method("neg", (second,))
graph.output(graph.call_module("layer", (second,)))
made = fx.GraphModule({"layer": nn.ReLU()}, graph)
print(made.graph, made.code, made(torch.tensor([-3.0, 2.0])))
print(made.graph.eliminate_dead_code(), len(made.graph.nodes), made.graph)
for text in (lambda: fx.GraphModule({}, graph), lambda: made.graph.erase_node(second)):
    try:
        text()
    except RuntimeError as error:
        print(error)


def pattern(a, b):
    return torch.add(a, b)


def replacement(a, b):
    return torch.mul(a, b).neg()


traced = fx.symbolic_trace(lambda x, y: torch.add(x, y).sin() + torch.add(y, 2))
print(len(fx.replace_pattern(traced, pattern, replacement)), traced.code)
shapes = fx.symbolic_trace(net)
ShapeProp(shapes).propagate(image)
print([(n.name, n.meta["tensor_meta"].shape, n.meta["tensor_meta"].dtype) for n in shapes.graph.nodes])


@fx.wrap
def own(x, times):
    return x * times if x.sum() > 0 else x


print(fx.symbolic_trace(lambda x: own(x, 3) + 1).code)


def branches(x):
    return x if x.sum() > 0 else -x


for wrong in (branches, lambda x: [row for row in x], lambda x: len(x)):
    try:
        fx.symbolic_trace(wrong)
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, str(error)[:70])
partial = fx.symbolic_trace(lambda x, flag: x if flag else -x, concrete_args={"flag": True})
print(partial(torch.ones(2), True))
captured = torch.ones(2)
traced = fx.symbolic_trace(lambda x: x + captured)
print(traced.code, traced(torch.zeros(2)))


def unpacked(x, y):
    batch, channels, *_ = (x.shape[0], x.shape[1], 0)
    b, c = x.shape
    first, (second, third) = torch.chunk(y, 2), torch.chunk(x, 2)
    (u, v), w = torch.max(x, dim=1), y.reshape(b, c)
    return first[0] + second + third, w * channels, u, v, batch


traced = fx.symbolic_trace(unpacked)
print(traced.code)
x, y = torch.randn(4, 6), torch.randn(4, 6)
print(all([torch.equal(torch.as_tensor(a), torch.as_tensor(b)) for a, b in zip(traced(x, y), unpacked(x, y))]))


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads, self.qkv = 2, nn.Linear(8, 24)

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        return F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, n, d)


attention = Attention()
traced = fx.symbolic_trace(attention)
print(traced.code)
x = torch.randn(2, 5, 8)
print(torch.equal(traced(x), attention(x)))


def keyword_only(x, *, factor=2.0):
    return x * factor


traced = fx.symbolic_trace(keyword_only)
print([node.name for node in traced.graph.nodes], traced(torch.ones(2)), traced(torch.ones(2), factor=3.0))
