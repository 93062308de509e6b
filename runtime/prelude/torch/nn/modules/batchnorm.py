"""Batch normalisation."""
import torch
import torch.nn.functional as F
from torch.nn.modules._weights import add_scale_and_shift, fill_scale_and_shift
from torch.nn.modules.module import Module


class _NormBase(Module):
    _version = 2
    __constants__ = ["track_running_stats", "momentum", "eps", "num_features", "affine"]

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None,
                 dtype=None, *, bias=True):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        add_scale_and_shift(self, (num_features,), affine, bias, device, dtype)
        statistics = dict.fromkeys(("running_mean", "running_var", "num_batches_tracked"))
        if track_running_stats:
            statistics["running_mean"] = torch.zeros(num_features, device=device, dtype=dtype)
            statistics["running_var"] = torch.ones(num_features, device=device, dtype=dtype)
            statistics["num_batches_tracked"] = torch.tensor(0, dtype=torch.long, device=device)
        for name, value in statistics.items():
            self.register_buffer(name, value)
        self.reset_parameters()

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        self.reset_running_stats()
        fill_scale_and_shift(self)

    def _check_input_dim(self, input):
        raise NotImplementedError

    def extra_repr(self):
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
                f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}")

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                              error_msgs):
        if self.track_running_stats and (local_metadata.get("version") or 0) < 2:  # had no count of batches
            state_dict.setdefault(prefix + "num_batches_tracked", self.num_batches_tracked)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys,
                                      error_msgs)


class _BatchNorm(_NormBase):
    def forward(self, input):
        self._check_input_dim(input)
        mean, var, momentum = self.running_mean, self.running_var, self.momentum
        own_statistics = self.training or (mean is None and var is None)
        counted = False
        if self.training:
            if not self.track_running_stats:
                mean = var = None
            elif self.num_batches_tracked is not None:
                self.num_batches_tracked.add_(1)
                counted = True
        if momentum is None:  # a mean over all batches
            momentum = 1.0 / float(self.num_batches_tracked) if counted else 0.0
        return F.batch_norm(input, mean, var, self.weight, self.bias, own_statistics, momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    def _check_input_dim(self, input):
        if input.dim() != 2 and input.dim() != 3:
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")


class BatchNorm2d(_BatchNorm):
    def _check_input_dim(self, input):
        if input.dim() != 4:
            raise ValueError(f"expected 4D input (got {input.dim()}D input)")


class BatchNorm3d(_BatchNorm):
    def _check_input_dim(self, input):
        if input.dim() != 5:
            raise ValueError(f"expected 5D input (got {input.dim()}D input)")


class SyncBatchNorm(_BatchNorm):
    """One process: as the others."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, process_group=None,
                 device=None, dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """The module with a SyncBatchNorm in the place of every layer of batch normalisation."""
        made = module
        if isinstance(module, _BatchNorm):
            made = cls(module.num_features, module.eps, module.momentum, module.affine, module.track_running_stats, process_group)
            if module.affine:
                made.weight, made.bias = module.weight, module.bias
            made.running_mean, made.running_var = module.running_mean, module.running_var
            made.num_batches_tracked = module.num_batches_tracked
            made.training = module.training
        for name, child in module.named_children():
            made.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return made


def __getattr__(name):
    if name.startswith("LazyBatchNorm"):  # torch has it in this module, too
        from torch.nn.modules import lazy
        return getattr(lazy, name)
    raise AttributeError(f"module 'torch.nn.modules.batchnorm' has no attribute '{name}'")
