"""Adadelta."""
import torch
from torch.optim.optimizer import Optimizer, check_positive, check_rate, number_type


class Adadelta(Optimizer):
    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False,
                 maximize=False, differentiable=False):
        check_rate(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_positive("weight_decay", weight_decay)
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize,
                                      capturable=capturable, foreach=foreach, differentiable=differentiable))

    def _begin(self, state, p, group):
        state["step"] = torch.zeros((), dtype=number_type())
        state["square_avg"] = torch.zeros_like(p)
        state["acc_delta"] = torch.zeros_like(p)

    def _update(self, group):
        rho, eps = group["rho"], group["eps"]
        for p, grad, state in self._collected(group, "square_avg", "acc_delta", "step"):
            state["step"] += 1
            if group["maximize"]:
                grad = -grad
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            state["square_avg"].mul_(rho).addcmul_(grad, grad, value=1 - rho)
            std = state["square_avg"].add(eps).sqrt_()
            delta = state["acc_delta"].add(eps).sqrt_().div(std).mul_(grad)
            state["acc_delta"].mul_(rho).addcmul_(delta, delta, value=1 - rho)
            p.add_(delta, alpha=-group["lr"])
