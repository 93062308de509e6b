"""Lists as arguments of numpy's functions, of its generators, and of functions that a program has put in their place."""
import numpy as np

a, b = np.arange(3.0), np.ones(2)
rows, numbers = [a, a + 1], [3, 1, 2]
print(np.concatenate([a, b]), np.concatenate(rows, axis=0), np.stack(rows), np.vstack(rows).shape, np.hstack([a, b]))
print(np.mean(numbers), np.any([False, True]), np.all([True, 1]), np.max(numbers), np.argmin(numbers), np.sort(numbers), numbers)
print(np.where([True, False], [1, 2], [3, 4]), np.isin([1, 5], numbers), np.unique([2, 2, 1]), np.cumsum([1, 2, 3]))
print(np.add([1, 2], [3, 4]), np.exp([0.0]), np.maximum([1, 5], 3), np.median([1.0, 4.0, 2.0]), np.percentile([1, 2, 3], 50))
print(np.sum([[1, 2], [3, 4]], axis=1), np.mean([[1.0], [2.0]]), np.linspace(0, 1, 3), np.split(np.arange(4), [1, 3]))
out = np.zeros(2)
np.add([1.0, 2.0], [3.0, 4.0], out=out)
print(out, np.clip([5, -5, 0], [0, 0, 0], [1, 1, 1]), np.take([10, 20, 30], [2, 0]), np.interp(0.5, [0, 1], [0, 10]))

rng = np.random.default_rng(0)
np.random.seed(0)
print(rng.choice([1, 2, 3]), rng.choice(["a", "b"]), rng.permutation([1, 2, 3]), rng.normal([0.0, 10.0]).round(4))
print(np.random.choice([1, 2, 3], p=[0.2, 0.3, 0.5]), np.random.permutation([4, 5, 6]), np.random.uniform([0.0], [1.0]).round(4))
cards = [1, 2, 3, 4, 5]
rng.shuffle(cards)
print(cards)
np.random.shuffle(cards)
print(cards)

things = [object(), object()]
print(np.array(things)[0] is things[0], np.stack([np.array(things)] * 2)[1, 1] is things[1])
print(np.sort(["b", "a"]), np.concatenate([["x"], ["y"]]), np.mean([np.float32(1.5), 2]), np.stack([np.float32(1), np.float32(2)]).dtype)
for wrong in (lambda: np.concatenate([]), lambda: np.stack([a, b]), lambda: np.mean(["x"]), lambda: rng.choice([])):
    try:
        wrong()
    except (ValueError, TypeError) as e:
        print(type(e).__name__, str(e)[:60])

kept = []


def mean(values, **keywords):
    kept.append(values)
    values.append(0)
    return len(values)


whole = np.mean
np.mean = mean
print(np.mean(numbers), numbers, kept[0] is numbers)
np.mean = whole
print(np.mean(numbers))


class Holder:
    def mean(self, values):
        values.clear()
        return values


holder = Holder()
print(holder.mean(numbers), numbers)
for i in range(30):
    total = np.concatenate([a, [float(i)]]).sum() + np.mean([i, i + 1]) + np.stack([a * i, a])[0, 2]
print(total)
