"""Descriptors whose class gets and loses `__get__` and `__set__`, that get another class, and that are replaced, after
the profile: what an instance, its class and a subclass find by their name."""
import torch


class Rate:
    def __init__(self, v):
        self.v = v

    def __get__(self, obj, owner=None):
        return self.v


class Fixed:
    def __get__(self, obj, owner=None):
        return 11.0

    def __set__(self, obj, v):
        pass


class Plain:
    def __init__(self, v):
        self.v = v


class Model:
    rate = Rate(2.0)
    plain = Plain(3.0)


class Sub(Model):
    pass


def run(name, changes, model, get):
    w = torch.ones(2)
    out = []
    for i in range(24):
        try:
            w = w * 0.5 + get(model)
        except Exception as error:
            out.append((i, type(error).__name__, str(error)))
        if i in changes:
            changes[i]()
        if i % 3 == 0:
            out.append(w.tolist())
    print(name, out)


def give_set():
    Rate.__set__ = lambda self, obj, v: None


def take_set():
    del Rate.__set__


def take_get():
    global taken
    taken = Rate.__get__
    del Rate.__get__


def give_get():
    Rate.__get__ = taken


def plain_get():
    Plain.__get__ = lambda self, obj, owner=None: 7.0


def plain_again():
    del Plain.__get__


def other_class():
    Model.__dict__["rate"].__class__ = Fixed


def first_class():
    Model.__dict__["rate"].__class__ = Rate


model, sub = Model(), Sub()
model.__dict__["rate"] = 5.0
run("set", {10: give_set, 15: take_set}, model, lambda m: m.rate)
run("get", {11: take_get, 12: give_get}, sub, lambda m: m.rate)
run("plain", {9: plain_get, 16: plain_again}, sub, lambda m: m.plain if isinstance(m.plain, float) else m.plain.v)
run("class", {10: other_class, 17: first_class}, model, lambda m: m.rate)
run("of the class", {10: other_class, 17: first_class}, model, lambda m: type(m).rate)


# The descriptor that goes dies: what was found through it before is not looked at again.
class Trained:
    rate = Rate(2.0)


trained = Trained()
trained.w = torch.ones(3, requires_grad=True)
kept = []


def replace():
    Trained.rate = Fixed()
    for n in range(300):
        kept.append((n, float(n)))
        kept.append([n])


for change in [replace, None]:
    for i in range(22 if change else 5):
        trained.w.sum().backward()
        with torch.no_grad():
            trained.w -= trained.rate * trained.w.grad
            trained.w.grad.zero_()
    print(trained.w)
    if change:
        change()
