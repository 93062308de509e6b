import random

import _nets

random.seed(7)
print([random.random(), _nets.draw(), random.random(), _nets.draw(), random.randint(0, 100)])
random.seed(7)
print([random.random() for _ in range(4)])
print(random.gauss(0, 1), _nets.random.gauss(0, 1), random.gauss(0, 1), _nets.random.gauss(0, 1))
items = list(range(6))
_nets.random.shuffle(items)
print(items, random.random())
random.shuffle(items)
print(items, _nets.draw())
state = random.getstate()
a = _nets.draw()
random.setstate(state)
print(a == _nets.draw(), a == random.random())
_nets.random.seed(3)
print(random.random(), _nets.draw())
for _ in range(1000):
    random.random()
print(_nets.draw(), random.random())
