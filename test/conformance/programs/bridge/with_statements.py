import _toolbox

with _toolbox.Resource("a") as r:
    print("inside", r.name)
with _toolbox.Resource("b", KeyError):
    raise KeyError("swallowed")
try:
    with _toolbox.Resource("c", KeyError):
        raise ValueError("passes")
except ValueError as error:
    print("outside", error)
with _toolbox.Resource("d") as x, _toolbox.Resource("e") as y:
    print(x.name + y.name)


def early():
    with _toolbox.Resource("f"):
        return "returned"


print(early())
for i in range(3):
    with _toolbox.Resource(f"g{i}"):
        if i == 1:
            break
try:
    with _toolbox.Vector(1):
        pass
except (TypeError, AttributeError) as error:
    print(type(error).__name__)


class Mine:
    def __enter__(self):
        print("mine opens")
        return 5

    def __exit__(self, kind, value, traceback):
        print("mine closes", kind, value)
        return True


import contextlib

with contextlib.ExitStack() as stack:
    stack.enter_context(_toolbox.Resource("h"))
    print(stack.enter_context(Mine()))
