"""A learning rate that falls when a figure stops improving."""
import math

from torch.optim._schedules import LRScheduler, set_rate, warn_of_epoch


class ReduceLROnPlateau(LRScheduler):
    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4, threshold_mode="rel", cooldown=0,
                 min_lr=0, eps=1e-8):
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        self.optimizer = optimizer
        if isinstance(min_lr, (list, tuple)):
            if len(min_lr) != len(optimizer.param_groups):
                raise ValueError(f"expected {len(optimizer.param_groups)} min_lrs, got {len(min_lr)}")
            self.default_min_lr = None
            self.min_lrs = list(min_lr)
        else:
            self.default_min_lr = min_lr
            self.min_lrs = [min_lr] * len(optimizer.param_groups)
        self.patience = patience
        self.cooldown = cooldown
        self.eps = eps
        self.last_epoch = 0
        self._last_lr = self._rates()
        if mode not in ("min", "max"):
            raise ValueError("mode " + mode + " is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError("threshold mode " + threshold_mode + " is unknown!")
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode = mode
        self.threshold = threshold
        self.threshold_mode = threshold_mode
        self._reset()

    def _reset(self):
        self.best = self.mode_worse
        self.cooldown_counter = 0
        self.num_bad_epochs = 0

    def step(self, metrics, epoch=None):
        current = float(metrics)
        warn_of_epoch(epoch)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        better = self._is_better(current, self.best)
        if better:
            self.best = current
        resting = self.in_cooldown
        if resting:
            self.cooldown_counter -= 1
        self.num_bad_epochs = 0 if better or resting else self.num_bad_epochs + 1
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(self.last_epoch)
            self.num_bad_epochs, self.cooldown_counter = 0, self.cooldown
        self._last_lr = self._rates()

    def _limits(self):
        """A lowest rate for each group; groups may have been added."""
        known, count = len(self.min_lrs), len(self.optimizer.param_groups)
        if known != count and self.default_min_lr is None:
            raise RuntimeError(f"The number of param groups in the `optimizer` ({count}) differs from when "
                               f"`ReduceLROnPlateau` was initialized ({known}), usually due to a new param group being "
                               "added to the optimizer. Please modify the `min_lrs` field to match the length of the "
                               "`optimizer` param groups.")
        if known != count:
            self.min_lrs = [self.default_min_lr] * count
        return self.min_lrs

    def _reduce_lr(self, epoch):
        for limit, group in zip(self._limits(), self.optimizer.param_groups):
            old = float(group["lr"])
            new = max(old * self.factor, limit)
            if old - new > self.eps:
                set_rate(group, new)

    @property
    def in_cooldown(self):
        return self.cooldown_counter > 0

    def _is_better(self, a, best):
        if self.mode == "min":
            if self.threshold_mode == "rel":
                return a < best * (1.0 - self.threshold)
            return a < best - self.threshold
        if self.threshold_mode == "rel":
            return a > best * (self.threshold + 1.0)
        return a > best + self.threshold

    def is_better(self, a, best):
        return self._is_better(a, best)
