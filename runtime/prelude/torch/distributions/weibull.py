"""Weibull's distribution of lifetimes."""
import torch
from torch.distributions import constraints
from torch.distributions.exponential import Exponential
from torch.distributions.transformed_distribution import TransformedDistribution
from torch.distributions.transforms import AffineTransform, PowerTransform
from torch.distributions.utils import broadcast_all, euler_constant


class Weibull(TransformedDistribution):
    arg_constraints = {"scale": constraints.positive, "concentration": constraints.positive}
    support = constraints.positive

    def __init__(self, scale, concentration, validate_args=None):
        self._set_parameters(*broadcast_all(scale, concentration))
        base = Exponential(torch.ones_like(self.scale), validate_args=validate_args)
        super().__init__(base, self._steps(), validate_args=validate_args)

    def _set_parameters(self, scale, concentration):
        self.scale, self.concentration = scale, concentration
        self.concentration_reciprocal = concentration.reciprocal()

    def _steps(self):
        return [PowerTransform(self.concentration_reciprocal), AffineTransform(0, self.scale)]

    def expand(self, batch_shape, _instance=None):
        shape = torch.Size(batch_shape)
        new = super().expand(shape, self._get_checked_instance(Weibull, _instance))
        new._set_parameters(*[p.expand(shape) for p in (self.scale, self.concentration)])
        new.transforms = new._steps()
        return new

    def _moment(self, power):
        """Of the variable over its scale, as a logarithm."""
        return torch.lgamma(1 + power * self.concentration_reciprocal)

    @property
    def mean(self):
        return self.scale * torch.exp(self._moment(1))

    @property
    def mode(self):
        k = self.concentration
        return self.scale * ((k - 1) / k) ** k.reciprocal()

    @property
    def variance(self):
        return self.scale.pow(2) * (torch.exp(self._moment(2)) - torch.exp(2 * self._moment(1)))

    def entropy(self):
        inverse = self.concentration_reciprocal
        return euler_constant * (1 - inverse) + torch.log(self.scale * inverse) + 1
