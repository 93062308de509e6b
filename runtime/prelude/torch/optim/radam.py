"""Adam with a rectified variance."""
import torch
from torch.optim.optimizer import Optimizer, check_betas, check_positive, check_rate, number_type


class RAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False):
        check_rate(lr)
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_betas(betas)
        check_positive("weight_decay", weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize,
                                      foreach=foreach, capturable=capturable,
                                      decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable))

    def _begin(self, state, p, group):
        state["step"] = torch.tensor(0.0, dtype=number_type())
        state["exp_avg"] = torch.zeros_like(p)
        state["exp_avg_sq"] = torch.zeros_like(p)

    def _update(self, group):
        beta1, beta2 = group["betas"]
        lr = group["lr"]
        for p, grad, state in self._collected(group, "exp_avg", "exp_avg_sq", "step"):
            if group["maximize"]:
                grad = -grad
            state["step"] += 1
            step = state["step"].item()
            if group["weight_decay"] != 0:
                if group["decoupled_weight_decay"]:
                    p.mul_(1 - lr * group["weight_decay"])
                else:
                    grad = grad.add(p, alpha=group["weight_decay"])
            state["exp_avg"].lerp_(grad, 1 - beta1)
            state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
            correction1 = 1 - beta1 ** step
            correction2 = 1 - beta2 ** step
            average = state["exp_avg"] / correction1
            rho_inf = 2 / (1 - beta2) - 1
            rho_t = rho_inf - 2 * step * (beta2 ** step) / correction2
            if rho_t > 5.0:
                rectified = ((rho_t - 4) * (rho_t - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho_t)) ** 0.5
                root = state["exp_avg_sq"].sqrt().add(group["eps"])
                adaptive = (correction2 ** 0.5) / root
                p.add_(average * lr * adaptive * rectified, alpha=-1.0)
            else:
                p.add_(average * lr, alpha=-1.0)
