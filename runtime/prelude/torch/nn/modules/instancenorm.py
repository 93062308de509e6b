"""Instance normalisation."""
from warnings import warn

import torch.nn.functional as F
from torch.nn.modules.batchnorm import _NormBase


class _InstanceNorm(_NormBase):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None,
                 dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _without_batch(self):
        raise NotImplementedError

    def _apply_to(self, input):
        return F.instance_norm(input, self.running_mean, self.running_var, self.weight, self.bias,
                               self.training or not self.track_running_stats,
                               self.momentum if self.momentum is not None else 0.0, self.eps)

    def _other_channels(self, dim, found):
        if self.affine:
            raise ValueError(f"expected input's size at dim={dim} to match num_features ({self.num_features}), but got: {found}.")
        warn(f"input's size at dim={dim} does not match num_features. You can silence this warning by not passing in "
             "num_features, which is not used because affine=False", stacklevel=3)

    def forward(self, input):
        self._check_input_dim(input)
        batch_dims = input.dim() - self._without_batch()
        channels = input.size(batch_dims)
        if channels != self.num_features:
            self._other_channels(batch_dims, channels)
        return self._apply_to(input) if batch_dims else self._apply_to(input.unsqueeze(0)).squeeze(0)


class InstanceNorm1d(_InstanceNorm):
    def _without_batch(self):
        return 2

    def _check_input_dim(self, input):
        if input.dim() not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")


class InstanceNorm2d(_InstanceNorm):
    def _without_batch(self):
        return 3

    def _check_input_dim(self, input):
        if input.dim() not in (3, 4):
            raise ValueError(f"expected 3D or 4D input (got {input.dim()}D input)")


class InstanceNorm3d(_InstanceNorm):
    def _without_batch(self):
        return 4

    def _check_input_dim(self, input):
        if input.dim() not in (4, 5):
            raise ValueError(f"expected 4D or 5D input (got {input.dim()}D input)")


def __getattr__(name):
    if name.startswith("LazyInstanceNorm"):  # torch has it in this module, too
        from torch.nn.modules import lazy
        return getattr(lazy, name)
    raise AttributeError(f"module 'torch.nn.modules.instancenorm' has no attribute '{name}'")
