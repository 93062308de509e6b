"""Calls of modules that have hooks."""
from warnings import warn

import torch
from torch.autograd.function import Function
from torch.nn.modules import module as module_file


class BackwardHookFunction(Function):
    """Hands its inputs on; its node is where gradients are seen."""

    @staticmethod
    def forward(ctx, *args):
        ctx.mark_non_differentiable(*[a for a in args if not a.requires_grad])
        return args

    @staticmethod
    def backward(ctx, *grads):
        return grads


def call_with_hooks(module, args, kwargs):
    call = _Call(module, args, kwargs)
    if not (module._forward_hooks_always_called or module_file._global_forward_hooks_always_called):
        return call.run()
    try:
        return call.run()
    except Exception:
        call.run_hooks_left()
        raise


class _Call:
    """One call of a module: hooks change its arguments and its result."""

    def __init__(self, module, args, kwargs):
        self.module = module
        self.args = args
        self.kwargs = kwargs
        self.result = None
        self.called = []

    def run(self):
        module = self.module
        for hook in list(module_file._global_forward_pre_hooks.values()):
            self._change_args(hook)
        for key, hook in list(module._forward_pre_hooks.items()):
            if key in module._forward_pre_hooks_with_kwargs:
                self._change_args_and_kwargs(hook)
            else:
                self._change_args(hook)

        gradients = _gradients_of(module)
        if gradients is not None:
            self.args = gradients.watch_inputs(self.args)
        self.result = module.forward(*self.args, **self.kwargs)
        for key, hook in list(module_file._global_forward_hooks.items()):
            self._change_result(key, hook, module_file._global_forward_hooks_with_kwargs)
        for key, hook in list(module._forward_hooks.items()):
            self._change_result(key, hook, module._forward_hooks_with_kwargs)
        if gradients is not None:
            self.result = gradients.watch_outputs(self.result)
        hooks = _backward_hooks_of(module, False)
        if hooks:
            _watch_last_node(module, hooks, self.args, self.result)
        return self.result

    def run_hooks_left(self):
        """Calls the hooks that are always called and were not: something has raised."""
        for hooks, with_kwargs, always, kind in (
                (module_file._global_forward_hooks, (), module_file._global_forward_hooks_always_called, "global module"),
                (self.module._forward_hooks, self.module._forward_hooks_with_kwargs,
                 self.module._forward_hooks_always_called, "module")):
            for key, hook in list(hooks.items()):
                if key in always and key not in self.called:
                    try:
                        self._change_result(key, hook, with_kwargs)
                    except Exception as e:
                        warn(f"{kind} forward hook with ``always_call=True`` raised an exception that was silenced as "
                             f"another error was raised in forward: {e}")

    def _change_args(self, hook):
        result = hook(self.module, self.args)
        if result is not None:
            self.args = result if isinstance(result, tuple) else (result,)

    def _change_args_and_kwargs(self, hook):
        result = hook(self.module, self.args, self.kwargs)
        if result is None:
            return
        if not (isinstance(result, tuple) and len(result) == 2):
            raise RuntimeError("forward pre-hook must return None or a tuple of (new_args, new_kwargs), "
                               f"but got {result}.")
        self.args, self.kwargs = result

    def _change_result(self, key, hook, with_kwargs):
        self.called.append(key)
        if key in with_kwargs:
            result = hook(self.module, self.args, self.kwargs, self.result)
        else:
            result = hook(self.module, self.args, self.result)
        if result is not None:
            self.result = result


# ---- full backward hooks
def _backward_hooks_of(module, full):
    """Those of a kind: full ones, or those of the node that made the result."""
    hooks = []
    if module_file._global_backward_hooks and bool(module_file._global_is_full_backward_hook) == full:
        hooks += list(module_file._global_backward_hooks.values())
    if module._backward_hooks and bool(module._is_full_backward_hook) == full:
        hooks += list(module._backward_hooks.values())
    return hooks


def _gradients_of(module):
    hooks = _backward_hooks_of(module, True)
    pre_hooks = (list(module_file._global_backward_pre_hooks.values()) + list(module._backward_pre_hooks.values()))
    return _Gradients(module, pre_hooks, hooks) if hooks or pre_hooks else None


def _passed(values):
    """The tensors among `values` through one node: (values, places of tensors, node), node None when no gradient is needed."""
    places = [i for i, v in enumerate(values) if isinstance(v, torch.Tensor)]
    if not torch.is_grad_enabled() or not any([values[i].requires_grad for i in places]):
        return values, places, None
    result = list(values)
    node = None
    for place, t in zip(places, BackwardHookFunction.apply(*[values[i] for i in places])):
        result[place] = t
        if t.grad_fn is not None:
            node = t.grad_fn
    return type(values)(*result) if hasattr(values, "_fields") else tuple(result), places, node


def _spread(grads, places, count):
    """`count` gradients: those given at `places`, else None."""
    result = [None] * count
    for place, grad in zip(places, grads):
        result[place] = grad
    return tuple(result)


def _checked(result, grads, hook, kind):
    if len(result) != len(grads):
        raise RuntimeError(f"Backward {hook} returned an invalid number of {kind}, got {len(result)}, but expected "
                           f"{len(grads)}")
    return result


class _Gradients:
    """Calls full backward hooks once the gradients of a module's inputs are known."""

    def __init__(self, module, pre_hooks, hooks):
        self.module = module
        self.pre_hooks = pre_hooks
        self.hooks = hooks
        self.grad_output = None
        self.count = 0
        self.has_input_node = False

    def watch_inputs(self, args):
        args, places, node = _passed(args)
        self.count = count = len(args)

        def hook(grad_input, _):
            if self.grad_output is None:
                return None
            first = grads = _spread(grad_input, places, count)
            for call in self.hooks:
                result = call(self.module, grads, self.grad_output)
                if result is not None:
                    grads = _checked(result, grads, "hook", "grad_input")
            self.grad_output = None
            return None if grads is first else tuple([grads[i] for i in places])

        if node is not None:
            self.has_input_node = True
            node.register_hook(hook)
        return args

    def watch_outputs(self, output):
        if not isinstance(output, (torch.Tensor, tuple)):
            warn("For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but received "
                 f"{type(output)}")
            return output
        single = isinstance(output, torch.Tensor)
        values, places, node = _passed((output,) if single else output)
        count = len(values)

        def hook(grads):
            first = grads = _spread(grads, places, count)
            for call in self.pre_hooks:
                result = call(self.module, grads)
                if result is not None:
                    grads = _checked(result, grads, "pre hook", "grad_output")
            self.grad_output = grads
            if not self.has_input_node:
                self._call_without_inputs()
            return None if grads is first else tuple([grads[i] for i in places])

        if node is None:
            return output
        node.register_prehook(hook)
        return values[0] if single else values

    def _call_without_inputs(self):
        if self.hooks:
            warn("Full backward hook is firing when gradients are computed with respect to module outputs since no "
                 "inputs require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
                 "#torch.nn.Module.register_full_backward_hook for more details.", stacklevel=5)
        for hook in self.hooks:
            result = hook(self.module, (None,) * self.count, self.grad_output)
            if result is not None and not (isinstance(result, tuple) and all([g is None for g in result])):
                raise RuntimeError("Backward hook for Modules where no input requires gradient should always "
                                   "return None or None for all gradients.")
        self.grad_output = None


# ---- hooks of the node that made the result
_LOSS = ("is deprecated and will be removed in future versions. This hook will be missing some {}. Please use "
         "register_full_backward_hook to get the documented behavior.")


def _watch_last_node(module, hooks, args, result):
    made = result
    while not isinstance(made, torch.Tensor):
        if isinstance(made, dict):
            made = next(v for v in made.values() if isinstance(v, torch.Tensor))
        else:
            made = made[0]
    if made.grad_fn is None:
        return
    for hook in hooks:
        made.grad_fn.register_hook(lambda grad_input, grad_output, hook=hook: hook(module, grad_input, grad_output))
    _warn_of_what_is_missed(args, result, made.grad_fn)


def _warn_of_what_is_missed(args, result, node):
    results = (result,) if isinstance(result, torch.Tensor) else result
    reason = None
    if not (isinstance(results, tuple) and all([isinstance(r, torch.Tensor) for r in results])):
        reason, missed = ("non-full backward hooks on a Module that does not return a single Tensor or a tuple of "
                          "Tensors", "of the grad_output")
    elif not (isinstance(args, tuple) and all([isinstance(a, torch.Tensor) for a in args])):
        reason, missed = ("non-full backward hooks on a Module that does not take as input a single Tensor or a tuple "
                          "of Tensors", "of the grad_input")
    elif len({r.grad_fn for r in results if r.grad_fn is not None}) > 1:
        reason, missed = "a non-full backward hook when outputs are generated by different autograd Nodes", "grad_output"
    elif {a.grad_fn for a in args if a.grad_fn is not None} != {n for n, _ in node.next_functions}:
        reason, missed = "a non-full backward hook when the forward contains multiple autograd Nodes", "grad_input"
    if reason is not None:
        warn(f"Using {reason} " + _LOSS.format(missed), FutureWarning, stacklevel=5)
