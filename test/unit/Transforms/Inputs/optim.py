"""A small optimizer with parameter groups, momentum and weight decay."""
import torch


class no_grad:
    def __enter__(self):
        self.before = torch.is_grad_enabled()
        torch._C._set_grad_enabled(False)

    def __exit__(self, kind, value, traceback):
        torch._C._set_grad_enabled(self.before)
        return False


class SGD:
    def __init__(self, params, lr=0.1, momentum=0.0, weight_decay=0.0):
        self.state = {}
        self.param_groups = [{"params": list(params), "lr": lr, "momentum": momentum,
                              "weight_decay": weight_decay}]
        self.steps = 0

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    if set_to_none:
                        p.grad = None
                    else:
                        p.grad.zero_()

    def step(self):
        with no_grad():
            self.steps += 1
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is None:
                        continue
                    update = p.grad
                    if group["weight_decay"] != 0:
                        update = update.add(p, alpha=group["weight_decay"])
                    if group["momentum"] != 0:
                        buffer = self.state.get(p)
                        if buffer is None:
                            buffer = update.clone()
                            self.state[p] = buffer
                        else:
                            buffer.mul_(group["momentum"]).add_(update)
                        update = buffer
                    p.add_(update, alpha=-group["lr"])
