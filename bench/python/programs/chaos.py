"""The chaos game on a spline: points with methods, `random`, lists of lists."""
import math
import random


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def toward(self, other, part):
        return Point(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)

    def distance(self, other):
        return math.sqrt((self.x - other.x) ** 2 + (self.y - other.y) ** 2)


class Curve:
    def __init__(self, points, degree=3):
        self.points, self.degree = points, degree
        n = len(points)
        self.knots = [0] * degree + list(range(n - degree + 1)) + [n - degree] * degree

    def at(self, u):
        knots, degree = self.knots, self.degree
        k = degree
        while k < len(self.points) - 1 and knots[k + 1] <= u:
            k += 1
        d = [self.points[j + k - degree] for j in range(degree + 1)]
        for r in range(1, degree + 1):
            for j in range(degree, r - 1, -1):
                low, high = knots[j + k - degree], knots[j + 1 + k - r]
                d[j] = d[j - 1].toward(d[j], (u - low) / (high - low))
        return d[degree]


def work(rounds=16000, size=64):
    source = random.Random(1234)
    curves = [Curve([Point(math.sin(i * k), math.cos(i + k)) for i in range(7)]) for k in range(1, 4)]
    image = [[0] * size for _ in range(size)]
    point = Point(0.0, 0.0)
    length = 0.0
    for _ in range(rounds):
        curve = source.choice(curves)
        goal = curve.at(source.random() * 3.999)
        moved = point.toward(goal, 0.4)
        length += point.distance(moved)
        point = moved
        x, y = int((point.x + 1) * (size - 1) / 2), int((point.y + 1) * (size - 1) / 2)
        image[max(0, min(size - 1, y))][max(0, min(size - 1, x))] += 1
    return sum(1 for row in image for pixel in row if pixel), f"{length:.6f}"
