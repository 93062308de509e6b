"""Trials whose probability is given as such or as its logit."""
from torch.distributions.distribution import Distribution, lazy_value
from torch.distributions.utils import logits_to_probs, probs_to_logits


class ProbsOrLogits(Distribution):
    """The one that is not given is computed when asked for."""

    @lazy_value
    def logits(self):
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_value
    def probs(self):
        return logits_to_probs(self.logits, is_binary=True)
