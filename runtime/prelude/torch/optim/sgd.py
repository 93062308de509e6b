"""Stochastic gradient descent."""
import torch
from torch import _C_ops as ops
from torch._decompositions import _descend as descend, _sgd_update_ as plain_update
from torch.optim.optimizer import Optimizer, check_kinds, check_rate


def _rate(group):
    """A number, or a tensor that has a gradient."""
    lr = group["lr"]
    return lr if group["differentiable"] and isinstance(lr, torch.Tensor) and lr.requires_grad else float(lr)


class SGD(Optimizer):
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False,
                 foreach=None, differentiable=False, fused=None):
        check_rate(lr, takes_nan=True)
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        defaults = dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov,
                        maximize=maximize, foreach=foreach, differentiable=differentiable, fused=fused)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        check_kinds(foreach, fused, differentiable)
        super().__init__(params, defaults)

    def __setstate__(self, state):
        super().__setstate__(state)
        self._set_defaults(nesterov=False, maximize=False, foreach=None, differentiable=False, fused=False)

    def _update(self, group):
        params = []
        grads = []
        buffers = []
        momentum = group["momentum"]
        first = False
        for p in group["params"]:
            grad = p.grad
            if grad is None:
                continue
            buffer = None
            if momentum != 0:
                buffer = self.state[p].get("momentum_buffer")
                if buffer is None:
                    first = True
            params.append(p)
            grads.append(grad)
            buffers.append(buffer)
        if not params:
            return
        if first:
            self._first_step(params, grads, buffers, group)
            return
        one_pass = not group["differentiable"] and ops._in_one_pass(params, grads, buffers, [], [])
        update = ops._sgd_update_ if one_pass else plain_update
        update(params, grads, buffers, lr=_rate(group), momentum=float(momentum),
               dampening=float(group["dampening"]), weight_decay=float(group["weight_decay"]),
               nesterov=group["nesterov"], maximize=group["maximize"])

    def _first_step(self, params, grads, buffers, group):
        """Momentum buffers begin as the first gradients."""
        lr = _rate(group)
        momentum = group["momentum"]
        for i, (p, grad) in enumerate(zip(params, grads)):
            if group["maximize"]:
                grad = -grad
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            buffer = buffers[i]
            if buffer is None:
                buffers[i] = buffer = grad.detach().clone()
            else:
                buffer.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            descend(p, grad.add(buffer, alpha=momentum) if group["nesterov"] else buffer, lr)
        for p, buffer in zip(params, buffers):
            self.state[p]["momentum_buffer"] = buffer
