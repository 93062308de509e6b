"""Stochastic gradient descent."""
from torch import _C_ops as ops
from torch._decompositions import _sgd_update_ as plain_update
from torch.optim.optimizer import Optimizer, check_rate


class SGD(Optimizer):
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False,
                 foreach=None, differentiable=False, fused=None):
        check_rate(lr)
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        defaults = dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov,
                        maximize=maximize, foreach=foreach, differentiable=differentiable, fused=fused)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, defaults)

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group.setdefault("nesterov", False)
            group.setdefault("maximize", False)
            group.setdefault("foreach", None)
            group.setdefault("differentiable", False)
            group.setdefault("fused", False)

    def _update(self, group):
        params = []
        grads = []
        buffers = []
        momentum = group["momentum"]
        uniform = True
        for p in group["params"]:
            grad = p.grad
            if grad is None:
                continue
            if momentum == 0:
                buffers.append(None)
            else:
                state = self.state[p]
                buffer = state.get("momentum_buffer")
                if buffer is None:
                    self._first_step(p, grad, group, state)
                    continue
                buffers.append(buffer)
                if buffer.dtype is not p.dtype:
                    uniform = False
            if grad.dtype is not p.dtype:
                uniform = False
            params.append(p)
            grads.append(grad)
        if params:
            update = ops._sgd_update_ if uniform else plain_update
            update(params, grads, buffers, lr=float(group["lr"]), momentum=float(momentum),
                   dampening=float(group["dampening"]), weight_decay=float(group["weight_decay"]),
                   nesterov=group["nesterov"], maximize=group["maximize"])

    def _first_step(self, p, grad, group, state):
        """The momentum buffer begins as the first gradient."""
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        buffer = grad.clone()
        state["momentum_buffer"] = buffer
        if group["nesterov"]:
            grad = grad.add(buffer, alpha=group["momentum"])
        else:
            grad = buffer
        p.add_(grad, alpha=-float(group["lr"]))
