"""Relaxed discrete variables: a transform of one in logarithms or logits, whose parameters they show."""
from torch.distributions.transformed_distribution import TransformedDistribution


class Relaxed(TransformedDistribution):
    has_rsample = True

    @property
    def temperature(self):
        return self.base_dist.temperature

    @property
    def logits(self):
        return self.base_dist.logits

    @property
    def probs(self):
        return self.base_dist.probs
