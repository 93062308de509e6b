"""One call site of `append`, many kinds of receivers."""
class L(list):

    def append(self, x):
        super().append(x * 10)

class O:

    def __init__(self):
        self.log = []

    def append(self, x):
        self.log.append(x)
        return x

def fill(r, n):
    out = None
    for i in range(n):
        out = r.append(i)
    return out
a = []
print(fill(a, 5), a)
b = L()
print(fill(b, 3), b)
c = O()
print(fill(c, 3), c.log)
import collections
d = collections.deque(maxlen=2)
fill(d, 5)
print(d)
try:
    fill((), 1)
except AttributeError as e:
    print(e)
try:
    fill(None, 1)
except AttributeError as e:
    print(e)
x = bytearray()
fill(x, 3)
print(x)
l = []
for i in range(3):
    l.append(l) if i == 1 else l.append(i)
print(l)

class W:
    append = lambda self, *a: ('w', a)
print(fill(W(), 2))
o = O()
o.append = lambda v: ('inst', v)
print(fill(o, 2))

def grow():
    l = []
    for i in range(1000):
        l.append(i)
    for i in range(995):
        l.pop()
    for i in range(3):
        l.append(-i)
    return l
print(grow())

def it():
    l = [1]
    for v in l:
        if len(l) < 5:
            l.append(v + 1)
    return l
print(it())
