"""Balls over a plane: a class of vectors with operators, small objects."""


class Vector:
    __slots__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vector(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, factor):
        return Vector(self.x * factor, self.y * factor, self.z * factor)

    def dot(self, other):
        return self.x * other.x + self.y * other.y + self.z * other.z

    def unit(self):
        return self * (1.0 / self.dot(self) ** 0.5)


class Ball:
    def __init__(self, center, radius, color):
        self.center, self.radius, self.color = center, radius, color

    def hit(self, origin, direction):
        to = self.center - origin
        along = to.dot(direction)
        left = self.radius * self.radius - to.dot(to) + along * along
        if left < 0:
            return None
        distance = along - left ** 0.5
        return distance if distance > 1e-6 else None

    def normal(self, point):
        return (point - self.center).unit()

    def color_at(self, point):
        return self.color


class Floor:
    def hit(self, origin, direction):
        if direction.y > -1e-6:
            return None
        return -origin.y / direction.y

    def normal(self, point):
        return Vector(0.0, 1.0, 0.0)

    def color_at(self, point):
        return 0.9 if (int(point.x) + int(point.z)) % 2 else 0.3


class Scene:
    def __init__(self):
        self.things = [Floor()]
        self.light = Vector(-3.0, 6.0, -4.0)

    def nearest(self, origin, direction):
        best, found = 1e30, None
        for thing in self.things:
            distance = thing.hit(origin, direction)
            if distance is not None and 1e-6 < distance < best:
                best, found = distance, thing
        return best, found

    def color(self, origin, direction, depth=0):
        distance, thing = self.nearest(origin, direction)
        if thing is None:
            return 0.1
        point = origin + direction * distance
        normal = thing.normal(point)
        to_light = (self.light - point).unit()
        start = point + normal * 1e-4
        shade = 0.1
        if self.nearest(start, to_light)[1] is None:
            shade += max(0.0, normal.dot(to_light))
        color = thing.color_at(point) * shade
        if depth < 2:
            mirrored = direction - normal * (2.0 * direction.dot(normal))
            color = 0.7 * color + 0.3 * self.color(start, mirrored, depth + 1)
        return color


def work(size=70):
    scene = Scene()
    for i in range(4):
        scene.things.append(Ball(Vector(i * 1.2 - 2.0, 0.7 + 0.1 * i, 3.0 + 0.5 * i), 0.6, 0.4 + 0.1 * i))
    eye = Vector(0.0, 1.5, -3.0)
    total = 0.0
    for y in range(size):
        for x in range(size):
            direction = Vector(x / size - 0.5, 0.5 - y / size - 0.2, 1.0).unit()
            total += scene.color(eye, direction)
    return f"{total:.6f}"
