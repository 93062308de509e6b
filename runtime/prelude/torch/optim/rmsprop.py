"""RMSprop."""
import torch
from torch.optim.optimizer import Optimizer, check_positive, check_rate, number_type


class RMSprop(Optimizer):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False,
                 foreach=None, maximize=False, differentiable=False):
        check_rate(lr)
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_positive("momentum", momentum)
        check_positive("weight_decay", weight_decay)
        check_positive("alpha", alpha)
        super().__init__(params, dict(lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered,
                                      weight_decay=weight_decay, capturable=capturable, foreach=foreach,
                                      maximize=maximize, differentiable=differentiable))

    def _begin(self, state, p, group):
        state["step"] = torch.zeros((), dtype=number_type())
        state["square_avg"] = torch.zeros_like(p)
        if group["momentum"] > 0:
            state["momentum_buffer"] = torch.zeros_like(p)
        if group["centered"]:
            state["grad_avg"] = torch.zeros_like(p)

    def _update(self, group):
        alpha = group["alpha"]
        keys = ["square_avg", "step"]
        if group["momentum"] > 0:
            keys.append("momentum_buffer")
        if group["centered"]:
            keys.append("grad_avg")
        for p, grad, state in self._collected(group, *keys):
            state["step"] += 1
            if group["maximize"]:
                grad = -grad
            if group["weight_decay"] != 0:
                grad = grad.add(p, alpha=group["weight_decay"])
            square = state["square_avg"]
            square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
            if group["centered"]:
                state["grad_avg"].lerp_(grad, 1 - alpha)
                average = square.addcmul(state["grad_avg"], state["grad_avg"], value=-1).sqrt_()
            else:
                average = square.sqrt()
            average = average.add(group["eps"])
            if group["momentum"] > 0:
                buffer = state["momentum_buffer"]
                buffer.mul_(group["momentum"]).addcdiv_(grad, average)
                p.add_(buffer, alpha=-group["lr"])
            else:
                p.addcdiv_(grad, average, value=-group["lr"])
