"""What torch's parser of arguments says of those that do not fit, for functions that are no rows."""
import torch


def refuse(function, place, name, wanted, value):
    raise TypeError(f"{function}(): argument '{name}' (position {place}) must be {wanted}, not {type(value).__name__}")


def expect_tensor(function, place, name, value):
    if not isinstance(value, torch.Tensor):
        refuse(function, place, name, "Tensor", value)


def expect_number(function, place, name, value):
    """A float; ints are such, and tensors without dimensions."""
    if not (isinstance(value, (int, float)) or isinstance(value, torch.Tensor) and value.dim() == 0):
        refuse(function, place, name, "float", value)


def expect_truth(function, place, name, value):
    if not isinstance(value, bool):
        refuse(function, place, name, "bool", value)


def expect_integer(function, place, name, value):
    if not isinstance(value, int) or isinstance(value, bool):
        refuse(function, place, name, "int", value)


def refuse_gradient(function, name, tensor):
    """Of an argument that PyTorch's operation has no derivative for."""
    if tensor is not None and tensor.requires_grad and torch.is_grad_enabled():
        raise RuntimeError(f"The function '{function}' is not differentiable with respect to argument '{name}'. This input "
                           "cannot have requires_grad True.")
