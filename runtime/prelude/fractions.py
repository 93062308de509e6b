"""Exact ratios of integers."""
import math
import numbers
import operator
import re
import sys

_TEXT = re.compile(r"\s*(?P<sign>[-+]?)(?=\d|\.\d)(?P<num>\d*|\d+(_\d+)*)(?:/(?P<denom>\d+(_\d+)*)|"
                   r"(?:\.(?P<decimal>\d*|\d+(_\d+)*))?(?:[eE](?P<exp>[-+]?\d+(_\d+)*))?)\s*\Z")


def _convergents(n, d):
    """Of the continued fraction of n / d, as (numerator, denominator)."""
    before, last = (0, 1), (1, 0)
    while d:
        whole, rest = divmod(n, d)
        before, last = last, (before[0] + whole * last[0], before[1] + whole * last[1])
        yield last
        n, d = d, rest


class Fraction(numbers.Rational):
    """numerator / denominator in lowest terms."""

    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        if denominator is None:
            if type(numerator) is int:
                return cls._made(numerator, 1)
            if isinstance(numerator, numbers.Rational):
                return cls._made(numerator.numerator, numerator.denominator)
            if isinstance(numerator, float) or hasattr(numerator, "as_integer_ratio"):
                return cls._made(*numerator.as_integer_ratio())
            if isinstance(numerator, str):
                return cls._parsed(numerator)
            raise TypeError("argument should be a string or a Rational instance")
        if not (isinstance(numerator, numbers.Rational) and isinstance(denominator, numbers.Rational)):
            raise TypeError("both arguments should be Rational instances")
        n = numerator.numerator * denominator.denominator
        d = denominator.numerator * numerator.denominator
        if d == 0:
            raise ZeroDivisionError(f"Fraction({n}, 0)")
        return cls._reduced(n, d)

    @classmethod
    def _made(cls, n, d):
        self = object.__new__(cls)
        self._numerator = n
        self._denominator = d
        return self

    @classmethod
    def _reduced(cls, n, d):
        g = math.gcd(n, d)
        if d < 0:
            g = -g
        return cls._made(n // g, d // g)

    @classmethod
    def _parsed(cls, text):
        found = _TEXT.match(text)
        if found is None:
            raise ValueError(f"Invalid literal for Fraction: {text!r}")
        n = int(found.group("num") or "0")
        d = 1
        if found.group("denom"):
            d = int(found.group("denom"))
        else:
            decimal = (found.group("decimal") or "").replace("_", "")
            if decimal:
                n = n * 10 ** len(decimal) + int(decimal)
                d = 10 ** len(decimal)
            exp = int(found.group("exp") or 0)
            if exp >= 0:
                n *= 10 ** exp
            else:
                d *= 10 ** -exp
        if found.group("sign") == "-":
            n = -n
        if d == 0:
            raise ZeroDivisionError(f"Fraction({n}, 0)")
        return cls._reduced(n, d)

    @classmethod
    def from_float(cls, f):
        if isinstance(f, numbers.Integral):
            return cls(f)
        return cls._made(*f.as_integer_ratio())

    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)

    def is_integer(self):
        return self._denominator == 1

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        """The nearer of the last convergent of the continued fraction and the last semiconvergent with small denominators."""
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        before, last = (0, 1), (1, 0)
        for convergent in _convergents(self._numerator, self._denominator):
            if convergent[1] > max_denominator:
                break
            before, last = last, convergent
        steps = (max_denominator - before[1]) // last[1]
        between = Fraction(*[one + steps * other for one, other in zip(before, last)])
        return min(Fraction(*last), between, key=lambda near: abs(near - self))

    def __repr__(self):
        return f"{self.__class__.__name__}({self._numerator}, {self._denominator})"

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else f"{self._numerator}/{self._denominator}"

    def _operate(self, other, exact, fallback, swapped):
        if isinstance(other, (int, Fraction)):
            other = other if isinstance(other, Fraction) else Fraction(other)
            return exact(other, self) if swapped else exact(self, other)
        if isinstance(other, float):
            return fallback(other, float(self)) if swapped else fallback(float(self), other)
        if isinstance(other, complex):
            return fallback(other, complex(self)) if swapped else fallback(complex(self), other)
        return NotImplemented

    def __add__(self, other):
        return self._operate(other, _add, operator.add, False)

    def __radd__(self, other):
        return self._operate(other, _add, operator.add, True)

    def __sub__(self, other):
        return self._operate(other, _sub, operator.sub, False)

    def __rsub__(self, other):
        return self._operate(other, _sub, operator.sub, True)

    def __mul__(self, other):
        return self._operate(other, _mul, operator.mul, False)

    def __rmul__(self, other):
        return self._operate(other, _mul, operator.mul, True)

    def __truediv__(self, other):
        return self._operate(other, _div, operator.truediv, False)

    def __rtruediv__(self, other):
        return self._operate(other, _div, operator.truediv, True)

    def __floordiv__(self, other):
        return self._operate(other, _floordiv, operator.floordiv, False)

    def __rfloordiv__(self, other):
        return self._operate(other, _floordiv, operator.floordiv, True)

    def __mod__(self, other):
        return self._operate(other, _mod, operator.mod, False)

    def __rmod__(self, other):
        return self._operate(other, _mod, operator.mod, True)

    def __divmod__(self, other):
        return self._operate(other, lambda a, b: (_floordiv(a, b), _mod(a, b)), divmod, False)

    def __rdivmod__(self, other):
        return self._operate(other, lambda a, b: (_floordiv(a, b), _mod(a, b)), divmod, True)

    def __pow__(self, other):
        if isinstance(other, numbers.Rational):
            if other.denominator != 1:
                return float(self) ** float(other)
            power = other.numerator
            if power >= 0:
                return Fraction._made(self._numerator ** power, self._denominator ** power)
            if self._numerator == 0:
                raise ZeroDivisionError(f"Fraction({self._denominator ** -power}, 0)")
            n, d = self._denominator ** -power, self._numerator ** -power
            return Fraction._made(-n, -d) if d < 0 else Fraction._made(n, d)
        return float(self) ** other

    def __rpow__(self, other):
        if self._denominator == 1 and self._numerator >= 0:
            return other ** self._numerator
        is_rational = isinstance(other, numbers.Rational)
        return Fraction(other.numerator, other.denominator) ** self if is_rational else other ** float(self)

    def __pos__(self):
        return Fraction._made(self._numerator, self._denominator)

    def __neg__(self):
        return Fraction._made(-self._numerator, self._denominator)

    def __abs__(self):
        return Fraction._made(abs(self._numerator), self._denominator)

    def __int__(self):
        return -(-self._numerator // self._denominator) if self._numerator < 0 else self._numerator // self._denominator

    def __trunc__(self):
        return int(self)

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        if ndigits is not None:
            shift = 10 ** abs(ndigits)
            return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)
        whole, rest = divmod(self._numerator, self._denominator)
        return whole + ((2 * rest, whole % 2) > (self._denominator, 0))

    def __float__(self):
        return self._numerator / self._denominator

    def __complex__(self):
        return complex(float(self))

    def __bool__(self):
        return bool(self._numerator)

    def __hash__(self):
        """That of the equal int or float: the quotient modulo a prime."""
        modulus, value = sys.hash_info.modulus, sys.hash_info.inf
        if self._denominator % modulus:
            value = hash(hash(abs(self._numerator)) * pow(self._denominator, -1, modulus))
        signed = -value if self._numerator < 0 else value
        return signed if signed != -1 else -2

    def __eq__(self, other):
        if isinstance(other, numbers.Rational):
            return (self._numerator, self._denominator) == (other.numerator, other.denominator)
        if isinstance(other, float):
            return math.isfinite(other) and self == Fraction.from_float(other)
        return NotImplemented

    def _compare(self, other, op):
        if isinstance(other, float):
            if not math.isfinite(other):
                return op(0.0, other)
            other = Fraction.from_float(other)
        if not isinstance(other, numbers.Rational):
            return NotImplemented
        return op(self._numerator * other.denominator, self._denominator * other.numerator)

    def __lt__(self, other):
        return self._compare(other, operator.lt)

    def __gt__(self, other):
        return self._compare(other, operator.gt)

    def __le__(self, other):
        return self._compare(other, operator.le)

    def __ge__(self, other):
        return self._compare(other, operator.ge)

    def __reduce__(self):
        return self.__class__, (self._numerator, self._denominator)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _add(a, b):
    return Fraction._reduced(a._numerator * b._denominator + b._numerator * a._denominator,
                             a._denominator * b._denominator)


def _sub(a, b):
    return Fraction._reduced(a._numerator * b._denominator - b._numerator * a._denominator,
                             a._denominator * b._denominator)


def _mul(a, b):
    return Fraction._reduced(a._numerator * b._numerator, a._denominator * b._denominator)


def _div(a, b):
    if b._numerator == 0:
        raise ZeroDivisionError(f"Fraction({(a._numerator > 0) - (a._numerator < 0)}, 0)")
    return Fraction._reduced(a._numerator * b._denominator, a._denominator * b._numerator)


def _floordiv(a, b):
    return (a._numerator * b._denominator) // (a._denominator * b._numerator)


def _mod(a, b):
    return a - b * _floordiv(a, b)
