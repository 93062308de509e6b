"""Abstract kinds of numbers."""
from abc import ABCMeta, abstractmethod


class Number(metaclass=ABCMeta):
    __slots__ = ()
    __hash__ = None


class Complex(Number):
    __slots__ = ()

    @abstractmethod
    def __complex__(self):
        """The number as a complex."""

    def __bool__(self):
        return self != 0

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other


class Real(Complex):
    __slots__ = ()

    @abstractmethod
    def __float__(self):
        """The number as a float."""

    def __complex__(self):
        return complex(float(self))

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    real = property(lambda self: +self)
    imag = property(lambda self: 0)

    def conjugate(self):
        return +self


class Rational(Real):
    __slots__ = ()

    def __float__(self):
        return int(self.numerator) / int(self.denominator)


class Integral(Rational):
    __slots__ = ()

    def __float__(self):
        return float(int(self))

    numerator = property(lambda self: +self)
    denominator = property(lambda self: 1)


Complex.register(complex)
Real.register(float)
Integral.register(int)
