# Identity, aliasing, copies, deletion and weak expectations about lifetime.
import copy


class Node:
    def __init__(self, value):
        self.value, self.next = value, None


a = Node([1, 2])
b = copy.copy(a)
c = copy.deepcopy(a)
a.value.append(3)
print(b.value is a.value, c.value, a is not b)
a.next = a
d = copy.deepcopy(a)
print(d.next is d, d is not a)
x = y = [0]
x += [1]
print(x is y, y)
t = (1, [2])
try:
    t[1] += [3]
except TypeError as error:
    print(error, t)


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


n = Noisy("first")
n = Noisy("second")
m = n
del n
print("still", m.name)
m = None
print("gone")


def scope():
    local = Noisy("local")
    return "returned"


print(scope())
print(None is None, type(None).__name__, () is (), id(a) == id(a))
