"""Means, medians and spreads, computed exactly and rounded once."""
import math
import random
from collections import Counter
from fractions import Fraction

__all__ = ["NormalDist", "StatisticsError", "correlation", "covariance", "fmean", "geometric_mean", "harmonic_mean",
           "linear_regression", "mean", "median", "median_grouped", "median_high", "median_low", "mode", "multimode",
           "pstdev", "pvariance", "quantiles", "stdev", "variance"]


class StatisticsError(ValueError):
    pass


def _exact(x):
    try:
        return Fraction(x)
    except (OverflowError, ValueError):
        return x  # inf or nan


def _kind(data):
    """The type of the result: float over Fraction over int."""
    kind = int
    for x in data:
        if isinstance(x, float):
            return float
        if not isinstance(x, int):
            kind = type(x)
    return kind


def _convert(value, kind):
    is_part = kind is int and isinstance(value, Fraction) and value.denominator != 1
    target = float if is_part else kind
    try:
        return value if type(value) is target else target(value)
    except TypeError:
        return target(value.numerator) / target(value.denominator)


def _sum(data):
    total = Fraction(0)
    special = None
    for x in data:
        if not isinstance(x, (int, float, Fraction)) and not hasattr(x, "as_integer_ratio"):
            raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator")
        if isinstance(x, float) and not math.isfinite(x):
            special = x if special is None else special + x
        else:
            total += Fraction(x)
    return total if special is None else special


def _ratio(total, n, kind):
    return _convert(total / n, kind) if isinstance(total, Fraction) else total / n


def mean(data):
    data = list(data)
    if not data:
        raise StatisticsError("mean requires at least one data point")
    return _ratio(_sum(data), len(data), _kind(data))


def fmean(data, weights=None):
    data = list(data)
    if weights is None:
        if not data:
            raise StatisticsError("fmean requires at least one data point")
        return math.fsum(data) / len(data)
    weights = list(weights)
    if len(weights) != len(data):
        raise StatisticsError("data and weights must be the same length")
    total = math.fsum(weights)
    if not total:
        raise StatisticsError("sum of weights must be non-zero")
    return math.fsum([x * w for x, w in zip(data, weights)]) / total


def geometric_mean(data):
    try:
        return math.exp(fmean([math.log(x) for x in data]))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None


def harmonic_mean(data, weights=None):
    data = list(data)
    if not data:
        raise StatisticsError("harmonic_mean requires at least one data point")
    weights = [1] * len(data) if weights is None else list(weights)
    if len(weights) != len(data):
        raise StatisticsError("Number of weights does not match data size")
    if any([x < 0 for x in data]):
        raise StatisticsError("harmonic mean does not support negative values")
    if any([x == 0 for x in data]):
        return 0
    parts = [w / x for x, w in zip(data, weights)]
    return _convert(_sum(weights) / _sum(parts), _kind(parts))


def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def median_grouped(data, interval=1.0):
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    below = len([v for v in data if v < x])
    same = len([v for v in data if v == x])
    return float(x) - interval / 2.0 + interval * (n / 2 - below) / same


def mode(data):
    counts = Counter(iter(data)).most_common(1)
    if not counts:
        raise StatisticsError("no mode for empty data")
    return counts[0][0]


def multimode(data):
    counts = Counter(iter(data))
    most = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == most]


def quantiles(data, *, n=4, method="exclusive"):
    if n < 1:
        raise StatisticsError("n must be at least 1")
    values = sorted(data)
    size = len(values)
    if size < 2:
        raise StatisticsError("must have at least two data points")
    if method not in ("inclusive", "exclusive"):
        raise ValueError(f"Unknown method: {method!r}")
    outside = 1 if method == "exclusive" else 0  # as many more values are beyond each end
    result = []
    for position in range(size - 1 + 2 * outside, (size - 1 + 2 * outside) * n, size - 1 + 2 * outside):
        low = min(max(position // n, outside), size - 2 + outside)
        part = position - low * n
        result.append((values[low - outside] * (n - part) + values[low - outside + 1] * part) / n)
    return result


def _squares(data, center):
    """The sum of squared distances from the mean, or from `center`."""
    exact = [_exact(x) for x in data]
    if center is None:
        center = sum(exact, Fraction(0)) / len(exact)
    else:
        center = _exact(center)
    return sum([(x - center) ** 2 for x in exact], Fraction(0))


def variance(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise StatisticsError("variance requires at least two data points")
    return _convert(_squares(data, xbar) / (len(data) - 1), _kind(data))


def pvariance(data, mu=None):
    data = list(data)
    if not data:
        raise StatisticsError("pvariance requires at least one data point")
    return _convert(_squares(data, mu) / len(data), _kind(data))


def _square_root(ratio):
    """The float nearest to the root of a fraction."""
    n, d = ratio.numerator, ratio.denominator
    if n == 0:
        return 0.0
    shift = max(0, (2 * 53 + 4 - n.bit_length() + d.bit_length() + 1) // 2)
    scaled = (n << 2 * shift) // d
    root = math.isqrt(scaled)
    if root * root != scaled or (n << 2 * shift) % d:
        root |= 1  # the rest decides between two neighbours
    return root / (1 << shift)


def stdev(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise StatisticsError("stdev requires at least two data points")
    return _square_root(_squares(data, xbar) / (len(data) - 1))


def pstdev(data, mu=None):
    data = list(data)
    if not data:
        raise StatisticsError("pstdev requires at least one data point")
    return _square_root(_squares(data, mu) / len(data))


def covariance(x, y, /):
    if len(x) != len(y):
        raise StatisticsError("covariance requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError("covariance requires at least two data points")
    xbar, ybar = math.fsum(x) / len(x), math.fsum(y) / len(x)
    return math.fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y)]) / (len(x) - 1)


def correlation(x, y, /):
    if len(x) != len(y):
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError("correlation requires at least two data points")
    xbar, ybar = math.fsum(x) / len(x), math.fsum(y) / len(x)
    sxy = math.fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y)])
    sxx = math.fsum([(d := a - xbar) * d for a in x])
    syy = math.fsum([(d := b - ybar) * d for b in y])
    if not sxx * syy:
        raise StatisticsError("at least one of the inputs is constant")
    return sxy / math.sqrt(sxx * syy)


class LinearRegression(tuple):
    slope = property(lambda self: self[0])
    intercept = property(lambda self: self[1])

    def __repr__(self):
        return f"LinearRegression(slope={self[0]!r}, intercept={self[1]!r})"


def linear_regression(x, y, /, *, proportional=False):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("linear regression requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("linear regression requires at least two data points")
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    if proportional:
        sxy = math.fsum([a * b for a, b in zip(x, y)])
        sxx = math.fsum([a * a for a in x])
    else:
        sxy = math.fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y)])
        sxx = math.fsum([(d := a - xbar) * d for a in x])
    if not sxx:
        raise StatisticsError("x is constant")
    slope = sxy / sxx
    return LinearRegression((slope, 0.0 if proportional else ybar - slope * xbar))


class NormalDist:
    """The normal distribution of a mean and a deviation."""

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu = float(mu)
        self._sigma = float(sigma)

    @classmethod
    def from_samples(cls, data):
        data = list(data)
        return cls(fmean(data), stdev(data))

    mean = property(lambda self: self._mu)
    median = property(lambda self: self._mu)
    mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma * self._sigma)

    def samples(self, n, *, seed=None):
        draw = random.gauss if seed is None else random.Random(seed).gauss
        return [draw(self._mu, self._sigma) for _ in range(n)]

    def pdf(self, x):
        variance, diff = self._sigma * self._sigma, x - self._mu
        if variance:
            return math.exp(diff * diff / (-2.0 * variance)) / math.sqrt(math.tau * variance)
        raise StatisticsError("pdf() not defined when sigma is zero")

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + math.erf((x - self._mu) / (self._sigma * math.sqrt(2.0))))

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __mul__(self, other):
        return NormalDist(self._mu * other, self._sigma * abs(other))

    __rmul__ = __mul__

    def __truediv__(self, other):
        return NormalDist(self._mu / other, self._sigma / abs(other))

    def __eq__(self, other):
        if not isinstance(other, NormalDist):
            return NotImplemented
        return self._mu == other._mu and self._sigma == other._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f"{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})"
