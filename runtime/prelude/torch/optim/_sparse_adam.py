"""Adam for sparse gradients: moments and parameters change where the gradient has values."""
import torch
from torch._sparse_tensor import coalesced
from torch.optim.optimizer import Optimizer


class SparseAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 < lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 < eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        for i in range(2):
            if not 0.0 <= betas[i] < 1.0:
                raise ValueError(f"Invalid beta parameter at index {i}: {betas[i]}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))
        all_params = [([i, k], p) for i, group in enumerate(self.param_groups) for k, p in enumerate(group["params"])]
        sparse = [place for place, p in all_params if p.layout is not torch.strided]
        if sparse:
            raise ValueError(f"Sparse params at indices {sparse}: SparseAdam requires dense parameter tensors")
        complex_ones = [place for place, p in all_params if p.is_complex()]
        if complex_ones:
            raise ValueError(f"Complex params at indices {complex_ones}: SparseAdam does not support complex parameters")

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                self._update(group)
        return loss

    def _update(self, group):
        beta1, beta2 = group["betas"]
        found = []
        for p in group["params"]:
            if p.grad is None:
                continue
            if not p.grad.is_sparse:
                raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
            state = self.state[p]
            if len(state) == 0:
                state["step"] = 0
                state["exp_avg"] = torch.zeros_like(p)
                state["exp_avg_sq"] = torch.zeros_like(p)
            state["step"] += 1
            found.append((p, p.grad, state))
        for p, grad, state in found:
            grad = coalesced(-grad if group["maximize"] else grad)
            if grad._nnz() == 0:
                continue
            places, value = tuple(grad._indices()), grad._values()
            average, square = state["exp_avg"], state["exp_avg_sq"]
            # What is added to each moment, where there is a gradient.
            old_average, old_square = average[places], square[places]
            more = (value - old_average).mul_(1 - beta1)
            average.index_put_(places, more, accumulate=True)
            more_square = value.pow(2).sub_(old_square).mul_(1 - beta2)
            square.index_put_(places, more_square, accumulate=True)
            numerator = more.add_(old_average)
            denominator = more_square.add_(old_square).sqrt_().add_(group["eps"])
            step = state["step"]
            rate = group["lr"] * (1 - beta2 ** step) ** 0.5 / (1 - beta1 ** step)
            p.index_put_(places, numerator.div_(denominator).mul_(-rate), accumulate=True)
