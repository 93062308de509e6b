"""What parameters and values must satisfy."""
import torch


class Constraint:
    event_dim = 0
    name = ""

    def check(self, value):
        raise NotImplementedError

    def __repr__(self):
        return self.name


class _Real(Constraint):
    name = "Real()"

    def check(self, value):
        return value == value


class _Boolean(Constraint):
    name = "Boolean()"

    def check(self, value):
        return (value == 0) | (value == 1)


class _GreaterThan(Constraint):
    def __init__(self, lower_bound):
        self.lower_bound = lower_bound

    def __repr__(self):
        return f"GreaterThan(lower_bound={self.lower_bound})"

    def check(self, value):
        return self.lower_bound < value


class _GreaterThanEq(Constraint):
    def __init__(self, lower_bound):
        self.lower_bound = lower_bound

    def __repr__(self):
        return f"GreaterThanEq(lower_bound={self.lower_bound})"

    def check(self, value):
        return self.lower_bound <= value


class _Interval(Constraint):
    def __init__(self, lower_bound, upper_bound):
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound

    def __repr__(self):
        return f"Interval(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"

    def check(self, value):
        return (self.lower_bound <= value) & (value <= self.upper_bound)


class _IntegerInterval(Constraint):
    def __init__(self, lower_bound, upper_bound):
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound

    def __repr__(self):
        return f"IntegerInterval(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"

    def check(self, value):
        return (value % 1 == 0) & (self.lower_bound <= value) & (value <= self.upper_bound)


class _IntegerGreaterThan(Constraint):
    def __init__(self, lower_bound):
        self.lower_bound = lower_bound

    def __repr__(self):
        return f"IntegerGreaterThan(lower_bound={self.lower_bound})"

    def check(self, value):
        return (value % 1 == 0) & (value >= self.lower_bound)


class _Simplex(Constraint):
    event_dim = 1
    name = "Simplex()"

    def check(self, value):
        return torch.all(value >= 0, dim=-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _OneHot(Constraint):
    event_dim = 1
    name = "OneHot()"

    def check(self, value):
        is_boolean = (value == 0) | (value == 1)
        return is_boolean.all(-1) & value.sum(-1).eq(1)


class _IndependentConstraint(Constraint):
    def __init__(self, base_constraint, reinterpreted_batch_ndims):
        self.base_constraint = base_constraint
        self.event_dim = base_constraint.event_dim + reinterpreted_batch_ndims
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def __repr__(self):
        return f"IndependentConstraint({self.base_constraint}, {self.reinterpreted_batch_ndims})"

    def check(self, value):
        result = self.base_constraint.check(value)
        for _ in range(self.reinterpreted_batch_ndims):
            result = result.all(-1)
        return result


class _LowerCholesky(Constraint):
    event_dim = 2
    name = "LowerCholesky()"

    def check(self, value):
        lower = (value.tril() == value).flatten(-2).all(-1)
        return lower & (value.diagonal(0, -2, -1) > 0).all(-1)


class _PositiveDefinite(Constraint):
    event_dim = 2
    name = "PositiveDefinite()"

    def check(self, value):
        symmetric = torch.isclose(value, value.transpose(-2, -1), atol=1e-6).all(-2).all(-1)
        return symmetric & (torch.linalg.eigvalsh(value) > 0).all(-1)


real = _Real()
real_vector = _IndependentConstraint(real, 1)
boolean = _Boolean()
positive = _GreaterThan(0.0)
nonnegative = _GreaterThanEq(0.0)
unit_interval = _Interval(0.0, 1.0)
nonnegative_integer = _IntegerGreaterThan(0)
simplex = _Simplex()
one_hot = _OneHot()
lower_cholesky = _LowerCholesky()
positive_definite = _PositiveDefinite()
greater_than = _GreaterThan
interval = _Interval
integer_interval = _IntegerInterval
independent = _IndependentConstraint
