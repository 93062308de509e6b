"""Planets pull at one another: floats in attributes of objects."""


class Body:
    def __init__(self, position, velocity, mass):
        self.x, self.y, self.z = position
        self.vx, self.vy, self.vz = velocity
        self.mass = mass


def advance(bodies, dt):
    for i, a in enumerate(bodies):
        for b in bodies[i + 1:]:
            dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
            force = dt / (dx * dx + dy * dy + dz * dz) ** 1.5
            a.vx -= dx * b.mass * force
            a.vy -= dy * b.mass * force
            a.vz -= dz * b.mass * force
            b.vx += dx * a.mass * force
            b.vy += dy * a.mass * force
            b.vz += dz * a.mass * force
    for body in bodies:
        body.x += dt * body.vx
        body.y += dt * body.vy
        body.z += dt * body.vz


def energy(bodies):
    total = 0.0
    for i, a in enumerate(bodies):
        total += 0.5 * a.mass * (a.vx ** 2 + a.vy ** 2 + a.vz ** 2)
        for b in bodies[:i]:
            total -= a.mass * b.mass / ((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2) ** 0.5
    return total


def work(steps=20000):
    bodies = [Body((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 39.5)]
    for k in range(1, 5):
        bodies.append(Body((1.5 * k, 0.3 * k, 0.01 * k), (-0.1 / k, 5.0 / k ** 0.5, 0.02), 0.03 / k))
    for _ in range(steps):
        advance(bodies, 0.001)
    return f"{energy(bodies):.9f}"
