"""Adam and AdamW."""
import torch
from torch import _C_ops as ops
from torch._decompositions import _adam_update_ as plain_update
from torch.optim.optimizer import Optimizer, check_betas, check_kinds, check_positive, check_rate, number_type


def _numbers(betas, refuses_tensors):
    """Both as floats; they are given as two floats or as two tensors."""
    if not (isinstance(betas[0], float) and isinstance(betas[1], float)):
        if not (isinstance(betas[0], torch.Tensor) and isinstance(betas[1], torch.Tensor)):
            raise ValueError("betas must be either both floats or both Tensors")
        for i in range(2):
            if refuses_tensors:
                raise ValueError(f"betas[{i}] as a Tensor is not supported for capturable=False and foreach=True")
            if betas[i].numel() != 1:
                raise ValueError(f"Tensor betas[{i}] must be 1-element")
        return betas[0].item(), betas[1].item()
    return betas


class Adam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False):
        if isinstance(lr, torch.Tensor) and foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        check_rate(lr)
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        check_betas(betas)
        check_positive("weight_decay", weight_decay)
        check_kinds(foreach, fused, differentiable)
        betas = _numbers(betas, foreach and not capturable)
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize,
                        foreach=foreach, capturable=capturable, differentiable=differentiable, fused=fused,
                        decoupled_weight_decay=decoupled_weight_decay)
        super().__init__(params, defaults)

    def __setstate__(self, state):
        super().__setstate__(state)
        self._set_defaults(amsgrad=False, maximize=False, foreach=None, capturable=False, differentiable=False,
                           decoupled_weight_decay=False, fused=None)
        for group in self.param_groups:
            for p in group["params"]:
                p_state = self.state.get(p, {})
                if len(p_state) != 0 and not isinstance(p_state["step"], torch.Tensor):
                    p_state["step"] = torch.tensor(float(p_state["step"]), dtype=number_type(group["fused"]))

    def _begin(self, state, p, group):
        state["step"] = torch.tensor(0.0, dtype=number_type(group["fused"]))
        state["exp_avg"] = torch.zeros_like(p)
        state["exp_avg_sq"] = torch.zeros_like(p)
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = torch.zeros_like(p)

    def _update(self, group):
        params = []
        grads = []
        averages = []
        squares = []
        largest = []
        steps = []
        amsgrad = group["amsgrad"]
        # As `_collected` does, with the lookups in the same loop.
        for p in group["params"]:
            grad = p.grad
            if grad is None:
                continue
            if grad.is_sparse:
                self._refuse_sparse()
            state = self.state[p]
            if len(state) == 0:
                self._begin(state, p, group)
            params.append(p)
            grads.append(grad)
            averages.append(state["exp_avg"])
            squares.append(state["exp_avg_sq"])
            largest.append(state["max_exp_avg_sq"] if amsgrad else None)
            steps.append(state["step"])
        if not params:
            return
        if group["differentiable"]:
            self._update_with_gradients(group, params, grads, averages, squares, largest, steps)
            return
        lr, eps = float(group["lr"]), float(group["eps"])
        beta1, beta2 = group["betas"]
        beta1, beta2 = float(beta1), float(beta2)
        weight_decay = float(group["weight_decay"])
        one_pass = ops._in_one_pass(params, grads, averages, squares, largest)
        update = ops._adam_update_ if one_pass else plain_update
        update(params, grads, averages, squares, largest, steps, lr=lr, beta1=beta1, beta2=beta2,
               weight_decay=weight_decay, eps=eps, amsgrad=amsgrad, maximize=group["maximize"],
               decoupled_weight_decay=group["decoupled_weight_decay"])

    def _update_with_gradients(self, group, params, grads, averages, squares, largest, steps):
        """The same of operations that have gradients; the count of steps is a tensor, too."""
        lr, eps, weight_decay = group["lr"], group["eps"], group["weight_decay"]
        beta1, beta2 = group["betas"]
        for p, grad, average, square, most, step in zip(params, grads, averages, squares, largest, steps):
            grad = -grad if group["maximize"] else grad
            step.add_(1)
            if weight_decay != 0 and group["decoupled_weight_decay"]:
                p.mul_(1 - lr * weight_decay)
            elif weight_decay != 0:
                grad = grad.add(p, alpha=weight_decay)
            average.lerp_(grad, 1 - beta1)
            square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
            size = (lr / (1 - beta1 ** step)).neg()
            root = (1 - beta2 ** step).sqrt()
            if most is not None:
                most.copy_(torch.maximum(most.clone(), square))
            denominator = ((square if most is None else most).sqrt() / (root * size)).add_(eps / size)
            p.addcdiv_(average.clone(), denominator)


class AdamW(Adam):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False,
                 foreach=None, capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize,
                         capturable=capturable, differentiable=differentiable, fused=fused, decoupled_weight_decay=True)

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True
