import numpy as np


class Noise:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.history = []

    def draw(self, n):
        values = self.rng.integers(0, 100, size=n)
        self.history.append(int(values.sum()))
        return values.tolist()


a, b = Noise(1), Noise(1)
print(a.draw(3), b.draw(3), a.draw(2), a.history, b.history)
print([round(float(a.rng.normal()), 6) for _ in range(3)], a.rng.permutation(5).tolist())
np.random.seed(3)
print(np.random.rand(2), np.random.randint(0, 9, 4))
state = np.random.get_state()
first = np.random.rand()
np.random.set_state(state)
print(first == np.random.rand())
old = np.random.RandomState(7)
print(old.choice(["x", "y", "z"], 5).tolist(), old.uniform(1, 2) < 2)
spawned = np.random.SeedSequence(5).spawn(2)
print([int(np.random.default_rng(s).integers(1000)) for s in spawned])
