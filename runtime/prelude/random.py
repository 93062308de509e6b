"""Random variables, with the streams of CPython's generator (Mersenne Twister)."""
import _random
from itertools import accumulate as _accumulate
from math import ceil as _ceil, log as _log, exp as _exp, sqrt as _sqrt, acos as _acos, cos as _cos, sin as _sin
from math import e as _e, pi as _pi, tau as _tau, floor as _floor, isfinite as _isfinite
from operator import index as _index

__all__ = ["Random", "SystemRandom", "betavariate", "choice", "choices", "expovariate", "gammavariate", "gauss",
           "getrandbits", "getstate", "lognormvariate", "normalvariate", "paretovariate", "randbytes", "randint",
           "random", "randrange", "sample", "seed", "setstate", "shuffle", "triangular", "uniform",
           "vonmisesvariate", "weibullvariate"]

NV_MAGICCONST = 4 * _exp(-0.5) / _sqrt(2.0)
LOG4 = _log(4.0)
TWOPI = 2.0 * _pi
SG_MAGICCONST = 1.0 + _log(4.5)
BPF = 53
RECIP_BPF = 2 ** -53


def _hash_of_version_1(text):
    """The hash that strings had before they were salted."""
    codes = list(text) if isinstance(text, bytes) else [ord(c) for c in text]
    value = codes[0] << 7 if codes else 0
    for code in codes:
        value = (1000003 * value ^ code) & 0xFFFFFFFFFFFFFFFF
    value ^= len(codes)
    return -2 if value == -1 else value


def _normal_quotient(u, v):
    return NV_MAGICCONST * (u - 0.5) / v


def _running_sums(weights):
    try:
        return list(_accumulate(weights))
    except TypeError:
        if isinstance(weights, int):
            raise TypeError(f"The number of choices must be a keyword argument: k={weights}") from None
        raise


class Random(_random.Random):
    VERSION = 3

    def __init__(self, x=None):
        self.seed(x)
        self.gauss_next = None

    def seed(self, a=None, version=2):
        if not isinstance(a, (type(None), int, float, str, bytes, bytearray)):
            raise TypeError("The only supported seed types are: None,\n"
                            "int, float, str, bytes, and bytearray.")
        if version == 1 and isinstance(a, (str, bytes)):
            a = _hash_of_version_1(a)
        elif version == 2 and isinstance(a, (str, bytes, bytearray)):
            from hashlib import sha512
            data = a.encode() if isinstance(a, str) else a
            a = int.from_bytes(data + sha512(data).digest(), "big")
        super().seed(a)
        self.gauss_next = None

    def getstate(self):
        return self.VERSION, super().getstate(), self.gauss_next

    def setstate(self, state):
        version = state[0]
        if version not in (2, self.VERSION):
            raise ValueError(f"state with version {version} passed to Random.setstate() of version {self.VERSION}")
        words = state[1]
        if version == 2:  # words were signed on some machines
            if not all([isinstance(word, int) for word in words]):
                raise TypeError("the state has words that are no ints")
            words = tuple([word & 0xFFFFFFFF for word in words])
        super().setstate(words)
        self.gauss_next = state[2]

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return self.__class__, (), self.getstate()

    # ---- integers
    def _randbelow(self, n):
        """Draws as many bits as n has, until they are below it."""
        bits = n.bit_length()
        while True:
            drawn = self.getrandbits(bits)
            if drawn < n:
                return drawn

    def randbytes(self, n):
        return self.getrandbits(n * 8).to_bytes(n, "little")

    def randrange(self, start, stop=None, step=1):
        first = _index(start)
        if stop is None:
            if step != 1:
                raise TypeError("Missing a non-None stop argument")
            if first > 0:
                return self._randbelow(first)
            raise ValueError("empty range for randrange()")
        last = _index(stop)
        width = last - first
        stride = _index(step)
        if stride == 1:
            if width > 0:
                return first + self._randbelow(width)
            raise ValueError(f"empty range for randrange() ({first}, {last}, {width})")
        if stride > 0:
            n = (width + stride - 1) // stride
        elif stride < 0:
            n = (width + stride + 1) // stride
        else:
            raise ValueError("zero step for randrange()")
        if n <= 0:
            raise ValueError("empty range for randrange()")
        return first + stride * self._randbelow(n)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    # ---- sequences
    def choice(self, seq):
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if not hasattr(population, "__getitem__") or isinstance(population, (dict, set, frozenset)):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        n = len(population)
        if counts is not None:
            return self._sample_counted(population, k, list(counts))
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        result = [None] * k
        limit = 21
        if k > 5:
            limit += 4 ** _ceil(_log(k * 3, 4))
        if n <= limit:
            pool = list(population)
            for i in range(k):
                j = self._randbelow(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            selected = set()
            for i in range(k):
                j = self._randbelow(n)
                while j in selected:
                    j = self._randbelow(n)
                selected.add(j)
                result[i] = population[j]
        return result

    def _sample_counted(self, population, k, counts):
        from bisect import bisect
        ends = []
        total = 0
        for c in counts:
            total += c
            ends.append(total)
        if len(ends) != len(population):
            raise ValueError("The number of counts does not match the population")
        total = ends.pop()
        if not isinstance(total, int):
            raise TypeError("Counts must be integers")
        if total <= 0:
            raise ValueError("Total of counts must be greater than zero")
        return [population[bisect(ends, s)] for s in self.sample(range(total), k)]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if weights is None and cum_weights is None:
            size = n + 0.0
            return [population[_floor(self.random() * size)] for i in range(k)]
        if weights is not None and cum_weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        from bisect import bisect
        bounds = _running_sums(weights) if cum_weights is None else cum_weights
        if len(bounds) != n:
            raise ValueError("The number of weights does not match the population")
        total = bounds[-1] + 0.0
        if not 0.0 < total or not _isfinite(total):
            raise ValueError("Total of weights must be finite" if not total <= 0.0
                             else "Total of weights must be greater than zero")
        return [population[bisect(bounds, self.random() * total, 0, n - 1)] for i in range(k)]

    # ---- real-valued distributions
    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        """The inverse of the distribution function, whose two sides meet at the mode."""
        u = self.random()
        if mode is None:
            peak = 0.5
        elif high - low == 0:
            return low
        else:
            peak = (mode - low) / (high - low)
        if u <= peak:
            return low + (high - low) * _sqrt(u * peak)
        return high + (low - high) * _sqrt((1.0 - u) * (1.0 - peak))

    def normalvariate(self, mu=0.0, sigma=1.0):
        """Kinderman and Monahan's quotient of two uniform numbers, drawn until it lies under the curve."""
        u, v = self.random(), 1.0 - self.random()
        while _normal_quotient(u, v) * _normal_quotient(u, v) > -4.0 * _log(v):
            u, v = self.random(), 1.0 - self.random()
        return mu + _normal_quotient(u, v) * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        """Box and Muller's pairs: the second one waits in gauss_next."""
        z, self.gauss_next = self.gauss_next, None
        if z is None:
            angle = _tau * self.random()
            length = _sqrt(-2.0 * _log(1.0 - self.random()))
            z, self.gauss_next = length * _cos(angle), length * _sin(angle)
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return _exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -_log(1.0 - self.random()) / lambd

    def vonmisesvariate(self, mu, kappa):
        """Rejection from a wrapped Cauchy distribution, as Best and Fisher do (1979)."""
        if kappa <= 1e-6:  # a circle
            return _tau * self.random()
        s = 0.5 / kappa
        r = s + _sqrt(1.0 + s * s)
        while True:
            z = _cos(_pi * self.random())
            d, u = z / (r + z), self.random()
            if u < 1.0 - d * d or u <= (1.0 - d) * _exp(d):
                break
        angle = _acos((1.0 / r + z) / (1.0 + 1.0 / r * z))
        return (mu + (angle if self.random() > 0.5 else -angle)) % _tau

    def gammavariate(self, alpha, beta):
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        if alpha == 1.0:
            return -_log(1.0 - self.random()) * beta
        return (self._gamma_above_one(alpha) if alpha > 1.0 else self._gamma_below_one(alpha)) * beta

    def _gamma_above_one(self, alpha):
        """Cheng's rejection from a log-logistic distribution (1977), algorithm GB."""
        a = _sqrt(2.0 * alpha - 1.0)
        b, c = alpha - LOG4, alpha + a
        while True:
            u = self.random()
            if 1e-7 < u < 0.9999999:
                z = u * u * (1.0 - self.random())
                v = _log(u / (1.0 - u)) / a
                x = alpha * _exp(v)
                r = b + c * v - x
                if r + SG_MAGICCONST - 4.5 * z >= 0.0 or r >= _log(z):
                    return x

    def _gamma_below_one(self, alpha):
        """Ahrens and Dieter's algorithm GS (1974)."""
        b = (_e + alpha) / _e
        while True:
            p = b * self.random()
            small = p <= 1.0
            x = p ** (1.0 / alpha) if small else -_log((b - p) / alpha)
            u = self.random()
            if u <= (_exp(-x) if small else x ** (alpha - 1.0)):
                return x

    def betavariate(self, alpha, beta):
        y = self.gammavariate(alpha, 1.0)
        if y:
            return y / (y + self.gammavariate(beta, 1.0))
        return 0.0

    def paretovariate(self, alpha):
        u = 1.0 - self.random()
        return u ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        u = 1.0 - self.random()
        return alpha * (-_log(u)) ** (1.0 / beta)


class SystemRandom(Random):
    """Draws from the operating system; has no state."""

    def random(self):
        from os import urandom
        return (int.from_bytes(urandom(7), "big") >> 3) * RECIP_BPF

    def getrandbits(self, k):
        from os import urandom
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        surplus = -k % 8
        return int.from_bytes(urandom((k + surplus) // 8), "big") >> surplus

    def randbytes(self, n):
        from os import urandom
        return urandom(n)

    def seed(self, *args, **kwds):
        return None

    def getstate(self, *args, **kwds):
        raise NotImplementedError("System entropy source does not have state.")

    def setstate(self, *args, **kwds):
        raise NotImplementedError("System entropy source does not have state.")


_holds_values = True  # methods of the object that is made here
_inst = Random()
seed = _inst.seed
random = _inst.random
uniform = _inst.uniform
triangular = _inst.triangular
randint = _inst.randint
choice = _inst.choice
randrange = _inst.randrange
sample = _inst.sample
shuffle = _inst.shuffle
choices = _inst.choices
normalvariate = _inst.normalvariate
lognormvariate = _inst.lognormvariate
expovariate = _inst.expovariate
vonmisesvariate = _inst.vonmisesvariate
gammavariate = _inst.gammavariate
gauss = _inst.gauss
betavariate = _inst.betavariate
paretovariate = _inst.paretovariate
weibullvariate = _inst.weibullvariate
getstate = _inst.getstate
setstate = _inst.setstate
getrandbits = _inst.getrandbits
randbytes = _inst.randbytes
