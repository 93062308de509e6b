"""A small package of tables over numpy, as packages of that kind are: properties, `__getattr__`, group by, apply."""
import contextlib
import pickle
import queue
import threading
from collections.abc import MutableMapping, Sequence

import numpy as np


class Column(Sequence):
    def __init__(self, name, values):
        self.name = name
        self.values = np.asarray(values)

    def __len__(self):
        return len(self.values)

    def __getitem__(self, key):
        found = self.values[key]
        return Column(self.name, found) if isinstance(found, np.ndarray) else found

    def __repr__(self):
        return f"Column({self.name}, {self.values.tolist()})"

    def __array__(self, dtype=None, copy=None):
        return self.values if dtype is None else self.values.astype(dtype)

    def __gt__(self, other):
        return Column(self.name, self.values > np.asarray(other))

    def __mul__(self, other):
        return Column(self.name, self.values * np.asarray(other))

    __rmul__ = __mul__

    def apply(self, function):
        return Column(self.name, [function(value) for value in self.values])

    def map_items(self, function):
        return [function(i, value) for i, value in enumerate(self.values)]

    @property
    def mean(self):
        return self.values.mean()


class Table:
    registry = {}

    def __init__(self, **columns):
        object.__setattr__(self, "columns", {name: Column(name, values) for name, values in columns.items()})

    def __getattr__(self, name):
        if name.startswith("__") or name not in self.__dict__.get("columns", ()):
            raise AttributeError(f"no column {name!r}")
        return self.columns[name]

    def __setattr__(self, name, value):
        self.columns[name] = Column(name, value)

    def __getitem__(self, key):
        if isinstance(key, str):
            return self.columns[key]
        return Table(**{name: column.values[np.asarray(key)] for name, column in self.columns.items()})

    def __iter__(self):
        return iter(self.columns)

    def __len__(self):
        return len(next(iter(self.columns.values())))

    def __eq__(self, other):
        return isinstance(other, Table) and all((self[n].values == other[n].values).all() for n in self)

    def rows(self):
        for i in range(len(self)):
            yield {name: column.values[i] for name, column in self.columns.items()}

    def sort(self, key, reverse=False):
        rows = sorted(self.rows(), key=key, reverse=reverse)
        return Table(**{name: [row[name] for row in rows] for name in self})

    def groupby(self, key):
        groups = {}
        for i, row in enumerate(self.rows()):
            groups.setdefault(key(row), []).append(i)
        for name in sorted(groups):
            yield name, self[groups[name]]

    def pipe(self, function, *args, **keywords):
        return function(self, *args, **keywords)

    @property
    def shape(self):
        return len(self), len(self.columns)

    @classmethod
    def named(cls, name, **columns):
        made = cls.registry[name] = cls(**columns)
        return made

    @staticmethod
    def empty():
        return Table(none=[])

    @contextlib.contextmanager
    def opened(self, log):
        log("opened")
        try:
            yield self
        except KeyError as error:
            log(f"no {error}")
        finally:
            log("closed")

    def __reduce__(self):
        return _restore, ({name: column.values for name, column in self.columns.items()},)


def _restore(columns):
    return Table(**columns)


class Model:
    """Fits by calling back: subclasses say how."""
    steps = 3

    def __init__(self, rate=0.5):
        self.rate = rate
        self.history = []
        self.prepare()

    def prepare(self):
        self.state = None

    def fit(self, table, on_step=None):
        for step in range(self.steps):
            loss = self.step(table, step)
            self.history.append(loss)
            if on_step is not None and on_step(self, step, loss) is False:
                break
        return self

    def step(self, table, number):
        raise NotImplementedError

    @property
    def loss(self):
        return self.history[-1] if self.history else None

    @loss.setter
    def loss(self, value):
        self.history.append(value)

    def __call__(self, *args):
        return self.predict(*args)

    def predict(self, x):
        return x * self.rate

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__()
        cls.options = keywords


class Store(MutableMapping):
    """A mapping that subclasses may keep elsewhere."""

    def __init__(self, *args, **keywords):
        self.data = dict(*args, **keywords)

    def __getitem__(self, key):
        return self.data[key]

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)


def merge(*iterables, key=None):
    import heapq
    yield from heapq.merge(*iterables, key=key)


def take(iterator, n):
    return [item for _, item in zip(range(n), iterator)]


def drain(iterator):
    return list(iterator)


def send_all(generator, values):
    answers = [next(generator)]
    for value in values:
        answers.append(generator.send(value))
    generator.close()
    return answers


def throw_into(generator, error):
    next(generator)
    return generator.throw(error)


def in_thread(function, *args):
    """What a function gives in another thread, or the exception."""
    outcome = []

    def run():
        try:
            outcome.append(function(*args))
        except Exception as error:
            outcome.append(error)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if isinstance(outcome[0], Exception):
        raise outcome[0]
    return outcome[0]


def pool(function, items, workers=3):
    """Results by item, made by several threads."""
    waiting, results = queue.Queue(), {}
    for i, item in enumerate(items):
        waiting.put((i, item))

    def work():
        while True:
            try:
                i, item = waiting.get_nowait()
            except queue.Empty:
                return
            results[i] = function(item)
    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [results[i] for i in range(len(items))]


def roundtrip(value):
    return pickle.loads(pickle.dumps(value))


def dumps(value):
    return pickle.dumps(value)


class Field:
    """A descriptor that knows its name."""

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        return self if instance is None else instance.__dict__.get(self.name, f"no {self.name}")

    def __set__(self, instance, value):
        instance.__dict__[self.name] = value * 2


class Lazy:
    """Attributes that are made when they are asked for."""

    def __init__(self, make):
        self.make = make

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        value = self.make(name)
        setattr(self, name, value)
        return value
