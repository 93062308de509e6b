"""Operations with gradients written by the user."""
from warnings import warn

import torch
from torch import _C_autograd
from torch.autograd.grad_mode import no_grad

__all__ = ["FunctionCtx", "Function", "once_differentiable"]


class FunctionCtx:
    _to_save = ()
    _node = None  # while backward runs
    _materialize_grads = True
    _dirty = ()
    _fixed = ()
    needs_input_grad = ()

    def save_for_backward(self, *tensors):
        self._to_save = tensors

    def save_for_forward(self, *tensors):
        self._saved_for_forward = tensors

    def mark_dirty(self, *args):
        self._dirty = args

    def mark_non_differentiable(self, *args):
        self._fixed = args

    def set_materialize_grads(self, value):
        self._materialize_grads = value

    @property
    def saved_tensors(self):
        if self._node is None:
            return self._to_save
        return _C_autograd._function_saved(self._node)


class Function(FunctionCtx):
    _node_name = None  # what `grad_fn` prints, when it is not the class's

    def __init__(self, *args, **kwargs):
        warn(f"{self.__class__} should not be instantiated. Methods on autograd functions are all static, so you "
             "should invoke them on the class itself. Instantiating an autograd function will raise an error in a future "
             "version of PyTorch.", DeprecationWarning, stacklevel=2)

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function "
                                  "to use it with backward mode AD.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("setup_context is not implemented.")

    @classmethod
    def apply(cls, *args, **kwargs):
        ctx = FunctionCtx()
        needs = tuple([isinstance(a, torch.Tensor) and a.requires_grad for a in args])
        ctx.needs_input_grad = needs
        recording = _C_autograd.is_grad_enabled() and any(needs)
        node = None
        if recording:
            backward = cls.backward
            if backward is Function.backward and hasattr(cls, "vjp"):
                backward = cls.vjp
            node = _C_autograd._function_node(cls._node_name or cls.__name__ + "Backward", ctx, backward, args)
        with no_grad():
            if cls.setup_context is Function.setup_context:
                output = cls.forward(ctx, *args, **kwargs)
            else:
                output = cls.forward(*args, **kwargs)
                cls.setup_context(ctx, args, output)
        if not recording:
            return output
        single = not isinstance(output, tuple)
        outputs = (output,) if single else output
        attached = _C_autograd._function_attach(node, outputs, tuple(ctx._dirty), args, tuple(ctx._fixed))
        _C_autograd._function_save(node, tuple(ctx._to_save), outputs)
        ctx._to_save = ()
        return attached[0] if single else attached


def _gradients_of(node, ctx, backward, gradients, outputs):
    """What a graph computes of such a node; in generic code the node itself calls `backward`."""
    if ctx._materialize_grads:
        gradients = [torch.zeros(o.shape, dtype=o.dtype) if g is None and isinstance(o, torch.Tensor) else g
                     for g, o in zip(gradients, outputs)]
    ctx._node = node
    answer = backward(ctx, *gradients)
    ctx._node = None
    return answer if isinstance(answer, tuple) else (answer,)


def _pass_on(ctx, gradient):
    return gradient


def _continue_host(leaf, tensor, name):
    """A tensor that has a history in the program that calls compiled code: it is no leaf here, so it may be written in
    place. `tensor`, over the memory of the leaf, becomes the result of an operation of that name; its gradient goes to
    the leaf."""
    node = _C_autograd._function_node(name, FunctionCtx(), _pass_on, (leaf,))
    _C_autograd._function_attach(node, (tensor,), (), (leaf,), ())


def once_differentiable(fn):
    def wrapper(ctx, *args):
        with no_grad():
            return fn(ctx, *args)
    return wrapper


class InplaceFunction(Function):
    pass
