# Properties, descriptors, slots of the class and of the instance.
class Celsius:
    def __init__(self, degrees):
        self.degrees = degrees

    @property
    def degrees(self):
        """The temperature."""
        return self._degrees

    @degrees.setter
    def degrees(self, value):
        if value < -273.15:
            raise ValueError(f"{value} is below absolute zero")
        self._degrees = value

    @degrees.deleter
    def degrees(self):
        del self._degrees

    @property
    def fahrenheit(self):
        return self.degrees * 9 / 5 + 32


c = Celsius(25)
print(c.degrees, c.fahrenheit)
c.degrees = -10
print(c.fahrenheit)
for action in (lambda: setattr(c, "degrees", -300), lambda: setattr(c, "fahrenheit", 1)):
    try:
        action()
    except (ValueError, AttributeError) as error:
        print(type(error).__name__, error)
del c.degrees
try:
    c.degrees
except AttributeError as error:
    print(error)


class Logged:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner):
        if instance is None:
            return self.name
        print("get", self.name)
        return instance.__dict__[self.name]

    def __set__(self, instance, value):
        print("set", self.name, value)
        instance.__dict__[self.name] = value


class Point:
    x = Logged()
    y = Logged()

    def __init__(self, x, y):
        self.x, self.y = x, y


p = Point(1, 2)
p.x += 5
print(p.x + p.y, Point.x)
