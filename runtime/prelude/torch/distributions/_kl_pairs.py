"""Kullback-Leibler divergences of families that are seldom met, and between families: the expectation of q's energy less p's
entropy."""
import math

import torch
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.beta import Beta
from torch.distributions.binomial import Binomial
from torch.distributions.continuous_bernoulli import ContinuousBernoulli
from torch.distributions.dirichlet import Dirichlet
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.exponential import Exponential
from torch.distributions.gamma import Gamma
from torch.distributions.gumbel import Gumbel
from torch.distributions.half_normal import HalfNormal
from torch.distributions.kl import kl_divergence, register_kl
from torch.distributions.laplace import Laplace
from torch.distributions.lowrank_multivariate_normal import LowRankMultivariateNormal
from torch.distributions.multivariate_normal import MultivariateNormal
from torch.distributions.normal import Normal
from torch.distributions.pareto import Pareto
from torch.distributions.poisson import Poisson
from torch.distributions.transformed_distribution import TransformedDistribution
from torch.distributions.uniform import Uniform
from torch.distributions.utils import _sum_rightmost, euler_constant


def _log_beta(d):
    a, b = d.concentration1, d.concentration0
    return torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b)


def _infinite(tensor):
    return torch.full_like(tensor, math.inf)


@register_kl(Beta, Beta)
def _beta_beta(p, q):
    a, b = p.concentration1, p.concentration0
    moved_a, moved_b = a - q.concentration1, b - q.concentration0
    means = moved_a * torch.digamma(a) + moved_b * torch.digamma(b) - (moved_a + moved_b) * torch.digamma(a + b)
    return _log_beta(q) - _log_beta(p) + means


@register_kl(Binomial, Binomial)
def _binomial_binomial(p, q):
    if (p.total_count < q.total_count).any():
        raise NotImplementedError("KL between Binomials where q.total_count > p.total_count is not implemented")
    each = p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p()
    return (p.total_count * each).masked_fill(p.total_count > q.total_count, math.inf)


@register_kl(Dirichlet, Dirichlet)
def _dirichlet_dirichlet(p, q):
    a, b = p.concentration, q.concentration
    total = a.sum(-1)
    constant = torch.lgamma(total) - torch.lgamma(b.sum(-1)) - (torch.lgamma(a) - torch.lgamma(b)).sum(-1)
    return constant + ((a - b) * (torch.digamma(a) - torch.digamma(total).unsqueeze(-1))).sum(-1)


@register_kl(ExponentialFamily, ExponentialFamily)
def _of_one_family(p, q):
    """The Bregman divergence of the normalizer."""
    if type(p) is not type(q):
        raise NotImplementedError("The cross KL-divergence between different exponential families cannot" + " " * 29
                                  + "be computed using Bregman divergences")
    naturals = [n.detach().requires_grad_() for n in p._natural_params]
    others = q._natural_params
    normalizer = p._log_normalizer(*naturals)
    result = q._log_normalizer(*others) - normalizer
    for slope, own, other in zip(torch.autograd.grad(normalizer.sum(), naturals, create_graph=True), naturals, others):
        result = result - _sum_rightmost((other - own) * slope, len(q.event_shape))
    return result


@register_kl(Gamma, Gamma)
def _gamma_gamma(p, q):
    a, b = p.concentration, q.concentration
    return (b * torch.log(p.rate / q.rate) + torch.lgamma(b) - torch.lgamma(a) + (a - b) * torch.digamma(a)
            + a * (q.rate / p.rate - 1))


@register_kl(HalfNormal, HalfNormal)
def _half_normal_half_normal(p, q):
    return kl_divergence(p.base_dist, q.base_dist)


def _vectors(p, q):
    own, other = p.scale_tril, q.scale_tril
    logs = other.diagonal(0, -2, -1).log().sum(-1) - own.diagonal(0, -2, -1).log().sum(-1)
    shape = torch.broadcast_shapes(own.shape[:-2], other.shape[:-2])
    columns = torch.cat([own.expand(shape + own.shape[-2:]), (p.loc - q.loc).unsqueeze(-1).expand(shape + (own.shape[-1], 1))], -1)
    solved = torch.linalg.solve_triangular(other.expand(shape + other.shape[-2:]), columns, upper=False)
    return logs + 0.5 * (solved.square().sum((-2, -1)) - p.event_shape[0])


def _register_vectors(first, second, kinds):
    def divergence(p, q):
        if p.event_shape != q.event_shape:
            raise ValueError(f"KL-divergence between two {kinds} with" + " " * 26 + "different event shapes cannot be computed")
        return _vectors(p, q)
    register_kl(first, second)(divergence)


_register_vectors(MultivariateNormal, MultivariateNormal, "Multivariate Normals")
_register_vectors(LowRankMultivariateNormal, LowRankMultivariateNormal, "Low Rank Multivariate Normals")
_register_vectors(LowRankMultivariateNormal, MultivariateNormal, "(Low Rank) Multivariate Normals")
_register_vectors(MultivariateNormal, LowRankMultivariateNormal, "(Low Rank) Multivariate Normals")


@register_kl(Pareto, Pareto)
def _pareto_pareto(p, q):
    ratio = q.alpha / p.alpha
    result = q.alpha * torch.log(p.scale / q.scale) - ratio.log() + ratio - 1
    return result.masked_fill(p.scale < q.scale, math.inf)


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed_transformed(p, q):
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    divergence = kl_divergence(p.base_dist, q.base_dist)
    return _sum_rightmost(divergence, len(p.event_shape) - len(p.base_dist.event_shape))


# Between families. Where p reaches values that q does not, the divergence is infinite.

def _register_infinite(first, kinds, tensor):
    for kind in kinds:
        register_kl(first, kind)(lambda p, q: _infinite(tensor(p)))


_register_infinite(Beta, [Pareto], lambda p: p.concentration1)
_register_infinite(ContinuousBernoulli, [Pareto], lambda p: p.probs)
_register_infinite(Exponential, [Beta, Pareto, Uniform, ContinuousBernoulli], lambda p: p.rate)
_register_infinite(Gamma, [Beta, Pareto, Uniform, ContinuousBernoulli], lambda p: p.concentration)
_register_infinite(Gumbel, [Beta, Exponential, Gamma, Pareto, Uniform, ContinuousBernoulli], lambda p: p.loc)
_register_infinite(Laplace, [Beta, Exponential, Gamma, Pareto, Uniform, ContinuousBernoulli], lambda p: p.loc)
_register_infinite(Normal, [Beta, Exponential, Gamma, Pareto, Uniform, ContinuousBernoulli], lambda p: p.loc)
_register_infinite(Pareto, [Beta, Uniform, ContinuousBernoulli], lambda p: p.scale)
_register_infinite(Poisson, [Bernoulli, Binomial], lambda p: p.rate)


def _normal_energy(q, mean, variance):
    """Minus the expected logarithm of the density of a normal q."""
    return 0.5 * (2 * math.pi * q.scale.square()).log() + (variance + (mean - q.loc).square()) / (2 * q.scale.square())


def _gamma_energy(q, mean, log_mean):
    constant = torch.lgamma(q.concentration) - q.concentration * q.rate.log()
    return constant - (q.concentration - 1) * log_mean + q.rate * mean


def _to_normal(kind):
    register_kl(kind, Normal)(lambda p, q: _normal_energy(q, p.mean, p.variance) - p.entropy())


for _kind in Beta, Exponential, Gamma, Gumbel, Laplace, Uniform:
    _to_normal(_kind)


@register_kl(Pareto, Normal)
def _pareto_normal(p, q):
    energy = _normal_energy(q, p.mean, p.variance) - p.entropy()
    return energy.masked_fill(p.alpha <= 2, math.inf)


@register_kl(Bernoulli, Poisson)
def _bernoulli_poisson(p, q):
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)


def _log_mean_of_beta(p):
    return torch.digamma(p.concentration1) - torch.digamma(p.concentration1 + p.concentration0)


@register_kl(Beta, Exponential)
def _beta_exponential(p, q):
    return q.rate * p.mean - q.rate.log() - p.entropy()


@register_kl(Beta, Gamma)
def _beta_gamma(p, q):
    return _gamma_energy(q, p.mean, _log_mean_of_beta(p)) - p.entropy()


@register_kl(Beta, Uniform)
def _beta_uniform(p, q):
    return ((q.high - q.low).log() - p.entropy()).masked_fill((q.low > 0) | (q.high < 1), math.inf)


@register_kl(Exponential, Gamma)
def _exponential_gamma(p, q):
    return _gamma_energy(q, p.mean, -p.rate.log() - euler_constant) - p.entropy()


@register_kl(Gamma, Exponential)
def _gamma_exponential(p, q):
    return q.rate * p.mean - q.rate.log() - p.entropy()


def _gumbel_energy(q, mean, reach):
    """`reach`: the expectation of exp(-x / q.scale)."""
    return q.scale.log() + (mean - q.loc) / q.scale + torch.exp(q.loc / q.scale) * reach


@register_kl(Exponential, Gumbel)
def _exponential_gumbel(p, q):
    return _gumbel_energy(q, p.mean, p.rate / (p.rate + q.scale.reciprocal())) - p.entropy()


@register_kl(Gamma, Gumbel)
def _gamma_gumbel(p, q):
    return _gumbel_energy(q, p.mean, (1 + (p.rate * q.scale).reciprocal()).pow(-p.concentration)) - p.entropy()


@register_kl(Normal, Gumbel)
def _normal_gumbel(p, q):
    return _gumbel_energy(q, p.mean, torch.exp(0.5 * (p.scale / q.scale).square() - p.loc / q.scale)) - p.entropy()


@register_kl(Uniform, Gumbel)
def _uniform_gumbel(p, q):
    ends = torch.exp(-p.low / q.scale) - torch.exp(-p.high / q.scale)
    return _gumbel_energy(q, p.mean, q.scale * ends / (p.high - p.low)) - p.entropy()


@register_kl(Normal, Laplace)
def _normal_laplace(p, q):
    offset = (p.loc - q.loc) / p.scale
    near = math.sqrt(2 / math.pi) * torch.exp(-0.5 * offset.square()) + offset * torch.erf(math.sqrt(0.5) * offset)
    return (2 * q.scale).log() + p.scale * near / q.scale - p.entropy()


@register_kl(Pareto, Exponential)
def _pareto_exponential(p, q):
    energy = q.rate * p.mean - q.rate.log() - p.entropy()
    return energy.masked_fill(p.alpha <= 1, math.inf)


@register_kl(Pareto, Gamma)
def _pareto_gamma(p, q):
    energy = _gamma_energy(q, p.mean, p.scale.log() + p.alpha.reciprocal()) - p.entropy()
    return energy.masked_fill(p.alpha <= 1, math.inf)


def _x_log_x(x):
    return torch.special.xlogy(x, x)


def _log_mean_of_uniform(p):
    return (_x_log_x(p.high) - _x_log_x(p.low)) / (p.high - p.low) - 1


@register_kl(Uniform, Beta)
def _uniform_beta(p, q):
    upper = (_x_log_x(1 - p.high) - _x_log_x(1 - p.low)) / (p.high - p.low) + 1  # minus the mean of log(1 - x)
    energy = _log_beta(q) - (q.concentration1 - 1) * _log_mean_of_uniform(p) + (q.concentration0 - 1) * upper
    return (energy - p.entropy()).masked_fill((p.high > 1) | (p.low < 0), math.inf)


@register_kl(Uniform, Exponential)
def _uniform_exponential(p, q):
    energy = q.rate * p.mean - q.rate.log()
    return (energy - p.entropy()).masked_fill(p.low < 0, math.inf)


@register_kl(Uniform, Gamma)
def _uniform_gamma(p, q):
    energy = _gamma_energy(q, p.mean, _log_mean_of_uniform(p)) - p.entropy()
    return energy.masked_fill(p.low < 0, math.inf)


@register_kl(Uniform, Pareto)
def _uniform_pareto(p, q):
    energy = (q.alpha + 1) * _log_mean_of_uniform(p) - q.alpha.log() - q.alpha * q.scale.log()
    return (energy - p.entropy()).masked_fill(p.low < q.scale, math.inf)


def _continuous_energy(q, mean):
    return -(mean * q.logits + torch.log1p(-q.probs) + q._log_constant())


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _continuous_bernoullis(p, q):
    apart = p._log_constant() + torch.log1p(-p.probs) - (q._log_constant() + torch.log1p(-q.probs))
    return p.mean * (p.logits - q.logits) + apart


@register_kl(Beta, ContinuousBernoulli)
def _to_continuous_bernoulli(p, q):
    return _continuous_energy(q, p.mean) - p.entropy()


@register_kl(Uniform, ContinuousBernoulli)
def _uniform_continuous_bernoulli(p, q):
    return _to_continuous_bernoulli(p, q).masked_fill((p.high >= 1) | (p.low <= 0), math.inf)


@register_kl(ContinuousBernoulli, Normal)
def _continuous_bernoulli_normal(p, q):
    return _normal_energy(q, p.mean, p.variance) - p.entropy()


@register_kl(ContinuousBernoulli, Exponential)
def _continuous_bernoulli_exponential(p, q):
    return q.rate * p.mean - q.rate.log() - p.entropy()


@register_kl(ContinuousBernoulli, Uniform)
def _continuous_bernoulli_uniform(p, q):
    width = (q.high - q.low).log() - p.entropy()
    return width.masked_fill((q.low >= 0) | (q.high <= 1), math.inf)
