"""Objects whose end is noticed."""
import weakref


class Loud:
    def __init__(self, name, then=None):
        self.name = name
        self.then = then

    def __del__(self):
        print("end of", self.name)
        if self.then is not None:
            self.then(self.name)

    def me(self):
        return self

    def other(self, name):
        return Loud(name, self.then)

    def __add__(self, other):
        return Loud(f"{self.name}+{other.name}")


def make(name, then=None):
    return Loud(name, then)


def numbers(name):
    try:
        for i in range(10):
            yield i
    finally:
        print("numbers of", name, "are over")


def hold(name):
    held = Loud(name)
    raise ValueError(f"with {name}")


def closure(name):
    held = Loud(name)
    return lambda: held.name


def use(f):
    value = f()
    print("used", value.name)
    del value
    print("after its use")


def watch(thing):
    return weakref.ref(thing, lambda _: print("watched it end"))


alive = weakref.WeakSet()


class Counted:
    def __init__(self):
        alive.add(self)


def count():
    return len(alive)


def many(n):
    return [Loud(i) for i in range(n)]


def forward(f, thing):
    return f(thing)


class Failing:
    def __del__(self):
        print("fails at its end")
