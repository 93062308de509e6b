"""Resilient backpropagation."""
import torch
from torch.optim.optimizer import Optimizer, check_rate, number_type


class Rprop(Optimizer):
    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None,
                 maximize=False, differentiable=False):
        check_rate(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, capturable=capturable))

    def _begin(self, state, p, group):
        state["step"] = torch.zeros((), dtype=number_type())
        state["prev"] = torch.zeros_like(p)
        state["step_size"] = torch.full_like(p.grad, complex(group["lr"], group["lr"]) if p.is_complex() else group["lr"])

    def _update(self, group):
        shrink, grow = group["etas"]
        smallest, largest = group["step_sizes"]
        for p, grad, state in self._collected(group, "prev", "step_size", "step"):
            state["step"] += 1
            if group["maximize"]:
                grad = -grad
            sign = grad.mul(state["prev"]).sign()
            factor = torch.where(sign > 0, grow, torch.where(sign < 0, shrink, torch.ones_like(sign)))
            state["step_size"].mul_(factor).clamp_(smallest, largest)
            grad = grad.masked_fill(sign < 0, 0)
            p.addcmul_(grad.sign(), state["step_size"], value=-1)
            state["prev"].copy_(grad)
