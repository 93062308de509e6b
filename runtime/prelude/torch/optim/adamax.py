"""Adamax: Adam with the infinity norm."""
import torch
from torch.optim.optimizer import Optimizer, check_betas, check_positive, check_rate, number_type


class Adamax(Optimizer):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
                 differentiable=False, capturable=False):
        check_rate(lr)
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_betas(betas)
        check_positive("weight_decay", weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach,
                                      maximize=maximize, differentiable=differentiable, capturable=capturable))

    def _begin(self, state, p, group):
        state["step"] = torch.tensor(0.0, dtype=number_type())
        state["exp_avg"] = torch.zeros_like(p)
        state["exp_inf"] = torch.zeros_like(p)

    def _update(self, group):
        beta1, beta2 = group["betas"]
        for p, grad, state in self._collected(group, "exp_avg", "exp_inf", "step"):
            if group["maximize"]:
                grad = -grad
            state["step"] += 1
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            state["exp_avg"].lerp_(grad, 1 - beta1)
            norm = torch.maximum(state["exp_inf"].mul(beta2), grad.abs().add_(group["eps"]))
            state["exp_inf"].copy_(norm)
            rate = group["lr"] / (1 - beta1 ** state["step"].item())
            p.addcdiv_(state["exp_avg"], state["exp_inf"], value=-rate)
