"""Limited-memory BFGS."""
import torch
from torch.autograd.grad_mode import enable_grad, no_grad
from torch.optim._line_search import strong_wolfe
from torch.optim.optimizer import Optimizer, check_rate


class LBFGS(Optimizer):
    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9,
                 history_size=100, line_search_fn=None, *, maximize=False):
        check_rate(lr)
        if max_eval is None:
            max_eval = max_iter * 5 // 4
        super().__init__(params, dict(lr=lr, max_iter=max_iter, max_eval=max_eval, tolerance_grad=tolerance_grad,
                                      tolerance_change=tolerance_change, history_size=history_size,
                                      line_search_fn=line_search_fn, maximize=maximize))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def _flat_grad(self):
        flat = torch.cat([p.new_zeros(p.numel()) if p.grad is None else p.grad.reshape(-1) for p in self._params], 0)
        return -flat if self.param_groups[0]["maximize"] else flat

    def _move(self, step, direction):
        start = 0
        for p in self._params:
            count = p.numel()
            p.add_(direction[start:start + count].view_as(p), alpha=step)
            start += count

    def _evaluate_at(self, closure, x, t, direction):
        self._move(t, direction)
        loss = float(closure())
        grad = self._flat_grad()
        for p, old in zip(self._params, x):
            p.copy_(old)
        return loss, grad

    def step(self, closure):
        with no_grad():
            return self._step(closure)

    def _step(self, user_closure):
        def closure():
            with enable_grad():
                return user_closure()

        group = self.param_groups[0]
        lr = group["lr"]
        max_iter = group["max_iter"]
        tolerance_change = group["tolerance_change"]
        line_search = group["line_search_fn"]
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)

        first_loss = closure()
        loss = float(first_loss)
        evaluations = 1
        state["func_evals"] += 1
        grad = self._flat_grad()
        if grad.abs().max() <= group["tolerance_grad"]:
            return first_loss

        d = state.get("d")
        t = state.get("t")
        old_dirs = state.get("old_dirs")
        old_stps = state.get("old_stps")
        ro = state.get("ro")
        h_diag = state.get("H_diag")
        prev_grad = state.get("prev_flat_grad")
        prev_loss = state.get("prev_loss")
        count = 0
        while count < max_iter:
            count += 1
            state["n_iter"] += 1
            if state["n_iter"] == 1:
                d = grad.neg()
                old_dirs = []
                old_stps = []
                ro = []
                h_diag = 1
            else:
                y = grad.sub(prev_grad)
                s = d.mul(t)
                ys = y.dot(s)
                if ys > 1e-10:
                    if len(old_dirs) == group["history_size"]:
                        old_dirs.pop(0)
                        old_stps.pop(0)
                        ro.pop(0)
                    old_dirs.append(y)
                    old_stps.append(s)
                    ro.append(1.0 / ys)
                    h_diag = ys / y.dot(y)
                factors = state.setdefault("al", [None] * group["history_size"])
                d = self._direction(grad, old_dirs, old_stps, ro, h_diag, factors)
            if prev_grad is None:
                prev_grad = grad.clone()
            else:
                prev_grad.copy_(grad)
            prev_loss = loss
            if state["n_iter"] == 1:
                t = min(1.0, 1.0 / grad.abs().sum()) * lr
            else:
                t = lr
            gtd = grad.dot(d)
            if gtd > -tolerance_change:
                break
            used = 0
            if line_search is not None:
                if line_search != "strong_wolfe":
                    raise RuntimeError("only 'strong_wolfe' is supported")
                x = [p.clone() for p in self._params]
                loss, grad, t, used = strong_wolfe(lambda x, t, d: self._evaluate_at(closure, x, t, d), x, t, d, loss,
                                                   grad, gtd, max_ls=group["max_eval"] - evaluations)
                self._move(t, d)
                done = grad.abs().max() <= group["tolerance_grad"]
            else:
                self._move(t, d)
                done = False
                if count != max_iter:
                    loss = float(closure())
                    grad = self._flat_grad()
                    done = grad.abs().max() <= group["tolerance_grad"]
                    used = 1
            evaluations += used
            state["func_evals"] += used
            if count == max_iter or evaluations >= group["max_eval"] or done:
                break
            if d.mul(t).abs().max() <= tolerance_change:
                break
            if abs(loss - prev_loss) < tolerance_change:
                break
        state["d"] = d
        state["t"] = t
        state["old_dirs"] = old_dirs
        state["old_stps"] = old_stps
        state["ro"] = ro
        state["H_diag"] = h_diag
        state["prev_flat_grad"] = prev_grad
        state["prev_loss"] = prev_loss
        return first_loss

    def _direction(self, grad, old_dirs, old_stps, ro, h_diag, factors):
        """The product of the approximated inverse Hessian with the negative gradient, by the two-loop recursion."""
        q = grad.neg()
        for i in range(len(old_dirs) - 1, -1, -1):
            factors[i] = old_stps[i].dot(q) * ro[i]
            q.add_(old_dirs[i], alpha=-factors[i])
        r = torch.mul(q, h_diag)
        for i in range(len(old_dirs)):
            r.add_(old_stps[i], alpha=factors[i] - old_dirs[i].dot(r) * ro[i])
        return r
