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


# Of objects that were there before: what the step does next comes behind their ends.
class Told:
    def __init__(self, number):
        self.number = number

    def __del__(self):
        print("end", self.number, end=" ")


class Box:
    pass


many = [Told(i) for i in range(40)]
table = {i: Told(1000 + i) for i in range(40)}
slot = [None]
box = Box()


def popped(i, x):
    many.pop()
    print("popped", i, end=" ")
    return x * i


def cleared(i, x):
    box.item = None
    print("cleared", i, end=" ")
    return x * i


def deleted(i, x):
    del table[i]
    print("deleted", i, end=" ")
    return x * i


def put(i, x):
    y = x * i
    slot[0] = i
    print("put", i, end=" ")
    return y


def counted(i, x):
    before = len(log)
    box.list = []
    return x * (len(log) - before)


for i in range(40):
    x = torch.ones(2)
    popped(i, x)
    box.item = Told(100 + i)
    cleared(i, x)
    deleted(i, x)
    slot[0] = Told(200 + i)
    put(i, x)
    box.list = [[Counted(i)]]
    print(counted(i, x).sum().item())
    last = Told(300 + i)
    last = x * i
    print("last", i, float(last.sum()))
