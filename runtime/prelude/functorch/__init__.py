"""The names by which `torch.func` was known before it was part of torch; each warns where its successor is."""
import torch
from warnings import warn
from functorch._modules import (FunctionalModule, FunctionalModuleWithBuffers, combine_state_for_ensemble as _combined,
                                make_functional as _functional, make_functional_with_buffers as _with_buffers)

__version__ = torch.__version__


def _warn(name, successor):
    warn("We've integrated functorch into PyTorch. As the final step of the integration, "
         f"`functorch.{name}` is deprecated as of PyTorch 2.0 and will be deleted in a future version of PyTorch >= 2.3. "
         f"Please use `{successor}` instead; see the PyTorch 2.0 release notes and/or the `torch.func` migration guide "
         "for more details https://pytorch.org/docs/main/func.migrating.html", FutureWarning, stacklevel=3)


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    _warn("vmap", "torch.vmap")
    return torch.vmap(func, in_dims, out_dims, randomness, chunk_size=chunk_size)


def grad(func, argnums=0, has_aux=False):
    _warn("grad", "torch.func.grad")
    return torch.func.grad(func, argnums, has_aux)


def grad_and_value(func, argnums=0, has_aux=False):
    _warn("grad_and_value", "torch.func.grad_and_value")
    return torch.func.grad_and_value(func, argnums, has_aux)


def vjp(func, *primals, has_aux=False):
    _warn("vjp", "torch.func.vjp")
    return torch.func.vjp(func, *primals, has_aux=has_aux)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    _warn("jvp", "torch.func.jvp")
    return torch.func.jvp(func, primals, tangents, strict=strict, has_aux=has_aux)


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    _warn("jacrev", "torch.func.jacrev")
    return torch.func.jacrev(func, argnums, has_aux=has_aux, chunk_size=chunk_size,
                             _preallocate_and_copy=_preallocate_and_copy)


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    _warn("jacfwd", "torch.func.jacfwd")
    return torch.func.jacfwd(func, argnums, has_aux, randomness=randomness)


def hessian(func, argnums=0):
    _warn("hessian", "torch.func.hessian")
    return torch.func.hessian(func, argnums)


def make_functional(model, disable_autograd_tracking=False):
    _warn("make_functional", "torch.func.functional_call")
    return _functional(model, disable_autograd_tracking)


def make_functional_with_buffers(model, disable_autograd_tracking=False):
    _warn("make_functional_with_buffers", "torch.func.functional_call")
    return _with_buffers(model, disable_autograd_tracking)


def combine_state_for_ensemble(models):
    _warn("combine_state_for_ensemble", "torch.func.stack_module_state")
    return _combined(models)
