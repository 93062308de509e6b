"""Classes that functions in Python make of the program's, methods that run there, super() either way, and
what isinstance says."""
# janusc: --fallback=python
import collections.abc
import numbers
import torch
import torch.nn as nn

class Base:
    made = 0

    def __init__(self, name):
        self.name = name
        Base.made += 1

    def greet(self):
        return f"{type(self).__name__} {self.name}"

    def __setattr__(self, name, value):
        super().__setattr__(name, value)

class Direct(Base):
    def __init__(self, name, text):
        super().__init__(name)
        exec("")
        self.value = eval(text)

    def greet(self):
        word = eval("'hello '")
        return word + super().greet()

    def old_style(self):
        exec("")
        Base.__init__(self, "again")
        return Base.greet(self)

def make_classes(scale):
    exec("")

    class Layer(nn.Module):
        """Made in Python."""
        factor = scale

        def __init__(self, size):
            super().__init__()
            self.inner = nn.Linear(size, size)

        def forward(self, x):
            return self.inner(x) * self.factor

    class Plain:
        def __init__(self, layer):
            self.layer = layer

        def run(self, x):
            return self.layer(x)

    return Layer, Plain

def kinds(*values):
    exec("")
    tests = (numbers.Number, collections.abc.Iterable, nn.Module, torch.Tensor, Base, (int, Base), dict)
    return [[isinstance(value, test) for test in tests] for value in values]

torch.manual_seed(0)
first = Direct("one", "1 + len(name)")
print(first.greet(), first.value, first.old_style(), Base.made, first.name)
Layer, Plain = make_classes(2.0)
layer = Layer(3)
print(Layer.__name__, Layer.__doc__, issubclass(Layer, nn.Module), [name for name, _ in layer.named_parameters()])
x = torch.ones(1, 3)
out = Plain(layer).run(x)
out.sum().backward()
print([f"{v:.4f}" for v in out.flatten().tolist()], f"{layer.inner.weight.grad.sum().item():.4f}")
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
optimizer.step()
print([f"{v:.4f}" for v in layer(x).flatten().tolist()], sorted(layer.state_dict()))

class Deeper(Layer):
    def forward(self, x):
        return super().forward(x) + 1

print([f"{v:.4f}" for v in Deeper(3)(x).flatten().tolist()])
for row in kinds(1, 2.5, "text", [1], {}, layer, x, first, None):
    print(row)
