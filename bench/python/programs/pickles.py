"""Objects to bytes and back."""
import pickle


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


def work(rounds=60):
    data = {"points": [Point(i, i * 0.5) for i in range(100)], "words": [f"word{i}" for i in range(200)],
            "table": {i: (i, str(i), [i] * 3) for i in range(200)}, "set": frozenset(range(50))}
    total = 0
    for _ in range(rounds):
        for protocol in (2, 4):
            text = pickle.dumps(data, protocol)
            total += len(text) + len(pickle.loads(text)["points"])
    return total
