"""Limited-memory BFGS."""
import torch
from torch.autograd.grad_mode import enable_grad, no_grad
from torch.nn.utils.convert_parameters import parts_of
from torch.optim._line_search import strong_wolfe
from torch.optim.optimizer import Optimizer, check_rate

_KEPT = ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")


def _curvature(y, s):
    """Of a change of the gradient and one of the parameters: both, 1 / ys and the scale of the Hessian; None if it is not convex there."""
    ys = y.dot(s)
    return [y, s, 1.0 / ys, ys / y.dot(y)] if ys > 1e-10 else None


def _reals(t):
    """The numbers of a tensor: of a complex one the real and the imaginary parts."""
    return torch.view_as_real(t) if t.is_complex() else t


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
        grads = [torch.zeros_like(p) if p.grad is None else p.grad for p in self._params]
        flat = torch.cat([_reals(grad).reshape(-1) for grad in grads], 0)
        return -flat if self.param_groups[0]["maximize"] else flat

    def _signed(self, loss):
        return -float(loss) if self.param_groups[0]["maximize"] else float(loss)

    def _move(self, step, direction):
        for p, part in parts_of(direction, [_reals(p) for p in self._params]):
            p.add_(part, alpha=step)

    def _evaluate_at(self, closure, x, t, direction):
        self._move(t, direction)
        loss = self._signed(closure())
        grad = self._flat_grad()
        for p, old in zip(self._params, x):
            p.copy_(old)
        return loss, grad

    def step(self, closure):
        if len(self.param_groups) != 1:
            raise AssertionError(f"Expected exactly one param_group, but got {len(self.param_groups)}")
        with no_grad():
            return self._step(closure)

    def _step(self, user_closure):
        def closure():
            with enable_grad():
                return user_closure()

        group, state = self.param_groups[0], self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first_loss = closure()
        loss, grad = self._signed(first_loss), self._flat_grad()
        state["func_evals"] += 1
        if grad.abs().max() <= group["tolerance_grad"]:
            return first_loss

        d, t, old_dirs, old_stps, ro, h_diag, prev_grad, prev_loss = [state.get(key) for key in _KEPT]
        evaluations = 1
        for left in range(group["max_iter"] - 1, -1, -1):
            state["n_iter"] += 1
            if state["n_iter"] == 1:
                d, old_dirs, old_stps, ro, h_diag = grad.neg(), [], [], [], 1
                t = min(1.0, 1.0 / grad.abs().sum()) * group["lr"]
            else:
                newest = _curvature(grad.sub(prev_grad), d.mul(t))
                if newest is not None:
                    h_diag = newest.pop()
                    for kept, one in zip((old_dirs, old_stps, ro), newest):
                        if len(kept) == group["history_size"]:
                            kept.pop(0)
                        kept.append(one)
                factors = state.setdefault("al", [None] * group["history_size"])
                d = self._direction(grad, old_dirs, old_stps, ro, h_diag, factors)
                t = group["lr"]
            prev_grad, prev_loss = grad.clone(), loss
            slope = grad.dot(d)
            if slope > -group["tolerance_change"]:
                break
            before = state["func_evals"]
            loss, grad, t = self._advance(closure, state, loss, grad, t, d, slope, group["max_eval"] - evaluations, left)
            evaluations += state["func_evals"] - before
            if self._is_done(group, grad, d.mul(t), loss - prev_loss, left == 0 or evaluations >= group["max_eval"]):
                break
        state.update(zip(_KEPT, (d, t, old_dirs, old_stps, ro, h_diag, prev_grad, prev_loss)))
        return first_loss

    def _advance(self, closure, state, loss, grad, t, d, slope, evaluations_left, iterations_left):
        """Moves the parameters and answers (loss, gradient, step); a last move without a search is not evaluated."""
        line_search = self.param_groups[0]["line_search_fn"]
        used = 0
        if line_search is not None:
            if line_search != "strong_wolfe":
                raise RuntimeError("only 'strong_wolfe' is supported")
            x = [p.clone() for p in self._params]
            loss, grad, t, used = strong_wolfe(lambda x, t, d: self._evaluate_at(closure, x, t, d), x, t, d, loss, grad,
                                               slope, max_ls=evaluations_left)
        self._move(t, d)
        if line_search is None and iterations_left > 0:
            loss, grad, used = self._signed(closure()), self._flat_grad(), 1
        state["func_evals"] += used
        return loss, grad, t

    def _is_done(self, group, grad, change, gain, is_last):
        return (is_last or grad.abs().max() <= group["tolerance_grad"]
                or change.abs().max() <= group["tolerance_change"] or abs(gain) < group["tolerance_change"])

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
