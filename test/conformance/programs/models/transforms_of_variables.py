"""Transforms and constraints of torch.distributions: values, inverses, Jacobians, shapes, what a constraint is mapped to."""
# float-tolerance: 1e-4
import torch
from torch.distributions import biject_to, constraints, transform_to
from torch.distributions import transforms as T
from torch import distributions as D

x = torch.tensor([[0.5, -1.2, 0.3], [2.0, 0.1, -0.4]])
positive = x.abs() + 0.1
square = torch.tensor([[1.0, 0.5], [-0.3, 2.0]])
for transform, value in [
    (T.ExpTransform(), x), (T.PowerTransform(2.0), positive), (T.PowerTransform(torch.tensor([0.5, 2.0, 3.0])), positive), (T.SigmoidTransform(), x),
    (T.SoftplusTransform(), x), (T.TanhTransform(), x), (T.AbsTransform(), x), (T.AffineTransform(1.0, -2.0), x),
    (T.AffineTransform(torch.zeros(3), torch.tensor([1.0, 2.0, 3.0]), event_dim=1), x), (T.SoftmaxTransform(), x), (T.StickBreakingTransform(), x),
    (T.LowerCholeskyTransform(), square), (T.PositiveDefiniteTransform(), square), (T.CorrCholeskyTransform(), x), (T.ReshapeTransform((3,), (3, 1)), x),
    (T.IndependentTransform(T.ExpTransform(), 1), x), (T.ComposeTransform([T.ExpTransform(), T.AffineTransform(0.0, 2.0)]), x),
    (T.ComposeTransform([T.AffineTransform(0.0, 2.0), T.StickBreakingTransform()]), x), (T.identity_transform, x),
    (T.CatTransform([T.ExpTransform(), T.AffineTransform(1.0, 2.0)], dim=-1, lengths=[1, 2]), x),
    (T.StackTransform([T.ExpTransform(), T.TanhTransform(), T.AffineTransform(1.0, 2.0)], dim=-1), x),
    (T.CumulativeDistributionTransform(D.Normal(0.0, 1.0)), x), (T.ExpTransform().inv, positive),
]:
    name = type(transform).__name__
    y = transform(value)
    print(name, transform if name not in ("ReshapeTransform",) else "", y, transform.bijective, transform.domain.event_dim, transform.codomain.event_dim)
    print("  ", transform.inv(y), transform.inv.inv is transform)
    for what in ("log_abs_det_jacobian", "sign", "shapes", "cached"):
        try:
            if what == "sign":
                print("  ", transform.sign)
            elif what == "shapes":
                print("  ", tuple(transform.forward_shape(value.shape)), tuple(transform.inverse_shape(y.shape)))
            elif what == "cached":
                cached = transform.with_cache(1)
                print("  ", cached(value) is cached(value), type(cached).__name__)
            else:
                print("  ", transform.log_abs_det_jacobian(value, y))
        except Exception as e:
            print("  ", what, type(e).__name__, e)
print(T.ExpTransform() == T.ExpTransform(), T.AffineTransform(0.0, 1.0) == T.AffineTransform(0.0, 2.0), T.ExpTransform() == T.TanhTransform())
for name in ("real", "positive", "nonnegative", "unit_interval", "simplex", "lower_cholesky", "positive_definite", "corr_cholesky", "real_vector", "boolean", "one_hot"):
    constraint = getattr(constraints, name)
    print(name, constraint, constraint.event_dim, constraint.is_discrete)
    for registry in (biject_to, transform_to):
        try:
            print("  ", registry(constraint))
        except NotImplementedError as e:
            print("  ", e)
for constraint in (constraints.interval(-1.0, 2.0), constraints.greater_than(3.0), constraints.less_than(0.0), constraints.half_open_interval(0.0, 1.0)):
    print(constraint, biject_to(constraint)(x), constraint.check(x), constraint.check(biject_to(constraint)(x)).all())
tests = [("square", square), ("symmetric", square + square.t()), ("symmetric", square), ("positive_definite", square @ square.t()), ("positive_definite", -torch.eye(2)),
         ("positive_semidefinite", torch.zeros(2, 2)), ("lower_triangular", square), ("corr_cholesky", torch.eye(2)), ("multinomial", None)]
for name, value in tests:
    print(name, getattr(constraints, name)(4).check(torch.tensor([[1.0, 3.0], [4.0, 2.0]])) if value is None else getattr(constraints, name).check(value))
print(constraints.is_dependent(D.Uniform.support), D.Binomial.support.event_dim, D.Categorical.support.is_discrete, D.Uniform(0.0, 1.0).support)
for wrong in (lambda: T.ExpTransform(cache_size=3), lambda: T.ReshapeTransform((2,), (3,)), lambda: biject_to(constraints.boolean), lambda: T.CorrCholeskyTransform()(torch.ones(4)),
              lambda: T.StickBreakingTransform().forward_shape(()), lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), 3), lambda: D.TransformedDistribution(D.Normal(0.0, 1.0), T.StickBreakingTransform())):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
