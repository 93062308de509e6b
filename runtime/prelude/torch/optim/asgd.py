"""Averaged stochastic gradient descent."""
import torch
from torch.optim.optimizer import Optimizer, check_positive, check_rate, number_type


class ASGD(Optimizer):
    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False):
        check_rate(lr)
        check_positive("lambd", lambd)
        check_positive("alpha", alpha)
        check_positive("weight_decay", weight_decay)
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach,
                                      maximize=maximize, differentiable=differentiable, capturable=capturable))

    def _begin(self, state, p, group):
        state["step"] = torch.zeros((), dtype=number_type())
        state["eta"] = torch.tensor(float(group["lr"]), dtype=number_type())
        state["mu"] = torch.ones((), dtype=number_type())
        state["ax"] = torch.zeros_like(p)

    def _update(self, group):
        for p, grad, state in self._collected(group, "mu", "ax", "eta", "step"):
            state["step"] += 1
            step = state["step"].item()
            if group["maximize"]:
                grad = -grad
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            eta = state["eta"].item()
            p.mul_(1 - group["lambd"] * eta)
            p.add_(grad, alpha=-eta)
            mu = state["mu"].item()
            if mu != 1:
                state["ax"].add_(p.sub(state["ax"]).mul_(mu))
            else:
                state["ax"].copy_(p)
            state["eta"].fill_(group["lr"] / ((1 + group["lambd"] * group["lr"] * step) ** group["alpha"]))
            state["mu"].fill_(1 / max(1, step - group["t0"]))
