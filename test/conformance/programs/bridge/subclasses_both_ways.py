# Classes of packages as bases, their methods and properties overridden, super() both ways.

import numpy as np

import _frames


class Mean(_frames.Model, kind="simple", level=2):
    steps = 4

    def prepare(self):
        super().prepare()
        self.state = np.zeros(2)

    def step(self, table, number):
        self.state += self.rate * (np.array([table.a.mean, table.b.mean]) - self.state)
        return float(np.abs(self.state).sum())

    def predict(self, x):
        return super().predict(x) + 1


class Better(Mean):
    def __init__(self, rate, name):
        super().__init__(rate)
        self.name = name

    def step(self, table, number):
        value = super().step(table, number)
        return -value if number % 2 else value

    @property
    def loss(self):
        return ("better", super().loss)

    @loss.setter
    def loss(self, value):
        self.history.append(value * 10)

    def __repr__(self):
        return f"Better({self.name})"


table = _frames.Table(a=[1.0, 3.0], b=[2.0, 6.0])
print(Mean.options, Better.options, Mean.__mro__[1] is _frames.Model, issubclass(Better, _frames.Model))
mean = Mean().fit(table)
print(mean.history, mean.loss, mean(4), mean.state, isinstance(mean, _frames.Model))
calls = []
better = Better(0.25, "b").fit(table, on_step=lambda model, step, loss: calls.append((model is better if step < 0 else model.name, step)) or step < 2)
print(better, better.history, better.loss, calls)
better.loss = 3
print(better.history[-1], better.loss, better(2), Better.steps, vars(better).keys() == {"rate", "history", "state", "name"})
for cls in (_frames.Model, Mean, Better):
    try:
        model = cls.__new__(cls)
        print(cls.__name__, hasattr(model, "rate"), model.steps)
    except TypeError as error:
        print(error)
try:
    _frames.Model().fit(table)
except NotImplementedError as error:
    print("not implemented", error.args)


class Logged(_frames.Store):
    def __init__(self, *args, **keywords):
        self.log = []
        super().__init__(*args, **keywords)

    def __setitem__(self, key, value):
        self.log.append(key)
        super().__setitem__(key, value)

    def __missing(self):
        return None


store = Logged(a=1)
store["b"] = 2
store.update(c=3, d=4)
print(store.log, dict(store), store.pop("a"), store.setdefault("z", 26), "b" in store, store.get("nothing", 0), len(store))
print(list(store.items()), store == {"b": 2, "c": 3, "d": 4, "z": 26}, sorted(store.keys() & {"b", "q"}))


class Doubled(_frames.Column):
    def __getitem__(self, key):
        return super().__getitem__(key) * 2

    def __len__(self):
        return super().__len__() - 1


doubled = Doubled("d", [1, 2, 3])
print([int(doubled[i]) for i in range(len(doubled))], list(map(int, doubled)), doubled.mean, np.asarray(doubled), doubled)


class Mixed(Mean, _frames.Store):
    def __init__(self):
        _frames.Store.__init__(self, q=1)
        Mean.__init__(self, 0.5)


mixed = Mixed()
print(mixed["q"], mixed.rate, mixed(1), [c.__name__ for c in Mixed.__mro__][:4])
