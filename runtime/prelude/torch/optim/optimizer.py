"""What all optimizers have in common."""
from collections import defaultdict
from copy import deepcopy
from functools import wraps
from warnings import warn

import torch
from torch.autograd.grad_mode import enable_grad, no_grad
from torch.utils.hooks import RemovableHandle


class _RequiredParameter:
    def __repr__(self):
        return "<required parameter>"


required = _RequiredParameter()

_global_step_pre_hooks = {}
_global_step_post_hooks = {}


def register_optimizer_step_pre_hook(hook):
    _run_hooks()
    handle = RemovableHandle(_global_step_pre_hooks)
    _global_step_pre_hooks[handle.id] = hook
    return handle


def register_optimizer_step_post_hook(hook):
    _run_hooks()
    handle = RemovableHandle(_global_step_post_hooks)
    _global_step_post_hooks[handle.id] = hook
    return handle


# Classes that optimizers were made of. Their steps run hooks as soon as there are any, which is rare: those of their own are
# wrapped then, the step that all others share looks itself, since who has kept it bound would not see another one.
_used_classes = []
_hooks_run = False


def _run_hooks():
    global _hooks_run
    _hooks_run = True
    for cls in _used_classes:
        if cls.step is not Optimizer.step and not hasattr(cls.step, "hooked"):
            cls.step = _with_hooks(cls.step)


def _with_hooks(step):
    @wraps(step)
    def hooked(*args, **kwargs):
        self = args[0]
        for hooks in (_global_step_pre_hooks, self._optimizer_step_pre_hooks):
            for hook in hooks.values():
                result = hook(self, args, kwargs)
                if result is not None:
                    if not (isinstance(result, tuple) and len(result) == 2):
                        raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {result}.")
                    args, kwargs = result
        out = step(*args, **kwargs)
        for hooks in (self._optimizer_step_post_hooks, _global_step_post_hooks):
            for hook in hooks.values():
                hook(self, args, kwargs)
        return out

    hooked.hooked = True
    return hooked


def check_kinds(foreach, fused, differentiable):
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def evaluated(closure):
    """The closure's loss, its gradients enabled."""
    if closure is None:
        return None
    with enable_grad():
        return closure()


def _list_parameters(group):
    """The parameters of a new group as a list, their names, if any, apart."""
    params = group["params"]
    if isinstance(params, set):
        raise TypeError("optimizer parameters need to be organized in ordered collections, but the ordering of tensors in "
                        "sets will change between runs. Please use a list instead.")
    params = [params] if isinstance(params, torch.Tensor) else list(params)
    with_names = sum([isinstance(p, tuple) for p in params])
    if 0 < with_names < len(params):
        raise ValueError("all optimizer params should be with/without names. Some param names are missing")
    if with_names:
        group["param_names"] = [pair[0] for pair in params]
        params = [pair[1] for pair in params]
    group["params"] = params


class Optimizer:
    def __init__(self, params, defaults):
        self.defaults = defaults
        self._patch_step_function()
        self._optimizer_step_pre_hooks = {}
        self._optimizer_step_post_hooks = {}
        self._optimizer_state_dict_pre_hooks = {}
        self._optimizer_state_dict_post_hooks = {}
        self._optimizer_load_state_dict_pre_hooks = {}
        self._optimizer_load_state_dict_post_hooks = {}
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors or dicts, but got " +
                            torch.typename(params))
        self.state = defaultdict(dict)
        self.param_groups = []
        param_groups = list(params)
        if len(param_groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(param_groups[0], dict):
            param_groups = [{"params": param_groups}]
        for param_group in param_groups:
            self.add_param_group(param_group)

    def _patch_step_function(self):
        """Steps of the class run hooks from now on: optimizers around others call this alone."""
        if type(self) not in _used_classes:
            _used_classes.append(type(self))
            if _hooks_run:
                _run_hooks()

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)
        for when in ("step_pre", "step_post", "state_dict_pre", "state_dict_post", "load_state_dict_pre", "load_state_dict_post"):
            self.__dict__.setdefault(f"_optimizer_{when}_hooks", {})  # a copy has none

    def __repr__(self):
        text = type(self).__name__ + " ("
        for number, group in enumerate(self.param_groups):
            options = sorted([key for key in group if key != "params"])
            text += f"\nParameter Group {number}\n" + "".join([f"    {key}: {group[key]}\n" for key in options])
        return text + ")"

    def _set_defaults(self, **defaults):
        """Options that groups of older states lack."""
        for group in self.param_groups:
            for name, value in defaults.items():
                group.setdefault(name, value)

    # ---- parameters
    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        _list_parameters(param_group)
        for param in param_group["params"]:
            if not isinstance(param, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is " + torch.typename(param))
            if not self.defaults.get("differentiable", None) and not (param.is_leaf or param.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)
        params = param_group["params"]
        if len(params) != len(set(params)):
            warn("optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
                 "see github.com/pytorch/pytorch/issues/40967 for more information", stacklevel=3)
        known = set()
        for group in self.param_groups:
            known.update(set(group["params"]))
            if ("param_names" in param_group) != ("param_names" in group):
                kind = "with names" if "param_names" in param_group else "without names"
                raise ValueError("all optimizer param groups should be with/without names. cannot add param group "
                                 f"{kind} to the optimizer")
        if not known.isdisjoint(set(params)):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    if set_to_none:
                        p.grad = None
                    else:
                        if p.grad.grad_fn is not None:
                            p.grad.detach_()
                        else:
                            p.grad.requires_grad_(False)
                        p.grad.zero_()

    # ---- steps
    def step(self, closure=None):
        """Subclasses either override this (the user's own) or `_update`, one group's update (ours)."""
        if _hooks_run and not hasattr(type(self).step, "hooked"):
            hooked = _with_hooks(Optimizer._step)
            return hooked(self) if closure is None else hooked(self, closure)
        return self._step(closure)

    def _step(self, closure=None):
        with enable_grad() if self.defaults.get("differentiable") else no_grad():
            loss = evaluated(closure)
            for group in self.param_groups:
                self._update(group)
        return loss

    def _collected(self, group, *keys):
        """The parameters that have gradients, these, and their state, in which the keys are looked up before any update."""
        found = []
        for p in group["params"]:
            grad = p.grad
            if grad is None:
                continue
            if grad.is_sparse and not self._takes_sparse:
                self._refuse_sparse()
            state = self.state[p]
            if len(state) == 0:
                self._begin(state, p, group)
            for key in keys:
                state[key]
            if p.is_complex():  # as pairs of real parameters; states change in place
                state = {key: torch.view_as_real(value) if isinstance(value, torch.Tensor) and value.is_complex() else value
                         for key, value in state.items()}
                p, grad = torch.view_as_real(p), torch.view_as_real(grad)
            found.append((p, grad, state))
        return found

    _takes_sparse = False

    def _refuse_sparse(self):
        advice = ", please consider SparseAdam instead" if self._kind == "Adam" else ""
        raise RuntimeError(f"{self._kind} does not support sparse gradients{advice}")

    @property
    def _kind(self):
        """The name of torch's optimizer of which this one is."""
        names = [cls.__name__ for cls in type(self).__mro__ if cls.__module__.startswith("torch.optim")]
        return "Adam" if names[0] == "AdamW" else names[0]

    def _begin(self, state, p, group):
        """Makes the state of a parameter."""
        raise NotImplementedError

    def _update(self, group):
        raise NotImplementedError

    def register_step_pre_hook(self, hook):
        _run_hooks()
        handle = RemovableHandle(self._optimizer_step_pre_hooks)
        self._optimizer_step_pre_hooks[handle.id] = hook
        return handle

    def register_step_post_hook(self, hook):
        _run_hooks()
        handle = RemovableHandle(self._optimizer_step_post_hooks)
        self._optimizer_step_post_hooks[handle.id] = hook
        return handle

    # ---- state
    def register_state_dict_pre_hook(self, hook, prepend=False):
        handle = RemovableHandle(self._optimizer_state_dict_pre_hooks)
        self._optimizer_state_dict_pre_hooks[handle.id] = hook
        return handle

    def register_state_dict_post_hook(self, hook, prepend=False):
        handle = RemovableHandle(self._optimizer_state_dict_post_hooks)
        self._optimizer_state_dict_post_hooks[handle.id] = hook
        return handle

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        handle = RemovableHandle(self._optimizer_load_state_dict_pre_hooks)
        self._optimizer_load_state_dict_pre_hooks[handle.id] = hook
        return handle

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        handle = RemovableHandle(self._optimizer_load_state_dict_post_hooks)
        self._optimizer_load_state_dict_post_hooks[handle.id] = hook
        return handle

    def state_dict(self):
        """Parameters are numbered in the order of the groups."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers = {}
        groups = []
        for group in self.param_groups:
            packed = {k: v for k, v in group.items() if k != "params"}
            for p in group["params"]:
                if p not in numbers:
                    numbers[p] = len(numbers)
            packed["params"] = [numbers[p] for p in group["params"]]
            groups.append(packed)
        state = {(numbers[k] if isinstance(k, torch.Tensor) else k): v for k, v in self.state.items()}
        state_dict = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            replaced = hook(self, state_dict)
            if replaced is not None:
                state_dict = replaced
        return state_dict

    def load_state_dict(self, state_dict):
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            replaced = hook(self, state_dict)
            if replaced is not None:
                state_dict = replaced
        groups = self.param_groups
        saved_groups = deepcopy(state_dict["param_groups"])
        if len(groups) != len(saved_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any([len(g["params"]) != len(s["params"]) for g, s in zip(groups, saved_groups)]):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's "
                             "group")
        params = {}
        for saved, group in zip(saved_groups, groups):
            for number, p in zip(saved["params"], group["params"]):
                params[number] = p
        state = defaultdict(dict)
        for k, v in state_dict["state"].items():
            if k in params:
                state[params[k]] = self._converted(params[k], v)
            else:
                state[k] = v
        new_groups = []
        for saved, group in zip(saved_groups, groups):
            saved["params"] = group["params"]
            if "param_names" in group and "param_names" not in saved:
                saved["param_names"] = group["param_names"]
            new_groups.append(saved)
        self.__setstate__({"state": state, "param_groups": new_groups})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def _converted(self, param, value, key=None):
        """State on the parameter's device and of its type, but for step counts."""
        if isinstance(value, torch.Tensor):
            if key == "step":
                return value
            if param.is_floating_point():
                return value.to(dtype=param.dtype, device=param.device)
            return value.to(device=param.device)
        if isinstance(value, dict):
            return {k: self._converted(param, v, k) for k, v in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)([self._converted(param, v) for v in value])
        return value


def number_type(is_fused=False):
    """The element type of step counts and other numbers of an optimizer's state."""
    return torch.float64 if torch.get_default_dtype() == torch.float64 and not is_fused else torch.float32


def check_rate(lr, takes_nan=False):
    if isinstance(lr, torch.Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    if lr < 0.0 if takes_nan else not 0.0 <= lr:
        raise ValueError(f"Invalid learning rate: {lr}")


def check_betas(betas):
    if not 0.0 <= betas[0] < 1.0:
        raise ValueError(f"Invalid beta parameter at index 0: {betas[0]}")
    if not 0.0 <= betas[1] < 1.0:
        raise ValueError(f"Invalid beta parameter at index 1: {betas[1]}")


def check_positive(name, value):
    if not 0.0 <= value:
        raise ValueError(f"Invalid {name} value: {value}")
