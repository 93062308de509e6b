"""eval and exec in functions: these run in Python as a whole, over the module's own names."""
# janusc: --fallback=python
import math
import torch

scale = 3.0
seen = []

def power(x, n):
    return x ** n

def evaluate(text, x):
    y = x + 1
    return eval(text)

def execute(text):
    exec(text, globals())
    return sorted(name for name in globals() if name.startswith("made_"))

def in_a_namespace(text, **names):
    space = dict(names)
    exec(text, space)
    return {name: value for name, value in space.items() if name != "__builtins__"}

def table(texts):
    global scale
    functions = []
    for text in texts:
        functions.append(eval("lambda x: " + text))
    scale += 1
    return functions

class Formula:
    """A method that evaluates, beside compiled ones."""
    __secret = 40

    def __init__(self, text):
        self.text = text

    def __call__(self, x):
        seen.append(x)
        return eval(self.text, globals(), {"x": x, "self": self}) + self.__secret

    def twice(self, x):
        return self(x) + self(x)

print(evaluate("x + y * 2", 4), evaluate("power(x, 3) + scale", 2), evaluate("math.sqrt(y)", 8))
t = evaluate("torch.arange(x) * y", 4)
print(t, t.dtype, evaluate("x.sum().item() + len(seen)", t))
print(execute("made_one = power(2, 5)\ndef made_two(x):\n    return x * made_one + scale\n"))
print(made_one, made_two(2))
print(in_a_namespace("z = x * y\nw = [x] * 3", x=2, y=torch.ones(2)))
square, both = table(["x * x", "(x, scale)"])
print(square(7), square(torch.tensor([1.0, 2.0])), both(1), scale)
formula = Formula("x * 2 + len(seen)")
print(formula(1), formula.twice(10), seen)
print(list(map(lambda text: eval(text), ["1 + 1", "scale * 2"])))
try:
    evaluate("1 / (x - x)", 3)
except ZeroDivisionError as error:
    print("caught", error)
try:
    evaluate("x +", 3)
except SyntaxError as error:
    print(type(error).__name__)
try:
    evaluate("nothing_there", 3)
except NameError as error:
    print(error)
