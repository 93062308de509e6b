"""Derivatives of functions as functions, and calls of modules with other parameters."""
from torch._func_modules import functional_call, replace_all_batch_norm_modules_, stack_module_state
from torch._func_transforms import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, linearize, vjp
from torch._vmap import vmap

__all__ = ["grad", "grad_and_value", "vjp", "jvp", "jacrev", "jacfwd", "hessian", "vmap", "functional_call",
           "stack_module_state", "linearize", "replace_all_batch_norm_modules_"]
