# with: several managers, suppression, exceptions inside enter and exit, contextlib.
from contextlib import contextmanager


class Manager:
    def __init__(self, name, suppress=False):
        self.name, self.suppress = name, suppress

    def __enter__(self):
        print("enter", self.name)
        return self.name.upper()

    def __exit__(self, kind, value, traceback):
        print("exit", self.name, kind.__name__ if kind else None, value)
        return self.suppress


with Manager("a") as a, Manager("b") as b:
    print(a, b)

with Manager("outer", suppress=True):
    with Manager("inner"):
        raise ValueError("inside")
print("went on")


def returning():
    with Manager("r"):
        return "value"


print(returning())

for i in range(3):
    with Manager(f"loop{i}"):
        if i == 0:
            continue
        break


@contextmanager
def tag(name):
    print(f"<{name}>")
    try:
        yield name
    except KeyError as error:
        print("handled", error)
    finally:
        print(f"</{name}>")


with tag("b") as name:
    print("in", name)
with tag("i"):
    raise KeyError("k")

try:
    with 3:
        pass
except TypeError as error:
    print(error)
