"""Averages of a model over the steps of its training."""
import math
from copy import deepcopy
from itertools import chain

import torch
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.module import Module
from torch.optim._cyclic import _values
from torch.optim.lr_scheduler import LRScheduler

__all__ = ["AveragedModel", "update_bn", "SWALR", "get_ema_multi_avg_fn", "get_swa_multi_avg_fn", "get_ema_avg_fn",
           "get_swa_avg_fn"]


def _check_decay(decay):
    if decay < 0.0 or decay > 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] range.")


def get_ema_multi_avg_fn(decay=0.999):
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param_list, current_param_list, _):
        for average, current in zip(ema_param_list, current_param_list):
            if average.is_floating_point():
                average.lerp_(current, 1 - decay)
            else:
                average.copy_(average * decay + current * (1 - decay))

    return ema_update


def get_swa_multi_avg_fn():
    @torch.no_grad()
    def swa_update(averaged_param_list, current_param_list, num_averaged):
        if averaged_param_list[0].is_floating_point():
            weight = 1 / (num_averaged + 1)
            for average, current in zip(averaged_param_list, current_param_list):
                average.lerp_(current, weight)
        else:
            for average, current in zip(averaged_param_list, current_param_list):
                average.add_((current - average) / (num_averaged + 1))

    return swa_update


def get_ema_avg_fn(decay=0.999):
    _check_decay(decay)

    @torch.no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def swa_update(averaged_param, current_param, num_averaged):
    """The mean of one value more. No decorator: steps that average are graphs, which know functions by their code."""
    with torch.no_grad():
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)


def get_swa_avg_fn():
    return swa_update


def _on(device, moved):
    return moved if device is None else moved.to(device)


class AveragedModel(Module):
    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        super().__init__()
        self.module = _on(device, deepcopy(model))
        self.register_buffer("n_averaged", torch.zeros((), dtype=torch.long, device=device))
        self.avg_fn = avg_fn
        self.multi_avg_fn = multi_avg_fn
        self.use_buffers = use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def _averaged(self, model):
        return chain(model.parameters(), model.buffers()) if self.use_buffers else model.parameters()

    def update_parameters(self, model):
        averages = [t.detach() for t in self._averaged(self.module)]
        values = [t.detach() for t in self._averaged(model)]
        if self.n_averaged == 0:
            for average, value in zip(averages, values):
                average.copy_(value)
        elif self.multi_avg_fn is None:
            update = swa_update if self.avg_fn is None else self.avg_fn
            for average, value in zip(averages, values):
                average.copy_(update(average, value, self.n_averaged))
        else:
            dtypes = []
            for average in averages:
                if average.dtype not in dtypes:
                    dtypes.append(average.dtype)
            for dtype in dtypes:
                pairs = [(a, v) for a, v in zip(averages, values) if a.dtype == dtype]
                self.multi_avg_fn([a for a, v in pairs], [v for a, v in pairs], self.n_averaged)
        if not self.use_buffers:
            for own, other in zip(self.module.buffers(), model.buffers()):
                own.detach().copy_(other.detach())
        self.n_averaged += 1


@torch.no_grad()
def update_bn(loader, model, device=None):
    """New statistics for layers of batch normalisation, from one pass over the data."""
    layers = [layer for layer in model.modules() if isinstance(layer, _BatchNorm)]
    if not layers:
        return
    was_training, momenta = model.training, [layer.momentum for layer in layers]
    model.train()
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None  # all batches count alike
    for batch in loader:
        model(_on(device, batch[0] if isinstance(batch, (list, tuple)) else batch))
    for layer, momentum in zip(layers, momenta):
        layer.momentum = momentum
    model.train(was_training)


def _linear(t):
    return t


def _cosine(t):
    return (1 - math.cos(math.pi * t)) / 2


class SWALR(LRScheduler):
    """Goes over from each group's rate to `swa_lr`."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        for rate, group in zip(_values("swa_lr", optimizer, swa_lr), optimizer.param_groups):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError("anneal_strategy must be one of 'cos' or 'linear', instead got "
                             f"{anneal_strategy}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must be equal or greater than 0, got {anneal_epochs}")
        self._anneal_strategy = anneal_strategy
        self.anneal_func = _cosine if anneal_strategy == "cos" else _linear
        self.anneal_epochs = anneal_epochs
        super().__init__(optimizer, last_epoch)

    def state_dict(self):
        return {key: value for key, value in self.__dict__.items() if key not in ("optimizer", "anneal_func")}

    def load_state_dict(self, state_dict):
        self.__dict__.update(state_dict)
        self.anneal_func = _cosine if self._anneal_strategy == "cos" else _linear

    def _part(self, step):
        return self.anneal_func(max(0, min(1, step / max(1, self.anneal_epochs))))

    def get_lr(self):
        # The chainable form: the rate that the annealing began with is computed from the last one.
        step = self._step_count - 1
        if self.anneal_epochs == 0:
            step = max(1, step)
        before, now = self._part(step - 1), self._part(step)
        rates = []
        for group in self.optimizer.param_groups:
            goal = group["swa_lr"]
            first = goal if before == 1 else (group["lr"] - before * goal) / (1 - before)
            rates.append(goal * now + first * (1 - now))
        return rates
