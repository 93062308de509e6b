"""Von Mises' distribution of angles."""
import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, lazy_value
from torch.distributions.utils import broadcast_all


class VonMises(Distribution):
    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return self._expanded(VonMises, batch_shape, _instance, loc=0, concentration=0)

    @lazy_value
    def _proposal_r(self):
        """Of the wrapped Cauchy distribution whose draws are taken or refused."""
        kappa = self.concentration.double()
        tau = 1 + (1 + 4 * kappa.square()).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
        return torch.where(kappa < 1e-5, kappa.reciprocal() + kappa, (1 + rho.square()) / (2 * rho))

    def sample(self, sample_shape=()):
        """Best and Fisher 1979: all elements are drawn until each has been taken."""
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            kappa, r = self.concentration.double(), self._proposal_r
            angles = torch.zeros(shape, dtype=torch.float64, device=self.loc.device)
            open_ones = torch.ones(shape, dtype=torch.bool, device=self.loc.device)
            while open_ones.any():
                turn, limit, side = torch.rand((3,) + tuple(shape), dtype=torch.float64, device=self.loc.device)
                z = torch.cos(math.pi * turn)
                cosine = (1 + r * z) / (r + z)
                excess = kappa * (r - cosine)
                taken = (excess * (2 - excess) - limit > 0) | ((excess / limit).log() + 1 - excess >= 0)
                angles = torch.where(taken, (side - 0.5).sign() * cosine.acos(), angles)
                open_ones = open_ones & ~taken
            full = angles + math.pi + self.loc.double()
            return (full % (2 * math.pi) - math.pi).to(self.loc.dtype)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        kappa = self.concentration
        return kappa * (torch.cos(value - self.loc) - 1) - math.log(2 * math.pi) - torch.special.i0e(kappa).log()

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_value
    def variance(self):
        return 1 - torch.special.i1e(self.concentration) / torch.special.i0e(self.concentration)
