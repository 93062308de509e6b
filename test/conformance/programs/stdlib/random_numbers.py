# random's stream is CPython's.
import random

random.seed(42)
print(random.random(), random.random(), random.randint(1, 100), random.uniform(-1, 1), random.randrange(0, 100, 7))
items = list(range(10))
random.shuffle(items)
print(items, random.choice("abcdef"), random.sample(range(100), 5), random.choices([1, 2, 3], k=4))
print(random.gauss(0, 1), random.gauss(0, 1), random.normalvariate(0, 1), random.getrandbits(70), random.expovariate(2))
state = random.getstate()
a = [random.random() for _ in range(3)]
random.setstate(state)
print(a == [random.random() for _ in range(3)])
own = random.Random(7)
print(own.random(), own.randint(0, 10 ** 30), random.Random("text").random(), random.Random(2 ** 100).random())
random.seed(0)
print([random.randrange(1000) for _ in range(700)][-5:], random.choices("ab", weights=[1, 9], k=6))
