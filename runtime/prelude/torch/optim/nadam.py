"""Adam with Nesterov momentum."""
import torch
from torch.optim.optimizer import Optimizer, check_betas, check_positive, check_rate, number_type


class NAdam(Optimizer):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False):
        check_rate(lr)
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_betas(betas)
        check_positive("weight_decay", weight_decay)
        check_positive("momentum_decay", momentum_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                      momentum_decay=momentum_decay, decoupled_weight_decay=decoupled_weight_decay,
                                      maximize=maximize, foreach=foreach, capturable=capturable,
                                      differentiable=differentiable))

    def _begin(self, state, p, group):
        state["step"] = torch.tensor(0.0, dtype=number_type())
        state["mu_product"] = torch.ones((), dtype=number_type())
        state["exp_avg"] = torch.zeros_like(p)
        state["exp_avg_sq"] = torch.zeros_like(p)

    def _update(self, group):
        beta1, beta2 = group["betas"]
        lr = group["lr"]
        for p, grad, state in self._collected(group, "exp_avg", "exp_avg_sq", "mu_product", "step"):
            if group["maximize"]:
                grad = -grad
            state["step"] += 1
            step = state["step"].item()
            correction = 1 - beta2 ** step
            if group["weight_decay"] != 0:
                if group["decoupled_weight_decay"]:
                    p.mul_(1 - lr * group["weight_decay"])
                else:
                    grad = grad.add(p, alpha=group["weight_decay"])
            mu = beta1 * (1.0 - 0.5 * (0.96 ** (step * group["momentum_decay"])))
            mu_next = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * group["momentum_decay"])))
            state["mu_product"] *= mu
            state["exp_avg"].lerp_(grad, 1 - beta1)
            state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
            denominator = state["exp_avg_sq"].div(correction).sqrt()
            denominator = denominator.add(group["eps"])
            product = state["mu_product"].item()
            p.addcdiv_(grad, denominator, value=(-lr * (1.0 - mu) / (1.0 - product)))
            average = state["exp_avg"].clone() if group["differentiable"] else state["exp_avg"]
            p.addcdiv_(average, denominator, value=(-lr * mu_next) / (1.0 - product * mu_next))
