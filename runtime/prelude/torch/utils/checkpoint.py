"""Forward passes that are repeated in the backward pass instead of being remembered."""
from contextlib import contextmanager
from warnings import warn

import torch
from torch import _C_autocast
from torch.autograd.function import Function


class CheckpointFunction(Function):
    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        ctx.run_function = run_function
        ctx.preserve_rng_state = preserve_rng_state
        ctx.autocast = _C_autocast.is_enabled("cpu")
        if ctx.autocast:
            ctx.autocast_dtype, ctx.autocast_cache = _C_autocast.dtype("cpu"), _C_autocast.is_cache_enabled()
        if preserve_rng_state:
            ctx.rng_state = torch.get_rng_state()
        ctx.inputs = []
        ctx.tensor_positions = []
        tensors = []
        for i, arg in enumerate(args):
            if isinstance(arg, torch.Tensor):
                tensors.append(arg)
                ctx.tensor_positions.append(i)
                ctx.inputs.append(None)
            else:
                ctx.inputs.append(arg)
        ctx.save_for_backward(*tensors)
        return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        inputs = list(ctx.inputs)
        for i, t in zip(ctx.tensor_positions, ctx.saved_tensors):
            detached = t.detach()
            detached.requires_grad = t.requires_grad
            inputs[i] = detached
        if ctx.preserve_rng_state:
            now = torch.get_rng_state()
            torch.set_rng_state(ctx.rng_state)
        with torch.enable_grad():
            if ctx.autocast:
                with torch.autocast("cpu", ctx.autocast_dtype, True, ctx.autocast_cache):
                    outputs = ctx.run_function(*inputs)
            else:
                outputs = ctx.run_function(*inputs)
        if ctx.preserve_rng_state:
            torch.set_rng_state(now)
        if isinstance(outputs, torch.Tensor):
            outputs = (outputs,)
        needed = [(out, g) for out, g in zip(outputs, grads) if isinstance(out, torch.Tensor) and out.requires_grad]
        if len(needed) == 0:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        torch.autograd.backward([out for out, g in needed], [g for out, g in needed])
        return (None, None) + tuple([x.grad if isinstance(x, torch.Tensor) else None for x in inputs])


_EXPLICITLY = ("use_reentrant=False is recommended, but if you need to preserve the current default behavior, you can pass "
               "use_reentrant=True. Refer to docs for more details on the differences between the two variants.")


def noop_context_fn():
    from contextlib import nullcontext
    return nullcontext(), nullcontext()


@contextmanager
def set_checkpoint_early_stop(enable):
    """Nothing is repeated that could stop early: see checkpoint()."""
    yield


@contextmanager
def set_checkpoint_debug_enabled(enabled):
    """Nothing is repeated that could be told of: see checkpoint()."""
    yield


def checkpoint(function, *args, use_reentrant=None, context_fn=noop_context_fn, determinism_check="default", debug=False,
               early_stop=True, preserve_rng_state=True, respect_saved_tensors_hooks=None, **kwargs):
    if use_reentrant is None:
        warn("torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. In a future release, calling "
             "checkpoint without use_reentrant will raise an exception. " + _EXPLICITLY, stacklevel=2)
        use_reentrant = True
    if not use_reentrant:
        # Gradients also reach tensors that the function holds: it runs once, and its residuals are kept.
        with context_fn()[0]:
            return function(*args, **kwargs)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if context_fn is not noop_context_fn or debug or respect_saved_tensors_hooks is not None:
        raise ValueError("Passing `context_fn`, `debug`, or `respect_saved_tensors_hooks` is only supported when "
                         "use_reentrant=False.")
    if torch.is_grad_enabled() and not any([isinstance(a, torch.Tensor) and a.requires_grad for a in args]):
        warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=2)
    return CheckpointFunction.apply(function, preserve_rng_state, *args)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, preserve_rng_state=True, **kwargs):
    if use_reentrant is None:
        warn("torch.utils.checkpoint.checkpoint_sequential: the use_reentrant parameter should be passed explicitly. In a future "
             "release, we will raise an exception if use_reentrant is not passed. " + _EXPLICITLY, stacklevel=2)
        use_reentrant = True
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    functions = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)
    size = len(functions) // segments

    def run_range(start, end):
        def forward(x):
            for k in range(start, end + 1):
                x = functions[k](x)
            return x
        return forward

    end = -1
    for start in range(0, size * (segments - 1), size):
        end = start + size - 1
        input = checkpoint(run_range(start, end), input, use_reentrant=use_reentrant,
                           preserve_rng_state=preserve_rng_state)
    return run_range(end + 1, len(functions) - 1)(input)
