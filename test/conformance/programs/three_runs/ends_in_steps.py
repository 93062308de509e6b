"""Objects whose class has `__del__`, made and dropped in steps: their ends are effects."""
import torch

log = []


class Base:
    def __del__(self):
        log.append(type(self).__name__)


class Timer(Base):
    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False


class Counted:
    def __init__(self, number):
        self.number = number

    def __del__(self):
        log.append(self.number)


class Stop(Exception):
    def __del__(self):
        log.append("stop")


def timed(i, x):
    with Timer():
        y = x * i
    return y


def dropped(i, x):
    Counted(i)
    return x + i


held = [None]


def replaced(i, x):
    held[0] = Counted(i)
    return x * i


def raised(i, x):
    try:
        if i % 2:
            raise Stop
    except Stop:
        pass
    return x - i


def bare(i, x):
    made = object.__new__(Counted)
    made.number = -i
    return x.sum() + i


for i in range(25):
    total = sum(float(f(i, torch.ones(2)).sum()) for f in (timed, dropped, replaced, raised, bare))
print(total, len(log), log[-7:])


class Late:
    pass


def late(i, x):
    thing = Late()
    thing.number = i
    return x * thing.number


log.clear()
for i in range(30):
    late(i, torch.ones(2))
    if i == 20:
        Late.__del__ = lambda self: log.append(self.number)
print(log)
log.clear()
held.clear()
