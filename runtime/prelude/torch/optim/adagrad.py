"""Adagrad."""
import torch
from torch.optim.optimizer import Optimizer, check_kinds, check_positive, check_rate, number_type


class Adagrad(Optimizer):
    _takes_sparse = True

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *,
                 maximize=False, differentiable=False, fused=None):
        check_rate(lr)
        check_positive("lr_decay", lr_decay)
        check_positive("weight_decay", weight_decay)
        check_positive("initial_accumulator_value", initial_accumulator_value)
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_kinds(foreach, fused, differentiable)
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
                                      initial_accumulator_value=initial_accumulator_value, foreach=foreach,
                                      maximize=maximize, differentiable=differentiable, fused=fused))
        for group in self.param_groups:
            for p in group["params"]:
                self._begin(self.state[p], p, group)

    def _begin(self, state, p, group):
        state["step"] = torch.tensor(0.0, dtype=number_type(group["fused"]))
        start = self.defaults["initial_accumulator_value"]
        state["sum"] = torch.full_like(p, complex(start, start) if torch.is_complex(p) else start)

    def _update(self, group):
        for p, grad, state in self._collected(group, "sum", "step"):
            state["step"] += 1
            step = state["step"].item()
            if group["maximize"]:
                grad = -grad
            if group["weight_decay"] != 0:
                if grad.is_sparse:
                    raise RuntimeError("weight_decay option is not compatible with sparse gradients")
                grad = grad.add(p, alpha=group["weight_decay"])
            rate = group["lr"] / (1 + (step - 1) * group["lr_decay"])
            if grad.is_sparse:
                self._update_rows(p, grad.coalesce(), state["sum"], rate, group["eps"])
                continue
            state["sum"].addcmul_(grad, grad, value=1)
            std = state["sum"].sqrt().add(group["eps"])
            p.addcdiv_(grad, std, value=-rate)

    def _update_rows(self, p, grad, total, rate, eps):
        """Where the gradient has values."""
        places, value = tuple(grad._indices()), grad._values()
        total.index_put_(places, value.pow(2), accumulate=True)
        p.index_put_(places, value / total[places].sqrt_().add_(eps) * -rate, accumulate=True)
