"""Adafactor: second moments as products of rows and columns. Shazeer and Stern, arXiv:1804.04235 (2018)."""
import torch
from torch.optim.optimizer import Optimizer, number_type


class Adafactor(Optimizer):
    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None,
                 maximize=False):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        ranges = (("Learning rate", lr, ">=", 0), ("beta2_decay", beta2_decay, "<=", 0),
                  ("epsilon1", 0.0 if eps[0] is None else eps[0], ">=", 0), ("epsilon2", eps[1], ">=", 0),
                  ("Clipping threshold d", d, ">=", 1), ("weight_decay", weight_decay, ">=", 0))
        for name, value, sign, bound in ranges:
            if not (value >= bound if sign == ">=" else value <= bound):
                raise ValueError(f"{name} should be {sign} {bound} but is: {value}")
        super().__init__(params, dict(lr=lr, beta2_decay=beta2_decay, eps=eps, d=d, weight_decay=weight_decay, foreach=foreach,
                                      maximize=maximize))

    def _begin(self, state, p, group):
        if p.is_complex():
            raise RuntimeError("Adafactor does not support complex parameters")
        state["step"] = torch.tensor(0.0, dtype=number_type())
        shape = list(p.grad.shape)
        if len(shape) > 1:
            state["row_var"] = p.grad.new_zeros(shape[:-1] + [1])
            state["col_var"] = p.grad.new_zeros(shape[:-2] + [1] + shape[-1:])
        else:
            state["variance"] = torch.zeros_like(p.grad)

    def _variance(self, grad, state, weight, smallest):
        """The running estimate of the squares of a gradient."""
        if grad.dim() <= 1:
            state["variance"].lerp_(grad * grad, weight)
            return state["variance"].clone()
        rows, columns = state["row_var"], state["col_var"]
        for mean, dim in ((rows, -1), (columns, -2)):
            mean.lerp_(torch.linalg.vector_norm(grad, dim=dim, keepdim=True).square() / grad.size(dim), weight)
        return (rows @ columns) / rows.mean(dim=-2, keepdim=True).clamp(min=smallest)

    def _update(self, group):
        lr, (eps1, eps2) = float(group["lr"]), group["eps"]
        for p, grad, state in self._collected(group):
            grad = -grad if group["maximize"] else grad
            smallest = torch.finfo(p.dtype).eps if eps1 is None else eps1
            state["step"] += 1
            step = state["step"].item()
            scale = max(eps2, p.norm(2).item() / p.numel() ** 0.5) * min(lr, 1 / step ** 0.5)
            if group["weight_decay"] != 0:
                p.mul_(1 - lr * group["weight_decay"])
            estimate = self._variance(grad, state, step ** group["beta2_decay"], smallest)
            update = estimate.clamp(min=smallest * smallest).rsqrt() * grad
            clipped = max(1.0, update.norm(2).item() / (update.numel() ** 0.5 * group["d"]))
            p.add_(update, alpha=-scale / clipped)
